package listed

// The status is online after its release.
func receive(user, room string) {
	ref := statuses.Get()
	defer ref.Release()
	s := ref.Value()
	*s = Status{User: user, Room: room}
	announce(s) // want "escape: "
}

// The status is online after its release, at the end.
func receiveLate(user, room string) {
	ref := statuses.Get()
	s := ref.Value()
	*s = Status{User: user, Room: room}
	announce(s) // want "escape: "
	ref.Release()
}

// The status is read after its release.
func receiveTwice(user, room string) string {
	ref := statuses.Get()
	s := ref.Value()
	*s = Status{User: user, Room: room}
	enter(s)
	leave(user)
	ref.Release()
	return s.Room // want "use-after-release: "
}

// The status is put into the map after its release.
func receiveStale(user, room string) {
	ref := statuses.Get()
	s := ref.Value()
	*s = Status{User: user, Room: room}
	ref.Release()
	announce(s) // want "use-after-release: "
}
