package stillheld

import (
	"bytes"

	"github.com/rcpool/rcpool"
)

// The session is still in the map, and its buffer is not its own.
func (h *hub) writeShut(id int, text string) {
	if s, ok := h.sessions[id]; ok {
		s.out.WriteString(text) // want "use-after-release: "
	}
}

func shutThenWrite(h *hub) {
	h.open(1)
	h.shut(1)
	h.writeShut(1, "late")
}

// The edits are in the list after drop.
func (e *editor) textDropped() (text string) {
	for _, edit := range e.undo {
		text += edit.Value().Text // want "use-after-release: "
	}
	return text
}

func dropThenText() string {
	var e editor
	e.do("a")
	e.drop()
	return e.textDropped()
}

// The edits are released again.
func (e *editor) releaseAgain() {
	for _, edit := range e.undo {
		edit.Release() // want "double-release: "
	}
}

func dropThenRelease() {
	e := &editor{}
	for range 3 {
		e.do("a")
		e.drop()
		e.releaseAgain()
	}
}

// The last edit is taken out once more.
func (e *editor) pop() string {
	last := e.undo[len(e.undo)-1]
	text := last.Value().Text // want "use-after-release: "
	last.Release()
	return text
}

func popTwice(e *editor) string {
	return e.pop() + e.pop()
}

// The map byName has users that were removed.
func (d *directory) lengthRemoved(name string) int {
	if user, ok := d.byName[name]; ok {
		return len(user.Value().Name) // want "use-after-release: "
	}
	return 0
}

func removeThenLength(d *directory) int {
	d.add(1, "ann")
	d.remove(1)
	return d.lengthRemoved("ann")
}

// A log has the events that are open, and the last one.
type logbook struct {
	events []rcpool.Ref[Edit]
	last   rcpool.Ref[Edit]
}

func (l *logbook) add(text string) {
	event := edits.Get()
	event.Value().Text = text
	l.events = append(l.events, event)
	l.last = event
}

func (l *logbook) flush() {
	for _, event := range l.events {
		event.Release()
	}
	l.events = l.events[:0]
}

// The last event was flushed with the others.
func (l *logbook) tail() string {
	if l.last.IsZero() {
		return ""
	}
	return l.last.Value().Text // want "use-after-release: "
}

func flushThenTail(l *logbook) string {
	l.add("a")
	l.flush()
	return l.tail()
}

// A table has sessions in slots, and nil where there is none.
type table struct{ slots []*session }

func (t *table) open(id int) {
	t.slots = append(t.slots, &session{id: id, out: buffers.Get().(*bytes.Buffer)})
}

func (t *table) shut(i int) {
	if s := t.slots[i]; s != nil {
		buffers.Put(s.out)
	}
}

// The slot is not nil after shut.
func (t *table) write(i int, text string) {
	if s := t.slots[i]; s != nil {
		s.out.WriteString(text) // want "use-after-release: "
	}
}

func shutThenWriteSlot(t *table) {
	t.open(1)
	t.shut(0)
	t.write(0, "late")
}
