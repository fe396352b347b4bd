// Package stillheld has structs whose containers keep what a method has released, and
// methods that use it later.
package stillheld

import (
	"bytes"
	"sync"

	"github.com/rcpool/rcpool"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type session struct {
	id  int
	out *bytes.Buffer
}

// A hub has the sessions that are open.
type hub struct {
	sessions map[int]*session
}

func (h *hub) open(id int) {
	s := &session{id: id, out: buffers.Get().(*bytes.Buffer)}
	s.out.Reset()
	h.sessions[id] = s
}

// shut puts the buffer back, and leaves the session in the map.
func (h *hub) shut(id int) {
	if s, ok := h.sessions[id]; ok {
		buffers.Put(s.out)
	}
}

// close puts the buffer back, and forgets the session.
func (h *hub) close(id int) {
	if s, ok := h.sessions[id]; ok {
		delete(h.sessions, id)
		buffers.Put(s.out)
	}
}

type Edit struct{ Text string }

var edits rcpool.Pool[Edit]

// An editor has a list of edits, the last one of which can be undone.
type editor struct {
	undo   []rcpool.Ref[Edit]
	closed bool
}

func (e *editor) do(text string) {
	edit := edits.Get()
	edit.Value().Text = text
	e.undo = append(e.undo, edit)
}

// back takes the last edit back.
func (e *editor) back() {
	last := len(e.undo) - 1
	e.undo[last].Release()
	e.undo = e.undo[:last]
}

// drop releases the edits, and keeps them in the list.
func (e *editor) drop() {
	for _, edit := range e.undo {
		edit.Release()
	}
}

// clear releases the edits.
func (e *editor) clear() {
	e.drop()
	e.undo = e.undo[:0]
}

// close releases the edits once.
func (e *editor) close() {
	if e.closed {
		return
	}
	e.closed = true
	for _, edit := range e.undo {
		edit.Release()
	}
}

type User struct{ Name string }

var users rcpool.Pool[User]

// A directory finds users in two ways. The map byID owns them.
type directory struct {
	byID   map[int]rcpool.Ref[User]
	byName map[string]rcpool.Ref[User]
}

func (d *directory) add(id int, name string) {
	user := users.Get()
	user.Value().Name = name
	d.byID[id] = user
	d.byName[name] = user
}

// remove forgets the user in one of the maps only.
func (d *directory) remove(id int) {
	if user, ok := d.byID[id]; ok {
		delete(d.byID, id)
		user.Release()
	}
}

// removeBoth forgets the user in both.
func (d *directory) removeBoth(id int) {
	if user, ok := d.byID[id]; ok {
		delete(d.byID, id)
		delete(d.byName, user.Value().Name)
		user.Release()
	}
}
