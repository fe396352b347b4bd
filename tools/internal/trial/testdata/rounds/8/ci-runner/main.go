// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type job struct {
	id    int
	steps []string
}

func (j *job) Reset() {
	clear(j.steps)
	j.id, j.steps = 0, j.steps[:0]
}

var jobs rcpool.Pool[job]

var errClosed = errors.New("runner is closed")

// A runner runs functions one after the other. Every function that it accepts
// runs, also after close.
type runner struct {
	mu     sync.Mutex
	cond   *sync.Cond
	tasks  []func()
	closed bool
	done   chan struct{}
}

func newRunner() *runner {
	r := &runner{done: make(chan struct{})}
	r.cond = sync.NewCond(&r.mu)
	go r.loop()
	return r
}

func (r *runner) submit(j rcpool.Ref[job], f func(*job)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return errClosed
	}
	r.tasks = append(r.tasks, j.Hold(f))
	r.cond.Signal()
	return nil
}

func (r *runner) loop() {
	defer close(r.done)
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		for len(r.tasks) == 0 {
			if r.closed {
				return
			}
			r.cond.Wait()
		}
		task := r.tasks[0]
		r.tasks[0] = nil
		r.tasks = r.tasks[1:]
		r.mu.Unlock()
		task()
		r.mu.Lock()
	}
}

func (r *runner) close() {
	r.mu.Lock()
	r.closed = true
	r.cond.Signal()
	r.mu.Unlock()
	<-r.done
}

func main() {
	build, test := newRunner(), newRunner()
	var steps atomic.Int32
	count := func(j *job) { steps.Add(int32(len(j.steps))) }
	for id := range 10 {
		j := jobs.Get()
		j.Value().id = id
		j.Value().steps = append(j.Value().steps, "fetch", "compile")
		for _, r := range []*runner{build, test} {
			if err := r.submit(j, count); err != nil {
				fmt.Println(id, err)
			}
		}
		j.Release()
		if id == 7 {
			build.close()
		}
	}
	test.close()
	fmt.Println(steps.Load())
}
