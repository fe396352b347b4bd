// Package loadorstore has references that go into a sync.Map unless it has one already.
package loadorstore

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// A Msg is an example.
type Msg struct{ ID int }

var (
	msgs  = rcpool.Pool[Msg]{Name: "msgs"}
	known sync.Map

	adding sync.Mutex
)

func get(id int) rcpool.Ref[Msg] {
	m := msgs.Get()
	m.Value().ID = id
	return m
}
