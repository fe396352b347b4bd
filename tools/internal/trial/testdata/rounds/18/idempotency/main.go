// truth: correct
package main

import (
	"container/list"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Answer struct {
	Status int
	Body   []byte
}

func (a *Answer) Reset() { a.Status, a.Body = 0, a.Body[:0] }

var answers = rcpool.Pool[Answer]{Name: "answers"}

type slot struct {
	key string
	ref rcpool.Ref[Answer]
}

// replayCache remembers the answers to the latest payment requests.
type replayCache struct {
	mu    sync.Mutex
	max   int
	byKey map[string]*list.Element
	order *list.List
}

func newReplayCache(max int) *replayCache {
	return &replayCache{max: max, byKey: map[string]*list.Element{}, order: list.New()}
}

// get returns a reference for the caller.
func (c *replayCache) get(key string) (rcpool.Ref[Answer], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[key]
	if !ok {
		return rcpool.Ref[Answer]{}, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*slot).ref.Retain(), true
}

// put stores the answer; the cache takes a reference of its own.
func (c *replayCache) put(key string, answer *rcpool.Ref[Answer]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byKey[key]; ok {
		s := e.Value.(*slot)
		s.ref.Release()
		s.ref = answer.Retain()
		c.order.MoveToFront(e)
		return
	}
	c.byKey[key] = c.order.PushFront(&slot{key, answer.Retain()})
	for c.order.Len() > c.max {
		c.remove(c.order.Back())
	}
}

func (c *replayCache) remove(e *list.Element) {
	s := c.order.Remove(e).(*slot)
	delete(c.byKey, s.key)
	s.ref.Release()
}

func (c *replayCache) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for e := c.order.Front(); e != nil; e = c.order.Front() {
		c.remove(e)
	}
}

type payments struct {
	cache *replayCache
	calls int
}

func (p *payments) pay(key string, cents int) string {
	if a, ok := p.cache.get(key); ok {
		defer a.Release()
		return "replay: " + string(a.Value().Body)
	}
	p.calls++
	a := answers.Get()
	defer a.Release()
	v := a.Value()
	v.Status = 201
	v.Body = fmt.Appendf(v.Body, "charged %d", cents)
	if cents <= 0 {
		v.Status = 422
		return "not cached"
	}
	p.cache.put(key, &a)
	return string(v.Body)
}

func main() {
	p := &payments{cache: newReplayCache(2)}
	defer p.cache.close()
	for _, key := range []string{"k1", "k1", "k2", "k3", "k1", "k3"} {
		fmt.Println(key, p.pay(key, 100))
	}
	fmt.Println(p.pay("k9", 0), p.calls)
}
