// truth: escape line 92 hard

// Command shutdownhooks is the runtime of a worker: tasks register what is to be
// done when the worker stops, and checkpoints are written then.
package main

import (
	"errors"
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type Task struct {
	Name   string
	Offset int64
	lines  []string
}

func (t *Task) Reset() {
	t.Name, t.Offset = "", 0
	clear(t.lines)
	t.lines = t.lines[:0]
}

var tasks = rcpool.Pool[Task]{Name: "worker.tasks"}

type checkpointer struct {
	mu     sync.Mutex
	stored map[string]int64
}

func (c *checkpointer) store(name string, offset int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stored[name] = offset
}

type runtime struct {
	mu    sync.Mutex
	hooks []func()
	ended bool
}

var errStopped = errors.New("the worker has stopped")

// onStop registers a function that runs when the worker stops, the latest first.
func (r *runtime) onStop(f func()) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return errStopped
	}
	r.hooks = append(r.hooks, f)
	return nil
}

func (r *runtime) stop() {
	r.mu.Lock()
	hooks := r.hooks
	r.hooks, r.ended = nil, true
	r.mu.Unlock()
	for i := len(hooks) - 1; i >= 0; i-- {
		hooks[i]()
	}
}

type worker struct {
	runtime
	checkpoints checkpointer
}

func (w *worker) process(t *Task) error {
	for _, l := range t.lines {
		if l == "" {
			return fmt.Errorf("%s: empty line at offset %d", t.Name, t.Offset)
		}
		t.Offset += int64(len(l)) + 1
	}
	return nil
}

// run processes a file. Its checkpoint is written when the worker stops.
func (w *worker) run(name string, lines ...string) error {
	ref := tasks.Get()
	defer ref.Release()
	t := ref.Value()
	t.Name = name
	t.lines = append(t.lines, lines...)
	if err := w.onStop(func() { w.checkpoints.store(t.Name, t.Offset) }); err != nil {
		return err
	}
	return w.process(t)
}

func main() {
	w := &worker{checkpoints: checkpointer{stored: map[string]int64{}}}
	var wg sync.WaitGroup
	errs := make([]error, 3)
	for i, lines := range [][]string{{"alpha", "beta"}, {"gamma", "", "delta"}, nil} {
		wg.Go(func() { errs[i] = w.run(fmt.Sprintf("log-%d", i), lines...) })
	}
	wg.Wait()
	w.stop()
	fmt.Println(errs, w.run("log-9", "late"))
	names := make([]string, 0, 3)
	for n := range w.checkpoints.stored {
		names = append(names, n)
	}
	sort.Strings(names)
	fmt.Println(len(names) > 0)
}
