// truth: correct

package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Span struct {
	Trace  uint32
	Parent uint32
	Failed bool
	Note   []byte
}

func (s *Span) Reset() { *s = Span{Note: s.Note[:0]} }

var pool = rcpool.Pool[Span]{Name: "tail", Keep: func(s *Span) bool { return cap(s.Note) < 4096 }}

type trace struct {
	spans  []rcpool.Ref[Span]
	due    int
	failed bool
}

func (t *trace) drop() {
	for i := range t.spans {
		rcpool.Drop(&t.spans[i])
	}
	t.spans = t.spans[:0]
}

type sampler struct {
	open  map[uint32]*trace
	order []uint32
	max   int
	keep  chan<- []rcpool.Ref[Span]
	shed  int
}

func (s *sampler) accept(ref rcpool.Ref[Span], now int) {
	v := ref.Value()
	t := s.open[v.Trace]
	if t == nil {
		if len(s.open) == s.max {
			s.shedOldest()
		}
		t = &trace{due: now + 3}
		s.open[v.Trace] = t
		s.order = append(s.order, v.Trace)
	}
	t.failed = t.failed || v.Failed
	t.spans = append(t.spans, ref)
}

func (s *sampler) shedOldest() {
	id := s.order[0]
	s.order = s.order[1:]
	s.open[id].drop()
	delete(s.open, id)
	s.shed++
}

func (s *sampler) tick(now int) {
	left := s.order[:0]
	for _, id := range s.order {
		t := s.open[id]
		if t.due > now {
			left = append(left, id)
			continue
		}
		delete(s.open, id)
		if !t.failed {
			t.drop()
			continue
		}
		s.keep <- t.spans
	}
	s.order = left
}

func (s *sampler) close() {
	for id, t := range s.open {
		t.drop()
		delete(s.open, id)
	}
	close(s.keep)
}

func main() {
	kept := make(chan []rcpool.Ref[Span], 1)
	var wg sync.WaitGroup
	var bytes, traces int
	wg.Go(func() {
		for batch := range kept {
			traces++
			for _, r := range batch {
				bytes += len(r.Value().Note)
				r.Release()
			}
		}
	})
	s := &sampler{open: map[uint32]*trace{}, max: 2, keep: kept}
	for now := range 30 {
		ref := pool.Get()
		v := ref.Value()
		v.Trace = uint32(now / 2 % 7)
		v.Failed = now%5 == 0
		v.Note = fmt.Appendf(v.Note, "step %d", now)
		s.accept(ref, now)
		if now%2 == 0 {
			s.tick(now)
		}
	}
	s.close()
	wg.Wait()
	fmt.Println(traces, bytes, s.shed)
}
