// truth: correct
package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Task struct {
	mu     sync.Mutex `rcpool:"keep"`
	Name   string
	State  string
	Events []string
}

func (t *Task) Reset() {
	clear(t.Events)
	t.Name, t.State, t.Events = "", "", t.Events[:0]
}

func (t *Task) set(state string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.State == "done" {
		return
	}
	t.State = state
	t.Events = append(t.Events, state)
}

var tasks = rcpool.Pool[Task]{Name: "tasks"}

type runner struct {
	mu    sync.Mutex
	slow  []string
	ended sync.WaitGroup
}

func (r *runner) late(t *Task) {
	defer r.ended.Done()
	t.set("late")
	r.mu.Lock()
	defer r.mu.Unlock()
	r.slow = append(r.slow, t.Name)
}

// run runs work. A task that takes longer than limit is marked late.
func (r *runner) run(ctx context.Context, name string, limit time.Duration, work func(context.Context) error) string {
	task := tasks.Get()
	defer task.Release()
	t := task.Value()
	t.Name = name
	t.set("running")
	r.ended.Add(2)
	stopLate := task.AfterFunc(limit, r.late)
	stopDone := task.AfterDone(ctx, func(t *Task) {
		defer r.ended.Done()
		t.set("cancelled")
	})
	err := work(ctx)
	if stopLate() {
		r.ended.Done()
	}
	if stopDone() {
		r.ended.Done()
	}
	if err == nil {
		t.set("done")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return fmt.Sprint(t.Name, " ", t.Events[0], " ", len(t.Events) > 1)
}

func main() {
	r := &runner{}
	ctx, cancel := context.WithCancel(context.Background())
	fmt.Println(r.run(ctx, "quick", time.Hour, func(context.Context) error { return nil }))
	fmt.Println(r.run(ctx, "slow", time.Millisecond, func(context.Context) error {
		time.Sleep(30 * time.Millisecond)
		return nil
	}))
	fmt.Println(r.run(ctx, "stopped", time.Hour, func(ctx context.Context) error {
		cancel()
		<-ctx.Done()
		time.Sleep(10 * time.Millisecond)
		return ctx.Err()
	}))
	r.ended.Wait()
	fmt.Println(r.slow)
	wait, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	fmt.Println(tasks.Drain(wait))
}
