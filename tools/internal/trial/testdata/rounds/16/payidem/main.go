// truth: leak line 53,61 hard

package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type response struct {
	Status int
	Body   []byte
}

func (r *response) Reset() { r.Status, r.Body = 0, r.Body[:0] }

var responses = rcpool.Pool[response]{Name: "responses"}

var errBusy = errors.New("request in progress")

type record struct {
	resp    rcpool.Ref[response]
	expires int
}

// store remembers the answers to requests by idempotency key.
type store struct {
	mu   sync.Mutex
	now  int
	seen map[string]record
}

func (s *store) begin(key string) (rcpool.Ref[response], bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rec, ok := s.seen[key]
	switch {
	case !ok:
		s.seen[key] = record{}
		return rcpool.Ref[response]{}, false, nil
	case rec.resp.IsZero():
		return rcpool.Ref[response]{}, false, errBusy
	}
	return rec.resp.Retain(), true, nil
}

func (s *store) finish(key string, resp *rcpool.Ref[response]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[key] = record{resp: resp.Retain(), expires: s.now + 10}
}

func (s *store) expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, rec := range s.seen {
		if !rec.resp.IsZero() && rec.expires <= s.now {
			delete(s.seen, key)
		}
	}
}

func (s *store) close() {
	for key, rec := range s.seen {
		rcpool.Drop(&rec.resp)
		delete(s.seen, key)
	}
}

func (s *store) pay(key string, amount int) (int, error) {
	old, replayed, err := s.begin(key)
	if err != nil {
		return 0, err
	}
	if replayed {
		defer old.Release()
		return old.Value().Status, nil
	}
	resp := responses.Get()
	defer resp.Release()
	v := resp.Value()
	v.Status = 200
	if amount > 100 {
		v.Status = 402
	}
	v.Body = fmt.Appendf(v.Body, `{"amount":%d}`, amount)
	s.finish(key, &resp)
	return v.Status, nil
}

func main() {
	s := &store{seen: map[string]record{}}
	codes := map[int]int{}
	for i := range 40 {
		s.now = i
		code, err := s.pay(fmt.Sprint("k", i/2), i*4)
		if err != nil {
			fmt.Println(err)
			continue
		}
		codes[code]++
		if i%8 == 7 {
			s.expire()
		}
	}
	s.close()
	fmt.Println(codes[200], codes[402], "in use:", responses.Stats().InUse)
}
