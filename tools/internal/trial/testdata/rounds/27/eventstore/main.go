// truth: correct

// Eventstore appends domain events to aggregates. A unit of work gathers
// events, and either all of them are committed or none.
package main

import (
	"errors"
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type event struct {
	stream string
	kind   string
	seq    int
	digest uint64
	body   []byte
}

func (e *event) Reset() { *e = event{body: e.body[:0]} }

var (
	events = rcpool.Pool[event]{Name: "events"}
	sums   = rcpool.Pool[stdpool.Hasher]{
		Name: "fnv",
		New:  func() *stdpool.Hasher { return &stdpool.Hasher{Hash: fnv.New64a()} },
	}
)

var errConflict = errors.New("version conflict")

type store struct {
	log         []rcpool.Ref[event]
	versions    map[string]int
	subscribers []func(*event)
}

type unit struct {
	store    *store
	staged   []rcpool.Ref[event]
	finished bool
}

func (s *store) begin() *unit { return &unit{store: s} }

func seal(e *event) error {
	return sums.With(func(h *stdpool.Hasher) error {
		h.Write([]byte(e.stream))
		h.Write(e.body)
		e.digest = binarySum(h)
		return nil
	})
}

func binarySum(h *stdpool.Hasher) (sum uint64) {
	for _, b := range h.Sum(nil) {
		sum = sum<<8 | uint64(b)
	}
	return sum
}

func (u *unit) record(stream, kind string, expect int, body string) error {
	ref := events.Get()
	defer rcpool.Drop(&ref)
	e := ref.Value()
	e.stream, e.kind, e.seq = stream, kind, expect+1
	e.body = append(e.body, body...)
	if strings.ContainsRune(body, 0) {
		return fmt.Errorf("%s: body has a zero byte", stream)
	}
	if err := seal(e); err != nil {
		return err
	}
	u.staged = append(u.staged, rcpool.Move(&ref))
	return nil
}

// commit hands the staged events over to the store.
func (u *unit) commit() error {
	next := map[string]int{}
	for _, ref := range u.staged {
		e := ref.Value()
		have, ok := next[e.stream]
		if !ok {
			have = u.store.versions[e.stream]
		}
		if e.seq != have+1 {
			return fmt.Errorf("%w: %s at %d", errConflict, e.stream, have)
		}
		next[e.stream] = e.seq
	}
	for stream, seq := range next {
		u.store.versions[stream] = seq
	}
	u.store.log = append(u.store.log, u.staged...)
	for _, ref := range u.staged {
		for _, notify := range u.store.subscribers {
			notify(ref.Value())
		}
	}
	u.staged, u.finished = nil, true
	return nil
}

// rollback does nothing after commit.
func (u *unit) rollback() {
	if u.finished {
		return
	}
	for _, ref := range u.staged {
		ref.Release()
	}
	u.staged, u.finished = nil, true
}

func (s *store) truncate(keep int) {
	for i := range s.log[:len(s.log)-keep] {
		rcpool.Drop(&s.log[i])
	}
	s.log = s.log[len(s.log)-keep:]
}

func deposit(s *store, version int, amounts ...string) error {
	u := s.begin()
	defer u.rollback()
	for i, amount := range amounts {
		if err := u.record("account-1", "deposited", version+i, amount); err != nil {
			return err
		}
	}
	return u.commit()
}

func main() {
	s := &store{versions: map[string]int{}}
	var seen []string
	s.subscribers = append(s.subscribers, func(e *event) { seen = append(seen, string(e.body)) })
	fmt.Println(deposit(s, 0, "10", "20"))
	fmt.Println(deposit(s, 1, "30"))
	fmt.Println(deposit(s, 2, "40", "\x00"))
	fmt.Println(deposit(s, 2, "50"))
	s.truncate(1)
	fmt.Println(seen, len(s.log), s.log[0].Value().digest != 0)
	s.truncate(0)
}
