// truth: correct
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool/classic"
)

type order struct {
	classic.ReferenceCounter

	id    int
	items []string
}

var orders = classic.NewReferenceCountedPool(
	func(c classic.ReferenceCounter) classic.ReferenceCountable {
		o := new(order)
		o.ReferenceCounter = c
		return o
	},
	func(i any) error {
		o, ok := i.(*order)
		if !ok {
			return fmt.Errorf("not an order: %T", i)
		}
		o.id = 0
		clear(o.items)
		o.items = o.items[:0]
		return nil
	})

func acquire(id int, items ...string) *order {
	o := orders.Get().(*order)
	o.id = id
	o.items = append(o.items, items...)
	return o
}

type stage struct {
	name string
	in   chan *order
	do   func(*order) bool
	next *stage
}

// run passes orders on. The last stage, or the one that refuses, gives them up.
func (s *stage) run(wg *sync.WaitGroup) {
	defer wg.Done()
	for o := range s.in {
		if !s.do(o) || s.next == nil {
			o.DecrementReferenceCount()
			continue
		}
		s.next.in <- o
	}
	if s.next != nil {
		close(s.next.in)
	}
}

type audit struct {
	mu   sync.Mutex
	held []*order
}

func (a *audit) note(o *order) {
	o.IncrementReferenceCount()
	a.mu.Lock()
	a.held = append(a.held, o)
	a.mu.Unlock()
}

func (a *audit) flush() string {
	a.mu.Lock()
	held := a.held
	a.held = nil
	a.mu.Unlock()
	var b strings.Builder
	for _, o := range held {
		fmt.Fprintf(&b, "%d:%d ", o.id, len(o.items))
		o.DecrementReferenceCount()
	}
	return b.String()
}

func main() {
	var log audit
	ship := &stage{name: "ship", in: make(chan *order, 2), do: func(o *order) bool { log.note(o); return true }}
	pay := &stage{name: "pay", in: make(chan *order, 2), do: func(o *order) bool { return len(o.items) < 3 }, next: ship}
	check := &stage{name: "check", in: make(chan *order, 2), do: func(o *order) bool { return len(o.items) > 0 }, next: pay}
	var wg sync.WaitGroup
	wg.Add(3)
	for _, s := range []*stage{check, pay, ship} {
		go s.run(&wg)
	}
	for i := range 12 {
		check.in <- acquire(i, []string{"tea", "cup", "pot"}[:i%4]...)
	}
	close(check.in)
	wg.Wait()
	fmt.Println(log.flush(), log.flush() == "")
	st := orders.Stats()
	fmt.Println(st["referenced"] == st["returned"])
}
