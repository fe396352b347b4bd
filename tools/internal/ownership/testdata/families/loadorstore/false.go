package loadorstore

import "github.com/rcpool/rcpool"

// The message that is not needed is released.
func intern(id int) rcpool.Ref[Msg] {
	m := get(id)
	if had, loaded := known.LoadOrStore(id, m); loaded {
		m.Release()
		return had.(rcpool.Ref[Msg]).Retain()
	}
	return m.Retain()
}

// The map has a reference of its own.
func internRetained(id int) rcpool.Ref[Msg] {
	m := get(id)
	own := m.Retain()
	if had, loaded := known.LoadOrStore(id, own); loaded {
		own.Release()
		m.Release()
		return had.(rcpool.Ref[Msg]).Retain()
	}
	return m
}
