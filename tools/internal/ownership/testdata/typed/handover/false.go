package handover

import "github.com/rcpool/rcpool"

// The caller gets a reference of its own.
func openRetained(id int) (rcpool.Ref[Task], error) {
	ref := tasks.Get()
	defer ref.Release()
	if err := prepare(ref.Value(), id); err != nil {
		return rcpool.Ref[Task]{}, err
	}
	return ref.Retain(), nil
}

// Two receivers, and two references.
func broadcastRetained(id int, left, right chan<- rcpool.Ref[Task]) {
	ref := tasks.Get()
	ref.Value().ID = id
	left <- ref.Retain()
	right <- ref
}

// The callback takes the task over, as its signature says.
func callbackOwns(id int, done func(rcpool.Ref[Task])) {
	ref := tasks.Get()
	ref.Value().ID = id
	done(ref)
}

// The deferred closure releases, and nobody else.
func deferredClosureAlone(id int) error {
	ref := tasks.Get()
	defer func() {
		show(ref.Value())
		ref.Release()
	}()
	return prepare(ref.Value(), id)
}

// submit takes the task over, also if it fails.
func prepareAndSubmit(queue chan<- rcpool.Ref[Task], id int) error {
	ref := tasks.Get()
	if err := prepare(ref.Value(), id); err != nil {
		ref.Release()
		return err
	}
	return submit(queue, ref)
}

// The helper takes the task over on every way.
func openAndComplete(id int) error {
	ref, err := open(id)
	if err != nil {
		return err
	}
	complete(ref)
	return nil
}

// The method value is the release.
func methodValueAlone(id int) error {
	ref := tasks.Get()
	release := ref.Release
	defer release()
	return prepare(ref.Value(), id)
}

// The task is lent until the deferred call.
func cleanUpDeferred(id int) int {
	task, giveBack := borrow(id)
	defer giveBack()
	if task.ID == 0 {
		return 0
	}
	return task.Steps[0]
}

// The caller gets the clean-up with the task.
func borrowPrepared(id int) (*Task, func(), error) {
	task, giveBack := borrow(id)
	if err := prepare(task, id); err != nil {
		giveBack()
		return nil, nil, err
	}
	return task, giveBack, nil
}

// The method value is handed to the caller as the clean-up.
func lease(id int) (*Task, func()) {
	ref := tasks.Get()
	ref.Value().ID = id
	return ref.Value(), ref.Release
}
