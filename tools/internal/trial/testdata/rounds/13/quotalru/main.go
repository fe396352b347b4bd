// truth: correct
package main

import (
	"container/list"
	"fmt"

	"github.com/rcpool/rcpool"
)

type bucket struct {
	client string
	tokens int
	last   int
}

var buckets = rcpool.Pool[bucket]{Name: "limiter.buckets"}

// A limiter has a bucket for each of the latest clients.
type limiter struct {
	rate, burst, max int
	order            *list.List
	index            map[string]*list.Element
}

func newLimiter(rate, burst, size int) *limiter {
	return &limiter{rate, burst, size, list.New(), make(map[string]*list.Element, size)}
}

func (l *limiter) bucketOf(client string, now int) *bucket {
	if e, ok := l.index[client]; ok {
		l.order.MoveToFront(e)
		return e.Value.(rcpool.Ref[bucket]).Value()
	}
	for l.order.Len() >= l.max {
		l.remove(l.order.Back())
	}
	ref := buckets.Get()
	b := ref.Value()
	b.client, b.tokens, b.last = client, l.burst, now
	l.index[client] = l.order.PushFront(ref)
	return b
}

func (l *limiter) remove(e *list.Element) {
	ref := l.order.Remove(e).(rcpool.Ref[bucket])
	delete(l.index, ref.Value().client)
	ref.Release()
}

func (l *limiter) allow(client string, now int) bool {
	b := l.bucketOf(client, now)
	b.tokens = min(l.burst, b.tokens+(now-b.last)*l.rate)
	b.last = now
	if b.tokens == 0 {
		return false
	}
	b.tokens--
	return true
}

// sweep forgets clients that have a full bucket again.
func (l *limiter) sweep(now int) (n int) {
	for e := l.order.Front(); e != nil; {
		next := e.Next()
		b := e.Value.(rcpool.Ref[bucket]).Value()
		if b.tokens+(now-b.last)*l.rate >= l.burst {
			l.remove(e)
			n++
		}
		e = next
	}
	return n
}

func (l *limiter) close() {
	for l.order.Len() > 0 {
		l.remove(l.order.Front())
	}
}

func main() {
	l := newLimiter(1, 2, 3)
	defer l.close()
	denied := 0
	for now := range 6 {
		for _, c := range []string{"10.0.0.1", "10.0.0.1", fmt.Sprintf("10.0.1.%d", now)} {
			if !l.allow(c, now) {
				denied++
			}
		}
	}
	fmt.Println("denied", denied, "swept", l.sweep(6), "left", len(l.index))
}
