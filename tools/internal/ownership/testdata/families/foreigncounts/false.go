package foreigncounts

import (
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

// Each goroutine releases what was retained for it, and the sampler has a reference of its own.
func handle(s *sampler, calls ...string) error {
	t := begin(traces)
	defer t.DecrementReferenceCount()
	var all sync.WaitGroup
	for _, c := range calls {
		t.IncrementReferenceCount()
		all.Add(1)
		go func() {
			defer all.Done()
			defer t.DecrementReferenceCount()
			t.span(c)
		}()
	}
	all.Wait()
	if len(calls)%2 == 1 {
		s.offer(t, true)
		return errOdd
	}
	s.offer(t, false)
	return nil
}

func useHandle() {
	s := new(sampler)
	defer s.drain()
	_ = handle(s, "a", "b", "c")
}

// The goroutine gets it as an argument.
func background(name string, done chan<- bool) {
	t := begin(traces)
	t.IncrementReferenceCount()
	go func(t *trace) {
		t.span(name)
		t.DecrementReferenceCount()
		done <- true
	}(t)
	if name == "" {
		t.DecrementReferenceCount()
		return
	}
	t.span("here")
	t.DecrementReferenceCount()
}

// Both of the two references are given up.
func twice(names []string) int {
	t := begin(traces)
	t.IncrementReferenceCount()
	for _, n := range names {
		t.span(n)
	}
	t.DecrementReferenceCount()
	n := len(t.spans)
	t.DecrementReferenceCount()
	return n
}

type part struct{ body stdpool.ByteRef }

type parts struct{ list []part }

// The parts are given up through an interface.
func (p *parts) close() {
	for i := range p.list {
		dropper(&p.list[i].body).Drop()
	}
	p.list = nil
}

func split(texts []string) int {
	var p parts
	defer p.close()
	for _, text := range texts {
		b := stdpool.Bytes(0)
		b.WriteString(text)
		p.list = append(p.list, part{b})
	}
	return len(p.list)
}
