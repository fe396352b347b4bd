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

// What the map has is compared with what was brought.
func internCompared(id int) rcpool.Ref[Msg] {
	m := get(id)
	had, _ := known.LoadOrStore(id, m)
	if first := had.(rcpool.Ref[Msg]); first != m {
		m.Release()
		return first.Retain()
	}
	return m.Retain()
}

// Nobody else adds messages meanwhile.
func internLocked(id int) rcpool.Ref[Msg] {
	adding.Lock()
	defer adding.Unlock()
	if had, ok := known.Load(id); ok {
		return had.(rcpool.Ref[Msg]).Retain()
	}
	had, _ := known.LoadOrStore(id, get(id))
	return had.(rcpool.Ref[Msg]).Retain()
}
