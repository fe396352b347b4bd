package reset

import (
	"bytes"

	"github.com/rcpool/rcpool"
)

type query struct {
	text   string
	args   []any
	limit  int
	offset int
}

// The method forgets the offset.
func (q *query) Reset() { // want "reset: .*offset"
	q.text = ""
	clear(q.args)
	q.args = q.args[:0]
	q.limit = 0
}

func (q *query) page(n int) { q.limit, q.offset = 10, 10*n }

func runQuery(pool *rcpool.Pool[query], text string) int {
	ref := pool.Get()
	defer ref.Release()
	q := ref.Value()
	q.text = text
	q.args = append(q.args, 1)
	q.page(2)
	return q.offset
}

var forgetfulSpans = rcpool.Pool[span]{Reset: resetSpan}

// The function forgets the parent.
func resetSpan(s *span) { // want "reset: .*parent"
	s.name = ""
	s.start = 0
	clear(s.attrs)
	s.attrs = s.attrs[:0]
	s.flags = [4]bool{}
}

// The literal forgets the depth.
func encode(p []byte) int {
	pool := rcpool.Pool[encoder]{
		New: newEncoder,
		Reset: func(e *encoder) { // want "reset: .*depth"
			e.out.Reset()
		},
	}
	ref := pool.Get()
	defer ref.Release()
	ref.Value().encode(p)
	return ref.Value().depth
}

type labelled struct {
	Header
	value float64
}

var labels rcpool.Pool[labelled]

// The embedded header keeps its host and zone.
func (l *labelled) Reset() { // want "reset: .*(Header|Host)"
	l.value = 0
}

func observe(host string, value float64) {
	ref := labels.Get()
	defer ref.Release()
	ref.Value().Host = host
	ref.Value().value = value
}

type frame struct {
	body bytes.Buffer
	head struct {
		seq, crc uint32
	}
}

var frames = rcpool.Pool[frame]{Reset: (*frame).recycle}

// Half of the nested struct is forgotten.
func (f *frame) recycle() { // want "reset: .*head"
	f.body.Reset()
	f.head.seq = 0
}

func sendFrame(p []byte) {
	ref := frames.Get()
	defer ref.Release()
	f := ref.Value()
	f.head.seq++
	f.head.crc = uint32(len(p))
	f.body.Write(p)
}

type ticket struct {
	holder string
	seat   int
	notes  []string
}

var tickets rcpool.Pool[ticket]

// What the method calls forgets the notes.
func (t *ticket) Reset() { // want "reset: .*notes"
	t.vacate()
}

func (t *ticket) vacate() {
	t.holder = ""
	t.seat = 0
}

func sell(holder string) {
	ref := tickets.Get()
	defer ref.Release()
	*ref.Value() = ticket{holder: holder, seat: 7, notes: []string{"aisle"}}
}

type line struct {
	bytes.Buffer
	number int
}

// Only the embedded buffer is reset.
func scan(text string) int {
	lines := rcpool.Pool[line]{
		Reset: func(l *line) { // want "reset: .*number"
			l.Buffer.Reset()
		},
	}
	ref := lines.Get()
	defer ref.Release()
	ref.Value().number++
	ref.Value().WriteString(text)
	return ref.Value().number
}
