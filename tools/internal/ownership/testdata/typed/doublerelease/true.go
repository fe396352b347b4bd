package doublerelease

import (
	"log"

	"github.com/rcpool/rcpool"
)

// The failed job is released, and the return is forgotten.
func runOnce(id int) {
	ref := jobs.Get()
	ref.Value().ID = id
	if err := run(ref.Value()); err != nil {
		log.Print(err)
		ref.Release()
	}
	ref.Release() // want "double-release: "
}

// The deferred release would have done.
func runDeferred(id int) error {
	ref := jobs.Get()
	defer ref.Release()
	ref.Value().ID = id
	if err := run(ref.Value()); err != nil {
		ref.Release() // want "double-release: "
		return err
	}
	return nil
}

// finish has given the job up.
func runAndFinish(id int) error {
	ref := jobs.Get()
	ref.Value().ID = id
	err := run(ref.Value())
	finish(ref)
	ref.Release() // want "double-release: "
	return err
}

// Two deferred releases of one reference.
func runTwoDefers(id int) error {
	ref := jobs.Get()
	defer ref.Release()
	ref.Value().ID = id
	defer ref.Release() // want "double-release: "
	return run(ref.Value())
}

// The job went to the queue.
func enqueue(queue chan<- rcpool.Ref[Job], id int) {
	ref := jobs.Get()
	ref.Value().ID = id
	queue <- ref
	ref.Release() // want "double-release: "
}

// The job goes to the queue, whose receiver and this function release it.
func enqueueDeferred(queue chan<- rcpool.Ref[Job], id int) {
	ref := jobs.Get()
	defer ref.Release()
	ref.Value().ID = id
	queue <- ref // want "(double-release|escape): "
}

// One lease, and a release in each turn.
func retryReleasing(id int) {
	ref := jobs.Get()
	ref.Value().ID = id
	for {
		ref.Release() // want "double-release: "
		id /= 2
		if id == 0 {
			return
		}
	}
}

// stop is not idempotent, and is both deferred and called.
func work(id int) error {
	w := &worker{current: jobs.Get()}
	defer w.stop()
	w.current.Value().ID = id
	if err := run(w.current.Value()); err != nil {
		w.stop() // want "double-release: "
		return err
	}
	return nil
}

// A copy is the same reference.
func copied(id int) {
	ref := jobs.Get()
	ref.Value().ID = id
	same := ref
	count(same.Value())
	same.Release()
	ref.Release() // want "double-release: "
}

// finish, in its goroutine, and the deferred call release the same reference.
func finishInBackground(id int) {
	ref := jobs.Get()
	defer ref.Release()
	ref.Value().ID = id
	go finish(ref) // want "(double-release|escape): "
}

// The worker owns what it holds, and so does this function.
func (w *worker) take(id int) {
	ref := jobs.Get()
	defer ref.Release()
	ref.Value().ID = id
	w.current = ref // want "(double-release|escape): "
}

// Drop leaves only a zero reference alone.
func releaseAndDrop(id int) error {
	ref := jobs.Get()
	defer rcpool.Drop(&ref)
	ref.Value().ID = id
	if err := run(ref.Value()); err != nil {
		ref.Release() // want "double-release: "
		return err
	}
	return nil
}

// Of the caller's reference, once on failure and once in any case.
func settle(ref rcpool.Ref[Job]) error {
	err := run(ref.Value())
	if err != nil {
		ref.Release()
	}
	ref.Release() // want "double-release: "
	return err
}
