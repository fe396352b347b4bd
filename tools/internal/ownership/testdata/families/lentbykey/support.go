// Package lentbykey has maps whose entries lend their objects: one method finds the object
// of a key, another one releases it.
package lentbykey

import (
	"errors"
	"sync"

	"github.com/rcpool/rcpool"
)

type Room struct {
	Name    string
	Players []string
	Score   int
}

func (r *Room) Size() int { return len(r.Players) }

var rooms rcpool.Pool[Room]

var errNoRoom = errors.New("no such room")

type arena struct{ rooms map[string]rcpool.Ref[Room] }

func (a *arena) open(name string) {
	ref := rooms.Get()
	ref.Value().Name = name
	a.rooms[name] = ref
}

// room lends the room of a name.
func (a *arena) room(name string) (*Room, error) {
	ref, ok := a.rooms[name]
	if !ok {
		return nil, errNoRoom
	}
	return ref.Value(), nil
}

// find lends it, or returns nil.
func (a *arena) find(name string) *Room {
	if ref, ok := a.rooms[name]; ok {
		return ref.Value()
	}
	return nil
}

// drop releases the room of a name, if there is one.
func (a *arena) drop(name string) {
	if ref, ok := a.rooms[name]; ok {
		delete(a.rooms, name)
		ref.Release()
	}
}

// dropEmpty releases it only if nobody is there.
func (a *arena) dropEmpty(name string) {
	if ref, ok := a.rooms[name]; ok && len(ref.Value().Players) == 0 {
		delete(a.rooms, name)
		ref.Release()
	}
}

// forget takes it out, for somebody else.
func (a *arena) forget(name string) rcpool.Ref[Room] {
	ref := a.rooms[name]
	delete(a.rooms, name)
	return ref
}

// replace opens a new room, and releases the old one.
func (a *arena) replace(name string) {
	ref := a.rooms[name]
	a.open(name)
	if !ref.IsZero() {
		ref.Release()
	}
}

type Board struct{ Cells, Moves int }

var boards = sync.Pool{New: func() any { return new(Board) }}

type lobby struct{ active map[int]*Board }

func (l *lobby) board(id int) *Board { return l.active[id] }

func (l *lobby) end(id int) {
	b := l.active[id]
	if b == nil {
		return
	}
	boards.Put(b)
	delete(l.active, id)
}

// remove leaves the board to the garbage collector.
func (l *lobby) remove(id int) { delete(l.active, id) }
