package filledlater

// The list leads to what the struct has got since.
func closesAppended() {
	var all []*upload
	defer func() {
		for _, u := range all {
			u.close()
		}
	}()
	u := &upload{}
	all = append(all, u)
	u.first = frames.Get()
}

// One reference was there before the map had the struct, the other one came later.
func closesSecond() {
	all := map[string]*upload{}
	defer func() {
		for _, u := range all {
			u.close()
		}
	}()
	u := &upload{first: frames.Get()}
	all["a"] = u
	u.second = frames.Get()
}

// The same with a list, which is closed at the end.
func closesSecondAppended() {
	var all []*upload
	u := &upload{first: frames.Get()}
	all = append(all, u)
	u.second = frames.Get()
	for _, u := range all {
		u.close()
	}
}

// The struct comes back from a channel.
func closesSent() {
	all := make(chan *upload, 1)
	u := &upload{}
	all <- u
	u.first = frames.Get()
	v := <-all
	v.close()
}

// The list is in a map.
func closesLists() {
	all := map[string][]*upload{}
	u := &upload{}
	all["a"] = append(all["a"], u)
	u.first = frames.Get()
	for _, l := range all {
		for _, u := range l {
			u.close()
		}
	}
}

type table struct{ all map[string]*upload }

// The map is in a struct.
func closesInStruct() {
	t := table{all: map[string]*upload{}}
	u := &upload{}
	t.all["x"] = u
	u.first = frames.Get()
	u.second = frames.Get()
	t.all["x"].close()
}

// fill has a literal that finds or makes the struct.
func fill(names []string) {
	all := map[string]*upload{}
	defer func() {
		for _, u := range all {
			u.close()
		}
	}()
	do := func(name string) {
		u := all[name]
		if u == nil {
			u = &upload{}
			all[name] = u
		}
		if u.first.IsZero() {
			u.first = frames.Get()
		}
	}
	for _, name := range names {
		do(name)
	}
}
