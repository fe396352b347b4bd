package handover

import "github.com/rcpool/rcpool"

// The caller gets a reference that is released on the way out.
func openReleased(id int) (rcpool.Ref[Task], error) {
	ref := tasks.Get()
	defer ref.Release()
	if err := prepare(ref.Value(), id); err != nil {
		return rcpool.Ref[Task]{}, err
	}
	return ref, nil // want "escape: "
}

// Two receivers, and one reference.
func broadcast(id int, left, right chan<- rcpool.Ref[Task]) {
	ref := tasks.Get()
	ref.Value().ID = id
	left <- ref
	right <- ref // want "(escape|double-release): "
}

// The callback takes the task over, as its signature says.
func callback(id int, done func(rcpool.Ref[Task])) {
	ref := tasks.Get()
	ref.Value().ID = id
	done(ref)
	ref.Release() // want "double-release: "
}

// The deferred closure releases too.
func deferredClosure(id int) error {
	ref := tasks.Get()
	defer func() {
		ref.Release()
	}()
	err := prepare(ref.Value(), id)
	if err == nil {
		return nil
	}
	ref.Release() // want "double-release: "
	return err
}

// submit takes the task over, also if it fails.
func submitAndRelease(queue chan<- rcpool.Ref[Task], id int) error {
	ref := tasks.Get()
	ref.Value().ID = id
	err := submit(queue, ref)
	if err != nil {
		ref.Release() // want "double-release: "
		return err
	}
	return nil
}

// The method value is a release too.
func methodValue(id int) error {
	ref := tasks.Get()
	release := ref.Release
	defer release()
	if err := prepare(ref.Value(), id); err != nil {
		ref.Release() // want "double-release: "
		return err
	}
	return nil
}

// The task is lent until the function is called, which one way out forgets.
func cleanUpForgotten(id int) int {
	task, giveBack := borrow(id) // want "leak: "
	if task.ID == 0 {
		return 0
	}
	steps := task.Steps[0]
	giveBack()
	return steps
}

// The task is given back, and used.
func cleanUpEarly(id int) int {
	task, giveBack := borrow(id)
	giveBack()
	return task.ID // want "use-after-release: "
}

// What open returns is owned.
func openAndForget(id int) error {
	ref, err := open(id) // want "leak: "
	if err != nil {
		return err
	}
	show(ref.Value())
	return nil
}

// If open fails there is nothing to release.
func openAndRelease(id int) error {
	ref, err := open(id)
	if err != nil {
		ref.Release() // want "zero-ref: "
		return err
	}
	complete(ref)
	return nil
}
