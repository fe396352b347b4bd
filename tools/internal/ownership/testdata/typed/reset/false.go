package reset

import (
	"bytes"

	"github.com/rcpool/rcpool"
)

type page struct {
	text   string
	args   []any
	limit  int
	offset int
}

// The whole object is assigned, with the capacity of args.
func (p *page) Reset() {
	clear(p.args)
	*p = page{args: p.args[:0]}
}

func turn(pool *rcpool.Pool[page], text string) int {
	ref := pool.Get()
	defer ref.Release()
	p := ref.Value()
	p.text, p.limit, p.offset = text, 10, 20
	p.args = append(p.args, 1)
	return p.offset
}

var wholeSpans = rcpool.Pool[span]{Reset: func(s *span) { *s = span{} }}

// The literal above assigns the zero value.
func trace(name string, parent *span) {
	ref := wholeSpans.Get()
	defer ref.Release()
	ref.Value().begin(name, parent)
}

// The table is written by New alone, and a mutex needs no reset.
func encodeAgain(p []byte) int {
	pool := rcpool.Pool[encoder]{
		New: newEncoder,
		Reset: func(e *encoder) {
			e.out.Reset()
			e.depth = 0
		},
	}
	ref := pool.Get()
	defer ref.Release()
	ref.Value().encode(p)
	return ref.Value().depth
}

type sample struct {
	Header
	value float64
}

var samples rcpool.Pool[sample]

// The embedded header is reset by its own method.
func (s *sample) Reset() {
	s.Header.clear()
	s.value = 0
}

func measure(host string, value float64) {
	ref := samples.Get()
	defer ref.Release()
	ref.Value().Host = host
	ref.Value().value = value
}

var sessions = rcpool.Pool[session]{Reset: logout}

// The connection has the tag "keep".
func logout(s *session) {
	s.user = ""
	s.count = 0
}

func login(user string) {
	ref := sessions.Get()
	defer ref.Release()
	ref.Value().login(user)
}

type chunk struct {
	body   bytes.Buffer
	seq    uint32
	header [8]byte
	dirty  bool
}

var chunks = rcpool.Pool[chunk]{Reset: (*chunk).recycle}

// The header is cleared if it was written, element by element.
func (c *chunk) recycle() {
	if c.dirty {
		for i := range c.header {
			c.header[i] = 0
		}
		c.dirty = false
	}
	c.seq = 0
	if c.body.Cap() > 64<<10 {
		c.body = bytes.Buffer{}
		return
	}
	c.body.Reset()
}

func sendChunk(p []byte) {
	ref := chunks.Get()
	defer ref.Release()
	c := ref.Value()
	c.seq++
	c.header[0], c.dirty = 1, true
	c.body.Write(p)
}

type numbered struct {
	bytes.Buffer
	number int
}

var numberedLines rcpool.Pool[numbered]

// The pool does not take the Reset that is promoted from the buffer; it clears
// the whole line.
func scanNumbered(text string) int {
	ref := numberedLines.Get()
	defer ref.Release()
	ref.Value().number++
	ref.Value().WriteString(text)
	return ref.Value().number
}
