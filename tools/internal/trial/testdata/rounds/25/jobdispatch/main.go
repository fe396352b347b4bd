// truth: zero-ref line 77 plain

// Command jobdispatch sends jobs to the queue of their priority.
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Job struct {
	ID       int
	Priority int
	Payload  []byte
	Deadline time.Time
}

func (j *Job) Reset() {
	j.ID, j.Priority, j.Deadline = 0, 0, time.Time{}
	j.Payload = j.Payload[:0]
}

var jobs = rcpool.Pool[Job]{Name: "jobs"}

const levels = 3

type dispatcher struct {
	queues  [levels]chan rcpool.Ref[Job]
	workers sync.WaitGroup
	mu      sync.Mutex
	done    map[int]int
	refused []int
}

func newDispatcher(depth int) *dispatcher {
	d := &dispatcher{done: map[int]int{}}
	for i := range d.queues {
		d.queues[i] = make(chan rcpool.Ref[Job], depth)
		d.workers.Go(func() { d.work(d.queues[i]) })
	}
	return d
}

func (d *dispatcher) work(q <-chan rcpool.Ref[Job]) {
	for ref := range q {
		j := ref.Value()
		d.mu.Lock()
		d.done[j.Priority] += len(j.Payload)
		d.mu.Unlock()
		ref.Release()
	}
}

func (d *dispatcher) submit(id, priority int, payload []byte, wait time.Duration) error {
	ref := jobs.Get()
	defer rcpool.Drop(&ref)
	j := ref.Value()
	j.ID, j.Priority = id, min(max(priority, 0), levels-1)
	j.Payload = append(j.Payload, payload...)
	j.Deadline = time.Now().Add(wait)
	q := d.queues[j.Priority]
	if cap(q) == 0 {
		return fmt.Errorf("job %d: queue closed", id)
	}
	job := rcpool.Move(&ref)
	select {
	case q <- job:
		return nil
	case <-time.After(wait):
	}
	job.Release()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.refused = append(d.refused, ref.Value().ID)
	return fmt.Errorf("job %d: no room within %v", id, wait)
}

func (d *dispatcher) stop() {
	for _, q := range d.queues {
		close(q)
	}
	d.workers.Wait()
}

func main() {
	d := newDispatcher(2)
	for i := range 9 {
		if err := d.submit(i, i%4, make([]byte, i), time.Second); err != nil {
			fmt.Println(err)
		}
	}
	d.stop()
	fmt.Println(d.done, d.refused)
	check()
}
