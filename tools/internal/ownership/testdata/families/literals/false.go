package literals

import (
	"bytes"

	"github.com/rcpool/rcpool"
)

// The literal borrows the task until it returns.
func (b *board) start(ref rcpool.Ref[Task]) {
	defer ref.Release()
	ref.Go(func(t *Task) {
		b.add(process(t))
	})
}

// The held literal is called here, and copies what it keeps.
func (b *board) copyLatest(ref rcpool.Ref[Task]) {
	ref.Hold(func(t *Task) {
		b.latest = bytes.Clone(t.Payload)
	})()
	ref.Release()
}

// The literal of With returns a number.
func idWith() (id int, err error) {
	err = tasks.With(func(t *Task) error {
		t.ID = 7
		id = process(t)
		return nil
	})
	return id, err
}

// The goroutine within the literal has a reference of its own.
func (b *board) startTwice(ref rcpool.Ref[Task]) {
	defer ref.Release()
	inner := ref.Retain()
	ref.Go(func(t *Task) {
		b.add(t.ID)
		inner.Go(func(t *Task) { b.add(len(t.Payload)) })
		inner.Release()
	})
}

// What is leased in the literal is released in it.
func (b *board) merge(ref rcpool.Ref[Task], drop bool) {
	ref.Go(func(t *Task) {
		merged := tasks.Get()
		defer merged.Release()
		if drop {
			return
		}
		merged.Value().Payload = append(merged.Value().Payload, t.Payload...)
		b.add(process(merged.Value()))
	})
	ref.Release()
}

// The loop borrows the tasks of the queue.
func (q *queue) sum() (n int) {
	for ref := range q.all() {
		n += process(ref.Value())
	}
	return n
}

// The loop owns the tasks that it drains, also the one that ends it.
func (q *queue) until(id int) bool {
	for ref := range q.drain() {
		found := ref.Value().ID == id
		ref.Release()
		if found {
			return true
		}
	}
	return false
}

// The body returns, and the deferred call in it runs at the end of the function.
func firstFresh(n int) int {
	for ref := range fresh(n) {
		defer ref.Release()
		if id := ref.Value().ID; id > 0 {
			return id
		}
	}
	return 0
}

// The body copies what it keeps.
func (q *queue) firstPayload() []byte {
	for _, t := range q.values() {
		if len(t.Payload) > 0 {
			return bytes.Clone(t.Payload)
		}
	}
	return nil
}

// The call that is made later borrows the task.
func (b *board) remind(ref rcpool.Ref[Task]) (stop func() bool) {
	defer ref.Release()
	return ref.AfterFunc(soon, func(t *Task) { b.add(process(t)) })
}
