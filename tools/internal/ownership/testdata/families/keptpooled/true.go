package keptpooled

// The monitor still has the event.
func (s *server) watch(id int, name string) {
	e := events.Get().(*event)
	e.id, e.name = id, name
	s.mon.observe(e) // want "escape: "
	events.Put(e)
}

// So it has if the event goes back later.
func (s *server) watchLonger(id int, name string) int {
	e := events.Get().(*event)
	defer events.Put(e)
	e.id, e.name = id, name
	s.mon.observe(e) // want "escape: "
	return len(name) + e.id
}

// One more function is between.
func (s *server) report(id int) {
	e := events.Get().(*event)
	e.id = id
	s.note(e) // want "escape: "
	events.Put(e)
}

func (s *server) note(e *event) { s.mon.observe(e) }

// The event is the current one forever.
func (s *server) handleAll(ids []int) {
	for _, id := range ids {
		e := events.Get().(*event)
		e.id = id
		s.cur.begin(e) // want "escape: "
		e.name = "handled"
		events.Put(e)
	}
}

// Another function shows the size of what this one puts back.
func (s *server) workHere() {
	b := getBuffer()
	s.job.attach(b) // want "escape: "
	b.WriteString("done")
	putBuffer(b)
}

// The monitor gets the event that goes back, and not the copy.
func (s *server) copied(id int, name string) *event {
	e := events.Get().(*event)
	e.id, e.name = id, name
	kept := &event{id: id, name: name}
	s.mon.observe(e) // want "escape: "
	events.Put(e)
	return kept
}

// The monitor has the next event only on one way.
func (s *server) replaced(id int, next *event) {
	e := events.Get().(*event)
	e.id = id
	s.mon.observe(e) // want "escape: "
	if next != nil {
		s.mon.observe(next)
	}
	events.Put(e)
}

// The event goes back on the way out, and the monitor has it.
func (s *server) failing(id int) error {
	e := events.Get().(*event)
	defer func() { events.Put(e) }()
	e.id = id
	s.mon.observe(e) // want "escape: "
	return nil
}
