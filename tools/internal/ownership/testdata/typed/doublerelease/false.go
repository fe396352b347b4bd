package doublerelease

import (
	"log"

	"github.com/rcpool/rcpool"
)

// The failed job is released, and the function left.
func runOrLeave(id int) {
	ref := jobs.Get()
	ref.Value().ID = id
	if err := run(ref.Value()); err != nil {
		log.Print(err)
		ref.Release()
		return
	}
	ref.Release()
}

// The deferred release is the only one.
func runWithDefer(id int) error {
	ref := jobs.Get()
	defer ref.Release()
	ref.Value().ID = id
	if err := run(ref.Value()); err != nil {
		return err
	}
	count(ref.Value())
	return nil
}

// finish takes the job over on one branch, and this function on the other.
func runAndMaybeFinish(id int) error {
	ref := jobs.Get()
	ref.Value().ID = id
	err := run(ref.Value())
	if err != nil {
		ref.Release()
		return err
	}
	finish(ref)
	return nil
}

// Two deferred releases of two references.
func runTwoReferences(id int) error {
	ref := jobs.Get()
	defer ref.Release()
	ref.Value().ID = id
	other := ref.Retain()
	defer other.Release()
	return run(other.Value())
}

// The queue has a reference of its own.
func enqueueRetained(queue chan<- rcpool.Ref[Job], id int) {
	ref := jobs.Get()
	ref.Value().ID = id
	queue <- ref.Retain()
	ref.Release()
}

// The release is deferred only once the job stays here.
func enqueueOrRun(queue chan<- rcpool.Ref[Job], id int) error {
	ref := jobs.Get()
	ref.Value().ID = id
	if queue != nil {
		queue <- ref
		return nil
	}
	defer ref.Release()
	return run(ref.Value())
}

// One lease, and one release, in each turn.
func retryLeasing(id int) {
	for {
		ref := jobs.Get()
		ref.Value().ID = id
		count(ref.Value())
		ref.Release()
		id /= 2
		if id == 0 {
			return
		}
	}
}

// halt clears what it has released.
func workHalting(id int) error {
	w := &worker{current: jobs.Get()}
	defer w.halt()
	w.current.Value().ID = id
	if err := run(w.current.Value()); err != nil {
		w.halt()
		return err
	}
	return nil
}

// end releases at its first call.
func workEnding(id int) error {
	w := &worker{current: jobs.Get()}
	defer w.end()
	w.current.Value().ID = id
	if err := run(w.current.Value()); err != nil {
		w.end()
		return err
	}
	return nil
}

// finish, in its goroutine, gets a reference of its own.
func finishRetained(id int) {
	ref := jobs.Get()
	defer ref.Release()
	ref.Value().ID = id
	go finish(ref.Retain())
}

// The variable refers to another lease when it is released again.
func runTwice(id int) {
	ref := jobs.Get()
	ref.Value().ID = id
	count(ref.Value())
	ref.Release()
	ref = jobs.Get()
	ref.Value().ID = id + 1
	count(ref.Value())
	ref.Release()
}

// Drop leaves the zero reference alone that Move has left.
func moveAndDrop(queue chan<- rcpool.Ref[Job], id int) error {
	ref := jobs.Get()
	defer rcpool.Drop(&ref)
	ref.Value().ID = id
	if err := run(ref.Value()); err != nil {
		return err
	}
	queue <- rcpool.Move(&ref)
	return nil
}

// Of the caller's reference, on failure or in the end.
func settleOnce(ref rcpool.Ref[Job]) error {
	err := run(ref.Value())
	if err != nil {
		ref.Release()
		return err
	}
	count(ref.Value())
	ref.Release()
	return nil
}
