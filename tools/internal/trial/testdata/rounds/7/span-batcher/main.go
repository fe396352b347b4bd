// truth: correct

// Command span-batcher collects trace spans and exports them when a batch is
// full, when it is old, and at the end.
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type span struct {
	name string
	took time.Duration
}

var spans rcpool.Pool[span]

type batcher struct {
	in     chan rcpool.Ref[span]
	done   chan struct{}
	export func([]rcpool.Ref[span]) // borrows the slice and what is in it
}

func newBatcher(export func([]rcpool.Ref[span])) *batcher {
	b := &batcher{make(chan rcpool.Ref[span], 16), make(chan struct{}), export}
	go b.loop(8, 5*time.Millisecond)
	return b
}

func (b *batcher) loop(size int, age time.Duration) {
	defer close(b.done)
	tick := time.NewTicker(age)
	defer tick.Stop()
	batch := make([]rcpool.Ref[span], 0, size)
	flush := func() {
		if len(batch) == 0 {
			return
		}
		b.export(batch)
		for i, s := range batch {
			s.Release()
			batch[i] = rcpool.Ref[span]{}
		}
		batch = batch[:0]
	}
	defer flush()
	for {
		select {
		case s, ok := <-b.in:
			if !ok {
				return
			}
			if batch = append(batch, s); len(batch) == size {
				flush()
			}
		case <-tick.C:
			flush()
		}
	}
}

func (b *batcher) close() {
	close(b.in)
	<-b.done
}

func trace(b *batcher, name string, f func()) {
	s := spans.Get()
	s.Value().name = name
	start := time.Now()
	f()
	s.Value().took = time.Since(start)
	b.in <- s
}

func main() {
	names := map[string]int{}
	b := newBatcher(func(batch []rcpool.Ref[span]) {
		for _, s := range batch {
			names[s.Value().name]++
		}
	})
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			for n := range 30 {
				trace(b, fmt.Sprint("op", (n+i)%4), func() {
					if n%10 == 0 {
						time.Sleep(time.Millisecond)
					}
				})
			}
		})
	}
	wg.Wait()
	b.close()
	fmt.Println(names)
}
