package usedfirst

import "github.com/rcpool/rcpool"

// The span waits for its root, which takes all of them out.
func (s span) end(took int) int {
	d := s.ref.Value()
	d.took = took
	root := d.parent == 0
	spans := append(s.t.traces[s.trace], s.ref)
	if !root {
		s.t.traces[s.trace] = spans
		return 0
	}
	delete(s.t.traces, s.trace)
	return s.t.decide(spans)
}

func run(t *tracer) int {
	root := t.start(1, 0, "auction")
	t.start(1, 1, "geo").end(3)
	return root.end(4)
}

// It is appended to the list in the map.
func (s span) wait(took int) {
	s.ref.Value().took = took
	s.t.traces[s.trace] = append(s.t.traces[s.trace], s.ref)
}

func waiting(t *tracer) {
	s := t.start(2, 1, "geo")
	s.wait(3)
}

// It is the last one of its name.
func (s span) remember(took int) {
	d := s.ref.Value()
	d.took = took
	if old, ok := s.t.last[d.name]; ok {
		old.Release()
	}
	s.t.last[d.name] = s.ref
}

func remembered(t *tracer) {
	s := t.start(3, 1, "bid")
	s.remember(9)
}

// The span is behind a pointer.
func (s *span) wait2(took int) {
	s.ref.Value().took = took
	s.t.traces[s.trace] = append(s.t.traces[s.trace], s.ref)
}

func waitingBehind(t *tracer) {
	s := &span{t, 4, t.pool.Get()}
	s.wait2(3)
}

// It becomes the root of the tracer.
func (s span) lead(name string) {
	s.ref.Value().name = name
	rcpool.Drop(&s.t.root)
	s.t.root = s.ref
}

func leading(t *tracer) {
	s := t.start(5, 0, "root")
	s.lead("first")
}
