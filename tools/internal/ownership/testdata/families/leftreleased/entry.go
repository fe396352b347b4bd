// Package leftreleased has methods that release what a field or a container has, and leave it
// there for another method, and objects that are known under two names.
package leftreleased

import "github.com/rcpool/rcpool"

type Entry struct {
	ID   int
	Name string
	Due  int
}

var entries = rcpool.Pool[Entry]{Name: "entries"}

func get(id int) rcpool.Ref[Entry] {
	e := entries.Get()
	e.Value().ID = id
	return e
}
