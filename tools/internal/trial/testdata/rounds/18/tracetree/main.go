// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool/classic"
)

type Trace struct {
	classic.ReferenceCounter
	mu    sync.Mutex
	ID    string
	Spans []string
}

var traces = classic.NewReferenceCountedPool(
	func(c classic.ReferenceCounter) classic.ReferenceCountable {
		return &Trace{ReferenceCounter: c, Spans: make([]string, 0, 8)}
	},
	func(i interface{}) error {
		t, ok := i.(*Trace)
		if !ok {
			return errors.New("not a trace")
		}
		t.ID = ""
		clear(t.Spans)
		t.Spans = t.Spans[:0]
		return nil
	},
)

func begin(id string) *Trace {
	t := traces.Get().(*Trace)
	t.ID = id
	return t
}

func (t *Trace) span(name string) {
	t.mu.Lock()
	t.Spans = append(t.Spans, name)
	t.mu.Unlock()
}

// tailSampler keeps the traces that had an error, a few at most.
type tailSampler struct {
	mu   sync.Mutex
	kept []*Trace
	max  int
}

func (s *tailSampler) offer(t *Trace, failed bool) {
	if !failed {
		return
	}
	t.IncrementReferenceCount()
	s.mu.Lock()
	s.kept = append(s.kept, t)
	var old *Trace
	if len(s.kept) > s.max {
		old = s.kept[0]
		s.kept = append(s.kept[:0], s.kept[1:]...)
	}
	s.mu.Unlock()
	if old != nil {
		old.DecrementReferenceCount()
	}
}

func (s *tailSampler) drain(f func(*Trace)) int {
	s.mu.Lock()
	kept := s.kept
	s.kept = nil
	s.mu.Unlock()
	for _, t := range kept {
		f(t)
		t.DecrementReferenceCount()
	}
	return len(kept)
}

func handle(s *tailSampler, id string, calls ...string) error {
	t := begin(id)
	defer t.DecrementReferenceCount()
	var wg sync.WaitGroup
	for _, c := range calls {
		t.IncrementReferenceCount()
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer t.DecrementReferenceCount()
			t.span("call " + c)
		}()
	}
	wg.Wait()
	if len(calls)%2 == 1 {
		err := fmt.Errorf("trace %s: odd number of calls", t.ID)
		s.offer(t, true)
		return err
	}
	s.offer(t, false)
	return nil
}

func main() {
	s := &tailSampler{max: 2}
	for i := range 8 {
		calls := make([]string, i)
		for j := range calls {
			calls[j] = fmt.Sprint("svc", j)
		}
		if err := handle(s, fmt.Sprint("t", i), calls...); err != nil {
			fmt.Println(err)
		}
	}
	n := s.drain(func(t *Trace) { fmt.Println(t.ID, len(t.Spans)) })
	fmt.Println(n, s.drain(nil))
}
