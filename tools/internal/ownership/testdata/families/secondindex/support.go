// Package secondindex has structs that find the same object in two ways.
package secondindex

import "github.com/rcpool/rcpool"

type Entry struct {
	ID   int
	Text []byte
}

func (e *Entry) Reset() { e.ID, e.Text = 0, e.Text[:0] }

var entries = rcpool.Pool[Entry]{Name: "entries"}

func get(id int) rcpool.Ref[Entry] {
	e := entries.Get()
	e.Value().ID = id
	return e
}
