package storedtwice

// The alias has a reference of its own.
func (x *index) addRetained(name, alias string) {
	topic := get(name)
	x.by[name] = topic
	x.by[alias] = topic.Retain()
}

// The topic has one name or the other.
func (x *index) addOne(name, alias string) {
	topic := get(name)
	if alias != "" {
		x.by[alias] = topic
	} else {
		x.by[name] = topic
	}
}

// The owner releases it under one name.
func (o *owner) add(name, alias string) {
	topic := get(name)
	o.by[name] = topic
	o.by[alias] = topic
}

// Only one of the fields is released.
func newMarked(name string) *marked {
	topic := get(name)
	return &marked{first: topic, second: topic}
}

// The fields are compared first.
func newChecked(name string) *checked {
	topic := get(name)
	return &checked{first: topic, second: topic}
}

// Each name has a topic of its own.
func (x *index) addEach(names []string) {
	for _, name := range names {
		topic := get(name)
		x.by[name] = topic
	}
}

// Each field has a reference in each case.
func (t *tracker) feed(name string) {
	cur := get(name)
	if t.prev.IsZero() {
		t.key = cur
		t.prev = cur.Retain()
		return
	}
	t.prev.Release()
	t.prev = cur
	if cur.Value().Posts > 2 {
		t.key.Release()
		t.key = cur.Retain()
	}
}
