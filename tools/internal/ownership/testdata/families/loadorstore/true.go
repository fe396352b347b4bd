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
