package listed

// The session has no status any more when it is released.
func serve(user string) int {
	ref := statuses.Get()
	defer ref.Release()
	s := ref.Value()
	s.User = user
	enter(s)
	defer leave(user)
	return len(s.User)
}

// What is settled is not pending.
func transact(user string) int {
	ref := statuses.Get()
	defer ref.Release()
	s := ref.Value()
	s.User = user
	begin(s)
	defer settle(s)
	return len(s.User)
}

// Nobody watches any more.
func look(user string) int {
	ref := statuses.Get()
	defer ref.Release()
	s := ref.Value()
	s.User = user
	watch(s)
	defer unwatch(s)
	return len(s.User)
}

// The old status is released after the new one has replaced it.
func follow(rooms []string) (last string) {
	ref := statuses.Get()
	ref.Value().User = "ann"
	set(ref.Value())
	for _, room := range rooms {
		next := statuses.Get()
		next.Value().User, next.Value().Room = "ann", room
		set(next.Value())
		ref.Release()
		ref, last = next, room
	}
	latest = map[string]*Status{}
	ref.Release()
	return last
}
