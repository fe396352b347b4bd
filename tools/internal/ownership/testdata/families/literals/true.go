package literals

import (
	"github.com/rcpool/rcpool"
)

// The literal keeps the task that it borrows.
func (b *board) startAndKeep(ref rcpool.Ref[Task]) {
	defer ref.Release()
	ref.Go(func(t *Task) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.last = t // want "escape: "
	})
}

// The held literal keeps the memory of the task.
func (b *board) keepLatest(ref rcpool.Ref[Task]) {
	ref.Hold(func(t *Task) {
		b.latest = t.Payload // want "escape: "
	})()
	ref.Release()
}

// The task is used after With has given it back.
func idAfterWith() int {
	var kept *Task
	_ = tasks.With(func(t *Task) error {
		t.ID = 7
		kept = t
		return nil
	})
	return process(kept) // want "(use-after-release|escape): "
}

// The goroutine within the literal holds nothing.
func (b *board) startTwiceUnheld(ref rcpool.Ref[Task]) {
	defer ref.Release()
	ref.Go(func(t *Task) {
		b.add(t.ID)
		go func() { b.add(len(t.Payload)) }() // want "escape: "
	})
}

// What is leased in the literal is lost when it is dropped.
func (b *board) mergeLost(ref rcpool.Ref[Task], drop bool) {
	ref.Go(func(t *Task) {
		merged := tasks.Get() // want "leak: "
		if drop {
			return
		}
		merged.Value().Payload = append(merged.Value().Payload, t.Payload...)
		b.add(process(merged.Value()))
		merged.Release()
	})
	ref.Release()
}

// The loop releases in its body, and reads then.
func (q *queue) sumStale() (n int) {
	for ref := range q.drain() {
		ref.Release()
		n += process(ref.Value()) // want "use-after-release: "
	}
	return n
}

// The task that ends the loop is not released.
func (q *queue) untilLost(id int) bool {
	for ref := range q.drain() { // missed "leak: "
		if ref.Value().ID == id {
			return true
		}
		ref.Release()
	}
	return false
}

// The body releases the task, and the deferred call in it does so again.
func firstFreshTwice(n int) int {
	for ref := range fresh(n) {
		defer ref.Release()
		id := ref.Value().ID
		if id > 0 {
			ref.Release() // missed "double-release: "
			return id
		}
	}
	return 0
}

// The payload is returned after its task was released.
func (q *queue) firstPayloadStale() []byte {
	for ref := range q.drain() {
		if p := ref.Value().Payload; len(p) > 0 {
			ref.Release()
			return p // want "(escape|use-after-release): "
		}
		ref.Release()
	}
	return nil
}

// The literal that runs later uses another task, which is released.
func (b *board) remindOther(ref, other rcpool.Ref[Task]) (stop func() bool) {
	defer ref.Release()
	defer other.Release()
	value := other.Value()
	return ref.AfterFunc(soon, func(t *Task) { b.add(process(t) - process(value)) }) // want "escape: "
}
