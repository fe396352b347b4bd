package waiting

import (
	"context"

	"github.com/rcpool/rcpool"
)

// The group waits after the release.
func sumInGroupLate() (n int) {
	var g group
	task := tasks.Get()
	value := task.Value()
	g.run(func() { n = value.sum() }) // want "escape: "
	task.Release()
	g.wait()
	return n
}

// Close waits after the release.
func sumAndCloseLate() (n int) {
	var g group
	task := tasks.Get()
	value := task.Value()
	g.run(func() { n = value.sum() }) // want "escape: "
	task.Release()
	_ = g.Close()
	return n
}

// The callee does not wait if the context is done.
func sumUnlessDone(ctx context.Context) {
	task := tasks.Get()
	defer task.Release()
	value := task.Value()
	unlessDone(ctx, func() { value.N = value.sum() }) // want "escape: "
}

// The batch is released twice.
func releaseInPartsTwice(n int) {
	var batch []rcpool.Ref[Task]
	for range n {
		batch = append(batch, tasks.Get())
	}
	releaseAll(batch)
	releaseAll(batch) // want "double-release: "
}

// The table owns the reference, which is released.
func putReleased(t *table, key string) {
	task := tasks.Get()
	t.put(key, task)
	task.Release() // want "(double-release|escape): "
}

// Only the first of the goroutines is waited for.
func firstOfTwo() int {
	task := tasks.Get()
	value := task.Value()
	sums := make(chan int, 2)
	for range 2 {
		go func() { sums <- value.sum() }() // want "escape: "
	}
	n := <-sums
	task.Release()
	return n
}
