// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type tick struct {
	symbol string
	price  int64
	book   [32]int64
}

var ticks rcpool.Pool[tick]

type subscriber struct {
	name   string
	queue  chan rcpool.Ref[tick]
	filter func(*tick) bool
	missed atomic.Int64
}

type feed struct {
	mu   sync.RWMutex
	subs map[string]*subscriber
	last map[string]rcpool.Ref[tick]
	wg   sync.WaitGroup
}

func newFeed() *feed {
	return &feed{subs: map[string]*subscriber{}, last: map[string]rcpool.Ref[tick]{}}
}

// subscribe replays the last tick of each symbol to the new subscriber.
func (f *feed) subscribe(name string, depth int, filter func(*tick) bool, handle func(*tick)) {
	s := &subscriber{name: name, queue: make(chan rcpool.Ref[tick], depth), filter: filter}
	f.mu.Lock()
	f.subs[name] = s
	for _, t := range f.last {
		s.offer(t)
	}
	f.mu.Unlock()
	f.wg.Add(1)
	go func() {
		defer f.wg.Done()
		for t := range s.queue {
			handle(t.Value())
			t.Release()
		}
	}()
}

// offer borrows t.
func (s *subscriber) offer(t rcpool.Ref[tick]) {
	if s.filter != nil && !s.filter(t.Value()) {
		return
	}
	own := t.Retain()
	select {
	case s.queue <- own:
	default:
		own.Release()
		s.missed.Add(1)
	}
}

func (f *feed) publish(symbol string, price int64) {
	t := ticks.Get()
	t.Value().symbol, t.Value().price = symbol, price
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, s := range f.subs {
		s.offer(t)
	}
	old, replaced := f.last[symbol]
	f.last[symbol] = t
	if replaced {
		old.Release()
	}
}

func (f *feed) leave(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if s, ok := f.subs[name]; ok {
		delete(f.subs, name)
		close(s.queue)
	}
}

func (f *feed) shutdown() {
	f.mu.Lock()
	for name, s := range f.subs {
		delete(f.subs, name)
		close(s.queue)
	}
	for symbol, t := range f.last {
		delete(f.last, symbol)
		t.Release()
	}
	f.mu.Unlock()
	f.wg.Wait()
}

func main() {
	f := newFeed()
	var sum, gold atomic.Int64
	f.subscribe("sum", 4, nil, func(t *tick) { sum.Add(t.price) })
	for i := range 100 {
		f.publish([]string{"XAU", "XAG", "XPT"}[i%3], int64(i))
		if i == 50 {
			f.subscribe("gold", 100, func(t *tick) bool { return t.symbol == "XAU" }, func(t *tick) { gold.Add(1) })
		}
		if i == 90 {
			f.leave("sum")
		}
	}
	f.shutdown()
	fmt.Println(sum.Load() > 0, gold.Load())
}
