package filledlater

// No container has the struct.
func neverAppended() {
	u := &upload{}
	u.first = frames.Get() // want "leak: "
	u.first.Value().n++
}

// The list has another struct.
func anotherIsAppended() {
	var all []*upload
	u, v := &upload{}, &upload{}
	all = append(all, v)
	u.first = frames.Get() // want "leak: "
	u.first.Value().n++
	for _, u := range all {
		u.close()
	}
}

// So has the map.
func anotherIsInTheMap() {
	all := map[string]*upload{}
	u, v := &upload{}, &upload{}
	all["v"] = v
	u.second = frames.Get() // want "leak: "
	u.second.Value().n++
	for _, u := range all {
		u.close()
	}
}

// The struct is closed, but it has only one of the two.
func neverStored() {
	all := map[string]*upload{}
	u := &upload{}
	all["u"] = u
	u.first = frames.Get()
	lost := frames.Get() // want "leak: "
	lost.Value().n = u.first.Value().n
	u.close()
}

// The list is no excuse for a second release.
func releasedTwice() {
	var all []*upload
	u := &upload{}
	all = append(all, u)
	u.first = frames.Get()
	u.first.Release()
	u.first.Release() // want "double-release: "
}

// Nor is the map for a late use.
func usedLate() int {
	all := map[string]*upload{}
	u := &upload{}
	all["u"] = u
	u.first = frames.Get()
	u.first.Release()
	return u.first.Value().n // want "use-after-release: "
}

// The copy in the struct is as stale.
func usedLateInList() int {
	var all []*upload
	u := &upload{}
	all = append(all, u)
	u.second = frames.Get()
	v := u.second
	v.Release()
	return u.second.Value().n // want "use-after-release: "
}
