package fieldpools

import "io"

type message3 struct{ head, body *block }

func newMessage3() *message3 {
	return &message3{head: heads.Get().(*block), body: bodies.Get().(*block)}
}

func (m *message3) copy(w io.Writer, r io.Reader) error { return copyBoth(w, r, m.head, m.body) }

// Each goes back to its own pool.
func (m *message3) close() {
	heads.Put(m.head)
	bodies.Put(m.body)
	m.head, m.body = nil, nil
}

func useMessage3(w io.Writer, r io.Reader) error {
	m := newMessage3()
	defer m.close()
	return m.copy(w, r)
}

type message4 struct{ head, body *block }

func newMessage4() *message4 {
	return &message4{head: heads.Get().(*block), body: bodies.Get().(*block)}
}

func (m *message4) copy(w io.Writer, r io.Reader) error { return copyBoth(w, r, m.head, m.body) }

// The objects change places.
func (m *message4) flip() { m.head, m.body = m.body, m.head }

func (m *message4) close() {
	bodies.Put(m.head)
	heads.Put(m.body)
	m.head, m.body = nil, nil
}

func useMessage4(w io.Writer, r io.Reader) error {
	m := newMessage4()
	err := m.copy(w, r)
	m.flip()
	m.close()
	return err
}

type message5 struct {
	data  *block
	large bool
}

// The field has objects of both pools, and a flag says of which.
func newMessage5(large bool) *message5 {
	m := &message5{large: large}
	if large {
		m.data = bodies.Get().(*block)
	} else {
		m.data = heads.Get().(*block)
	}
	return m
}

func (m *message5) close() {
	if m.large {
		bodies.Put(m.data)
	} else {
		heads.Put(m.data)
	}
}

func useMessage5(r io.Reader, large bool) (int, error) {
	m := newMessage5(large)
	defer m.close()
	return r.Read(m.data.data)
}

type message6 struct{ data *block }

func newMessage6() *message6 { return &message6{data: heads.Get().(*block)} }

func (m *message6) add(p []byte) { m.data.data = append(m.data.data, p...) }

// What has grown goes to the pool of the large ones.
func (m *message6) close() {
	if cap(m.data.data) >= 64<<10 {
		bodies.Put(m.data)
	} else {
		heads.Put(m.data)
	}
	m.data = nil
}

func useMessage6(p []byte) int {
	m := newMessage6()
	m.data.data = m.data.data[:0]
	m.add(p)
	n := len(m.data.data)
	m.close()
	return n
}

type message7 struct{ data *block }

// The caller says what comes to the field.
func (m *message7) use(b *block) { m.data = b }

func (m *message7) close() {
	bodies.Put(m.data)
	m.data = nil
}

func useMessage7(r io.Reader) (int, error) {
	var m message7
	m.use(bodies.Get().(*block))
	defer m.close()
	return r.Read(m.data.data)
}
