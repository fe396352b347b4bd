// truth: use-after-release line 100 callee

// Command checkpoint snapshots operator state of a stream job.
package main

import (
	"errors"
	"fmt"
	"sort"

	"github.com/rcpool/rcpool"
)

type State struct {
	Epoch int
	Keys  map[string]int
	bytes int
}

func (s *State) Reset() {
	s.Epoch, s.bytes = 0, 0
	clear(s.Keys)
}

var states = rcpool.Pool[State]{
	Name: "states",
	New:  func() *State { return &State{Keys: make(map[string]int)} },
}

var errStore = errors.New("state store unavailable")

type backend interface {
	write(epoch int, rows []string) error
}

type memBackend struct {
	epochs map[int][]string
	down   bool
}

func (m *memBackend) write(epoch int, rows []string) error {
	if m.down {
		return errStore
	}
	m.epochs[epoch] = rows
	return nil
}

type snapshot struct {
	ref rcpool.Ref[State]
	out backend
}

// commit ends the snapshot.
func (s *snapshot) commit() error {
	defer s.ref.Release()
	st := s.ref.Value()
	var rows []string
	for k, v := range st.Keys {
		row := fmt.Sprintf("%s=%d", k, v)
		st.bytes += len(row)
		rows = append(rows, row)
	}
	sort.Strings(rows)
	return s.out.write(st.Epoch, rows)
}

func (s *snapshot) abort() { s.ref.Release() }

type operator struct {
	counts map[string]int
	epoch  int
	out    backend
	log    []string
}

func (o *operator) process(keys ...string) {
	for _, k := range keys {
		o.counts[k]++
	}
}

func (o *operator) barrier() error {
	o.epoch++
	s := &snapshot{ref: states.Get(), out: o.out}
	st := s.ref.Value()
	st.Epoch = o.epoch
	for k, v := range o.counts {
		if v > 0 {
			st.Keys[k] = v
		}
	}
	if len(st.Keys) == 0 {
		s.abort()
		return nil
	}
	if err := s.commit(); err != nil {
		return fmt.Errorf("epoch %d: %w", o.epoch, err)
	}
	o.log = append(o.log, fmt.Sprintf("epoch %d: %d bytes", o.epoch, st.bytes))
	return nil
}

func main() {
	b := &memBackend{epochs: map[int][]string{}}
	o := &operator{counts: map[string]int{}, out: b}
	fmt.Println(o.barrier())
	b.down = true
	o.process("a", "b", "a")
	fmt.Println(o.barrier())
	b.down = false
	o.process("c")
	fmt.Println(o.barrier(), b.epochs[3], o.log)
	check()
}
