package waiting

import "github.com/rcpool/rcpool"

// The group waits before the release.
func sumInGroup() (n int) {
	var g group
	task := tasks.Get()
	value := task.Value()
	g.run(func() { n = value.sum() })
	g.wait()
	task.Release()
	return n
}

// Close waits before the release.
func sumAndClose() (n int) {
	var g group
	task := tasks.Get()
	value := task.Value()
	g.run(func() { n = value.sum() })
	_ = g.Close()
	task.Release()
	return n
}

// The callee waits for what it has started.
func sumInBackground() (n int) {
	task := tasks.Get()
	defer task.Release()
	value := task.Value()
	inBackground(func() { n = value.sum() })
	return n
}

// The batch is cut into parts, each of which is released once.
func releaseInParts(n, size int) {
	var batch []rcpool.Ref[Task]
	for range n {
		batch = append(batch, tasks.Get())
	}
	for len(batch) > 0 {
		k := min(len(batch), size)
		releaseAll(batch[:k])
		batch = batch[k:]
	}
}

// The table owns a reference, and the caller another one.
func putShared(t *table, key string) rcpool.Ref[Task] {
	task := tasks.Get()
	t.put(key, task.Retain())
	return task
}

// Each goroutine sends when it has ended, and each is received.
func sumInHalves() int {
	task := tasks.Get()
	value := task.Value()
	sums := make(chan int)
	for range 2 {
		go func() { sums <- value.sum() }()
	}
	n := <-sums + <-sums
	task.Release()
	return n
}
