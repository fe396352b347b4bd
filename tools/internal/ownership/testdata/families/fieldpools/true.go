package fieldpools

import "io"

type message1 struct{ head, body *block }

func newMessage1() *message1 {
	return &message1{head: heads.Get().(*block), body: bodies.Get().(*block)}
}

func (m *message1) copy(w io.Writer, r io.Reader) error { return copyBoth(w, r, m.head, m.body) }

// The head is put where the bodies are.
func (m *message1) close() {
	bodies.Put(m.head) // want "wrong-pool: "
	bodies.Put(m.body)
	m.head, m.body = nil, nil
}

func useMessage1(w io.Writer, r io.Reader) error {
	m := newMessage1()
	defer m.close()
	return m.copy(w, r)
}

type message2 struct{ head, body *block }

// The objects come to the fields one by one, the head by a function.
func (m *message2) open() {
	m.head = head()
	m.body = bodies.Get().(*block)
}

func (m *message2) copy(w io.Writer, r io.Reader) error { return copyBoth(w, r, m.head, m.body) }

func (m *message2) close() {
	heads.Put(m.head)
	if m.body != nil {
		heads.Put(m.body) // want "wrong-pool: "
		m.body = nil
	}
}

func useMessage2(w io.Writer, r io.Reader) error {
	m := new(message2)
	m.open()
	defer m.close()
	return m.copy(w, r)
}

type scanner1 struct {
	word *block
	r    io.Reader
}

func newScanner1(r io.Reader) *scanner1 {
	return &scanner1{word: words.Get().(*block), r: r}
}

func (s *scanner1) next() int {
	n, _ := s.r.Read(s.word.data)
	return n
}

// The pools are known by pointers.
func (s *scanner1) close() {
	lines.Put(s.word) // want "wrong-pool: "
}

func useScanner1(r io.Reader) int {
	s := newScanner1(r)
	defer s.close()
	return s.next()
}

type stream1 struct {
	up, down *block
	done     bool
}

func openStream1() (*stream1, error) {
	s := &stream1{}
	s.up = heads.Get().(*block)
	s.down = bodies.Get().(*block)
	return s, nil
}

func (s *stream1) copy(w io.Writer, r io.Reader) error { return copyBoth(w, r, s.up, s.down) }

// One field is given back in a deferred call, and the wrong one.
func (s *stream1) finish() {
	defer func() {
		heads.Put(s.down) // want "wrong-pool: "
	}()
	heads.Put(s.up)
	s.done = true
}

func useStream1(w io.Writer, r io.Reader) error {
	s, err := openStream1()
	if err != nil {
		return err
	}
	defer s.finish()
	return s.copy(w, r)
}

type lease1 struct{ data *block }

// The object is taken anew before each use.
func (l *lease1) renew() {
	if l.data == nil {
		l.data = bodies.Get().(*block)
	}
}

func (l *lease1) end() {
	if l.data == nil {
		return
	}
	heads.Put(l.data) // want "wrong-pool: "
	l.data = nil
}

func useLease1(r io.Reader) (int, error) {
	l := new(lease1)
	l.renew()
	defer l.end()
	return r.Read(l.data.data)
}
