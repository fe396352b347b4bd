package sticky

// The stack stays on.
func newEvent() *event {
	e := events.Get().(*event) // want "reset: "
	e.text = e.text[:0]
	return e
}

// Only one of the flags is cleared.
func NewOptions() *Options {
	o := options.Get().(*Options) // want "reset: "
	o.Strict = false
	o.Depth = 0
	return o
}

// The pool is behind an interface.
func (s *server) accept(path string) *request {
	r := s.requests.Get().(*request) // want "reset: "
	r.path = path
	return r
}

// The flag is read in a copy.
func newEntry(line string) *entry {
	e, ok := entries.Get().(*entry) // want "reset: "
	if !ok {
		e = new(entry)
	}
	e.line = line
	return e
}

func (e *entry) free() {
	e.line = ""
	entries.Put(e)
}

// A function of its own makes a span.
func start(name string) *span {
	s, ok := spans.Get().(*span) // want "reset: "
	if !ok {
		s = makeSpan()
	}
	s.name = name
	return s
}

// The flag is forgotten where the other fields are cleared.
func (c *requestContext) clear() { // want "reset: clear does not reset field bypass"
	c.path = ""
	clear(c.vary)
	c.vary = c.vary[:0]
}
