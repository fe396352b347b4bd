// Package sweeps has loops that release some elements of a container.
package sweeps

import "github.com/rcpool/rcpool"

type Session struct {
	User  string
	Seen  int
	Ended bool
	Bytes int
}

var sessions = rcpool.Pool[Session]{Name: "sessions"}

func open(user string, seen int) rcpool.Ref[Session] {
	ref := sessions.Get()
	*ref.Value() = Session{User: user, Seen: seen}
	return ref
}

// A conn has a session.
type conn struct {
	session rcpool.Ref[Session]
	name    string
	idle    bool
}
