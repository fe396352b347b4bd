package loadorstore

import "github.com/rcpool/rcpool"

// The message that is not needed is lost.
func internLost(id int) rcpool.Ref[Msg] {
	m := get(id) // want "leak: "
	if had, loaded := known.LoadOrStore(id, m); loaded {
		return had.(rcpool.Ref[Msg]).Retain()
	}
	return m.Retain()
}

// The message in the map is released.
func internReleased(id int) int {
	m := get(id)
	defer m.Release()
	if _, loaded := known.LoadOrStore(id, m); !loaded { // want "escape: "
		return m.Value().ID
	}
	return 0
}

// Whoever was first, this one's message is lost if it was not.
func internShared(id int) rcpool.Ref[Msg] {
	if had, ok := known.Load(id); ok {
		return had.(rcpool.Ref[Msg]).Retain()
	}
	m := get(id) // want "leak: "
	had, _ := known.LoadOrStore(id, m)
	return had.(rcpool.Ref[Msg]).Retain()
}

// The reference for the map is lost if the map has one.
func countShared(id int) int {
	m := get(id)
	defer m.Release()
	had, _ := known.LoadOrStore(id, m.Retain()) // want "leak: "
	return had.(rcpool.Ref[Msg]).Value().ID
}
