// truth: correct
package main

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type stream struct {
	id   int
	sent int
	quit chan struct{}
}

var streams = rcpool.Pool[stream]{Reset: func(s *stream) { *s = stream{} }}

var cancelled atomic.Int32

func abort(s *stream) {
	cancelled.Add(1)
	close(s.quit)
}

// pump sends frames until limit or until ctx is done. The quit channel tells
// it; the function that closes it holds its own reference.
func pump(ctx context.Context, id, limit int) int {
	ref := streams.Get()
	defer ref.Release()
	s := ref.Value()
	s.id, s.quit = id, make(chan struct{})
	stop := ref.AfterDone(ctx, abort)
	defer stop()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for s.sent < limit {
		select {
		case <-tick.C:
			s.sent++
		case <-s.quit:
			return s.sent
		}
	}
	return s.sent
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	fmt.Println(pump(ctx, 1, 3))
	done := make(chan int)
	for id := range 3 {
		go func() { done <- pump(ctx, id, 1<<20) }()
	}
	time.Sleep(10 * time.Millisecond)
	cancel()
	for range 3 {
		<-done
	}
	wait, end := context.WithTimeout(context.Background(), time.Second)
	defer end()
	fmt.Println(streams.Drain(wait), cancelled.Load())
}
