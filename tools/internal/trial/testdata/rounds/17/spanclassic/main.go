// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool/classic"
)

type spanRec struct {
	classic.ReferenceCounter
	service string
	micros  int64
	tags    map[string]string
}

var spanPool = classic.NewReferenceCountedPool(
	func(c classic.ReferenceCounter) classic.ReferenceCountable {
		return &spanRec{ReferenceCounter: c, tags: map[string]string{}}
	},
	func(i interface{}) error {
		s, ok := i.(*spanRec)
		if !ok {
			return errors.New("not a span")
		}
		s.service, s.micros = "", 0
		clear(s.tags)
		return nil
	},
)

type topN struct {
	mu   sync.Mutex
	slow []*spanRec // by duration, the slowest first
	n    int
}

// offer keeps the span if it is among the slowest.
func (t *topN) offer(s *spanRec) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := len(t.slow)
	for at > 0 && t.slow[at-1].micros < s.micros {
		at--
	}
	if at == t.n {
		return
	}
	s.IncrementReferenceCount()
	t.slow = append(t.slow, nil)
	copy(t.slow[at+1:], t.slow[at:])
	t.slow[at] = s
	if last := len(t.slow) - 1; last == t.n {
		t.slow[last].DecrementReferenceCount()
		t.slow[last] = nil
		t.slow = t.slow[:last]
	}
}

func (t *topN) take() (out []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range t.slow {
		out = append(out, fmt.Sprintf("%s %dµs %s", s.service, s.micros, s.tags["op"]))
		s.DecrementReferenceCount()
	}
	clear(t.slow)
	t.slow = t.slow[:0]
	return out
}

type collector struct {
	top    *topN
	export chan *spanRec
	total  int64
	done   sync.WaitGroup
}

func (c *collector) run() {
	defer c.done.Done()
	for s := range c.export {
		c.total += s.micros
		s.DecrementReferenceCount()
	}
}

func (c *collector) record(service, op string, micros int64) {
	s := spanPool.Get().(*spanRec)
	defer s.DecrementReferenceCount()
	s.service, s.micros = service, micros
	s.tags["op"] = op
	c.top.offer(s)
	if micros%2 == 0 {
		s.IncrementReferenceCount()
		c.export <- s
	}
}

func main() {
	c := &collector{top: &topN{n: 3}, export: make(chan *spanRec, 2)}
	c.done.Add(1)
	go c.run()
	for i, us := range []int64{40, 7, 90, 12, 55, 3, 90} {
		c.record(fmt.Sprint("svc", i), "get", us)
	}
	fmt.Println(c.top.take())
	c.record("late", "put", 8)
	close(c.export)
	c.done.Wait()
	fmt.Println(c.total, c.top.take())
}
