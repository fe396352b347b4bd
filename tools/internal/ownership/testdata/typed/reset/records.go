// Package reset has functions that ready an object for its next lease, some of
// which forget a field.
package reset

import (
	"bytes"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Header is what records have in common.
type Header struct {
	Host string
	Zone string
}

// clear readies a header.
func (h *Header) clear() {
	h.Host = ""
	h.Zone = ""
}

// A Record has a Reset method that forgets nothing.
type Record struct {
	Header
	ID     int
	Tags   []string
	fields map[string]string
}

// Reset keeps the capacity of Tags and fields.
func (r *Record) Reset() {
	r.Header.clear()
	r.ID = 0
	clear(r.Tags)
	r.Tags = r.Tags[:0]
	clear(r.fields)
}

var records = rcpool.Pool[Record]{New: func() *Record { return &Record{fields: map[string]string{}} }}

func use(r *Record) {
	r.ID = 1
	r.Host = "a"
	r.Zone = "b"
	r.Tags = append(r.Tags, "c")
	r.fields["d"] = "e"
}

// An encoder owns a table that is built once and a buffer.
type encoder struct {
	table [256]byte
	out   bytes.Buffer
	mu    sync.Mutex
	depth int
}

func newEncoder() *encoder {
	e := &encoder{}
	for i := range e.table {
		e.table[i] = byte(i)
	}
	return e
}

func (e *encoder) encode(p []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.depth++
	for _, b := range p {
		e.out.WriteByte(e.table[b])
	}
}

// A session remembers its connection on purpose.
type session struct {
	conn  *bytes.Buffer `rcpool:"keep"`
	user  string
	count int
}

func (s *session) login(user string) {
	s.user = user
	s.count++
	if s.conn == nil {
		s.conn = new(bytes.Buffer)
	}
}

// A span has many fields.
type span struct {
	name   string
	start  int64
	attrs  []string
	parent *span
	flags  [4]bool
}

func (s *span) begin(name string, parent *span) {
	s.name = name
	s.start = 1
	s.parent = parent
	s.attrs = append(s.attrs, name)
	s.flags[0] = parent != nil
}
