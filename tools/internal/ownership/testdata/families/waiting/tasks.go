// Package waiting has goroutines that a callee waits for.
package waiting

import (
	"context"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Task is worked on in goroutines.
type Task struct {
	N    int
	Data [64]byte
}

var tasks = rcpool.Pool[Task]{Name: "tasks"}

func (t *Task) sum() (n int) {
	for _, b := range t.Data {
		n += int(b)
	}
	return n
}

// A group runs functions, and waits for all of them.
type group struct{ wg sync.WaitGroup }

func (g *group) run(f func()) { g.wg.Go(f) }

func (g *group) wait() { g.wg.Wait() }

// Close waits, too.
func (g *group) Close() error {
	g.wait()
	return nil
}

// inBackground runs f, and waits for it.
func inBackground(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// unlessDone runs f, and waits for it unless the context is done.
func unlessDone(ctx context.Context, f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

func releaseAll(refs []rcpool.Ref[Task]) {
	for _, ref := range refs {
		ref.Release()
	}
}

// A table owns a task for each key.
type table struct {
	byKey map[string]*row
	max   int
}

type row struct{ ref rcpool.Ref[Task] }

// put takes over ref.
func (t *table) put(key string, ref rcpool.Ref[Task]) {
	if old, ok := t.byKey[key]; ok {
		old.ref.Release()
		old.ref = ref
		return
	}
	t.byKey[key] = &row{ref: ref}
}
