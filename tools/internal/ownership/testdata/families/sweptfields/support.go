// Package sweptfields has types whose methods release some entries of a map or a list in a
// field, and methods that use or release all of them.
package sweptfields

import (
	"bytes"
	"sync"

	"github.com/rcpool/rcpool"
)

type Game struct {
	ID    int
	Moves int
	Over  bool
}

func (g *Game) Score() int { return g.Moves * 2 }

var games = sync.Pool{New: func() any { return new(Game) }}

func start(id int) *Game {
	g := games.Get().(*Game)
	*g = Game{ID: id}
	return g
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type Session struct {
	User string
	Seen int
}

var sessions = rcpool.Pool[Session]{Name: "sessions"}

func login(user string, seen int) rcpool.Ref[Session] {
	ref := sessions.Get()
	ref.Value().User, ref.Value().Seen = user, seen
	return ref
}
