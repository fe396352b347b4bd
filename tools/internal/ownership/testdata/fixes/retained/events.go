// Package retained has references that are given away and kept: the receiver
// lacks one of its own.
package retained

import "github.com/rcpool/rcpool"

// An Event is what comes in.
type Event struct {
	ID int
}

var events = rcpool.Pool[Event]{Name: "events"}

func store(ref rcpool.Ref[Event]) {
	defer ref.Release()
	println(ref.Value().ID)
}

type board struct {
	last rcpool.Ref[Event]
}

func (b *board) close() { rcpool.Drop(&b.last) }

func (b *board) show(id int) {
	b.close()
	ref := events.Get()
	defer ref.Release()
	ref.Value().ID = id
	// want +1 "(double-release|escape): "
	b.last = ref
}

func enqueue(queue chan<- rcpool.Ref[Event], id int) {
	ref := events.Get()
	defer ref.Release()
	ref.Value().ID = id
	// want +1 "(double-release|escape): "
	queue <- ref
}

func storeLater(id int) {
	ref := events.Get()
	defer ref.Release()
	ref.Value().ID = id
	// want +1 "(double-release|escape): "
	go store(ref)
}

func read(id int) rcpool.Ref[Event] {
	ref := events.Get()
	defer ref.Release()
	ref.Value().ID = id
	// want +1 "escape: "
	return ref
}
