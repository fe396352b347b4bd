package keptpooled

// The encoder has its buffer while it encodes.
func (s *server) group() string {
	b := getBuffer()
	defer putBuffer(b)
	s.enc.reset(b)
	s.enc.open()
	s.enc.close()
	return b.String()
}

// So it does here, and only one of its methods is called.
func (s *server) begin() string {
	b := getBuffer()
	s.enc.reset(b)
	s.enc.open()
	text := b.String()
	putBuffer(b)
	return text
}

// The event is not the current one any more when it goes back.
func (s *server) handle(id int) {
	e := events.Get().(*event)
	e.id = id
	s.cur.begin(e)
	defer events.Put(e)
	defer s.cur.end()
	e.name = "handled"
}

// The job puts its buffer back.
func (s *server) work() {
	b := getBuffer()
	s.job.attach(b)
	b.WriteString("done")
	s.job.finish()
}

// Nobody in the package asks for the answer.
func (s *server) answer() int {
	b := getBuffer()
	defer putBuffer(b)
	s.req.setAnswer(b)
	b.WriteString("ok")
	return b.Len()
}

// The monitor gets an event of its own.
func (s *server) watched(id int, name string) {
	e := events.Get().(*event)
	e.id, e.name = id, name
	s.mon.observe(&event{id: e.id, name: e.name})
	events.Put(e)
}

// The monitor is gone before anybody asks it.
func tally(id int) int {
	m := newMonitor()
	e := events.Get().(*event)
	e.id = id
	m.observe(e)
	events.Put(e)
	return m.count
}

// What the monitor has is forgotten before the event goes back.
func (s *server) forget(id int) {
	e := events.Get().(*event)
	e.id = id
	s.mon.observe(e)
	s.mon.observe(nil)
	events.Put(e)
}

func newMonitor() *monitor { return &monitor{} }
