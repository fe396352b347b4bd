// truth: correct
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Span struct {
	Name string
	Took time.Duration
}

type Batch struct {
	Spans []Span
	First time.Time
}

func (b *Batch) Reset() {
	clear(b.Spans)
	b.Spans, b.First = b.Spans[:0], time.Time{}
}

var batches = rcpool.Pool[Batch]{Name: "batches"}

// batcher gathers spans until there are enough, or until they are too old.
type batcher struct {
	mu     sync.Mutex
	cur    rcpool.Ref[Batch]
	stop   func() bool
	size   int
	age    time.Duration
	out    chan rcpool.Ref[Batch]
	closed bool
}

func newBatcher(size int, age time.Duration) *batcher {
	return &batcher{size: size, age: age, out: make(chan rcpool.Ref[Batch], 16)}
}

func (b *batcher) add(s Span) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return false
	}
	if b.cur.IsZero() {
		b.cur = batches.Get()
		b.cur.Value().First = time.Now()
		b.stop = b.cur.AfterFunc(b.age, b.expire)
	}
	v := b.cur.Value()
	v.Spans = append(v.Spans, s)
	if len(v.Spans) >= b.size {
		b.stop()
		b.ship()
	}
	return true
}

// expire runs on the goroutine of the timer.
func (b *batcher) expire(old *Batch) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.cur.IsZero() && b.cur.Value() == old {
		b.ship()
	}
}

// ship sends the current batch; b.mu is held.
func (b *batcher) ship() {
	b.out <- rcpool.Move(&b.cur)
	b.stop = nil
}

func (b *batcher) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return
	}
	b.closed = true
	if !b.cur.IsZero() {
		b.stop()
		b.ship()
	}
	close(b.out)
}

func main() {
	b := newBatcher(3, 20*time.Millisecond)
	done := make(chan int)
	go func() {
		total := 0
		for ref := range b.out {
			total += len(ref.Value().Spans)
			ref.Release()
		}
		done <- total
	}()
	for i := range 7 {
		b.add(Span{fmt.Sprint("op", i), time.Duration(i)})
	}
	time.Sleep(60 * time.Millisecond)
	b.add(Span{"late", 1})
	b.add(Span{"later", 1})
	b.close()
	b.close()
	fmt.Println(<-done, b.add(Span{}))
}
