// truth: correct

// Command ack-redelivery delivers jobs again that are not acknowledged in time.
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type job struct {
	id       int
	payload  string
	attempts int
}

var jobs = rcpool.Pool[job]{Name: "jobs"}

type broker struct {
	mu      sync.Mutex
	pending map[int]func() bool // stops the redelivery
	late    sync.WaitGroup
	queue   chan rcpool.Ref[job]
}

// deliver takes j over.
func (b *broker) deliver(j rcpool.Ref[job]) {
	b.mu.Lock()
	defer b.mu.Unlock()
	j.Value().attempts++
	again := j.Retain()
	b.late.Add(1)
	stop := time.AfterFunc(10*time.Millisecond, func() {
		defer b.late.Done()
		b.mu.Lock()
		delete(b.pending, again.Value().id)
		b.mu.Unlock()
		b.deliver(again)
	}).Stop
	b.pending[j.Value().id] = func() bool {
		if !stop() {
			return false
		}
		again.Release()
		b.late.Done()
		return true
	}
	b.queue <- j
}

// ack reports whether it came in time.
func (b *broker) ack(id int) bool {
	b.mu.Lock()
	stop := b.pending[id]
	delete(b.pending, id)
	b.mu.Unlock()
	return stop != nil && stop()
}

func main() {
	b := &broker{pending: map[int]func() bool{}, queue: make(chan rcpool.Ref[job], 64)}
	for id := range 5 {
		j := jobs.Get()
		j.Value().id = id
		j.Value().payload = fmt.Sprint("job ", id)
		b.deliver(j)
	}
	done := map[int]bool{}
	for len(done) < 5 {
		j := <-b.queue
		id, n := j.Value().id, 0
		b.mu.Lock()
		n = j.Value().attempts
		b.mu.Unlock()
		j.Release()
		if id%2 == 1 && n < 2 {
			continue // the worker has crashed
		}
		if b.ack(id) {
			done[id] = true
		}
	}
	b.late.Wait()
	close(b.queue)
	for j := range b.queue {
		j.Release()
	}
	fmt.Println(len(done), "done, in use", jobs.Stats().InUse)
}
