package alongside

import (
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/rcpool/rcpool"
)

var errClosed = errors.New("closed")

type Reader1 struct {
	refs    atomic.Int64
	builder *array.Int64Builder
	cur     arrow.Array
}

func NewReader1(alloc memory.Allocator) *Reader1 {
	r := &Reader1{}
	r.refs.Add(1)
	r.builder = array.NewInt64Builder(alloc)
	return r
}

func (r *Reader1) Next() bool {
	if r.cur != nil {
		r.cur.Release()
		r.cur = nil
	}
	r.builder.Append(1)
	r.cur = r.builder.NewArray()
	return true
}

func (r *Reader1) Retain() { r.refs.Add(1) }

// The builder is only released with a record.
func (r *Reader1) Release() {
	if r.refs.Add(-1) == 0 {
		if r.cur != nil {
			r.cur.Release()
			r.builder.Release() // want "leak: "
		}
	}
}

type Scanner1 struct {
	header rcpool.Ref[Header]
	page   *Page
	limit  int
}

type Option1 func(*Scanner1)

func Limit1(n int) Option1 { return func(s *Scanner1) { s.limit = n } }

func OpenScanner1(name string, options ...Option1) *Scanner1 {
	s := &Scanner1{header: headers.Get()}
	s.header.Value().Name = name
	for _, o := range options {
		o(s)
	}
	return s
}

func (s *Scanner1) Scan() int {
	if s.page == nil {
		s.page = NewPage(s.limit)
	}
	return s.page.size()
}

// It returns early if nothing was scanned. No option sets the page.
func (s *Scanner1) Close() error {
	if s.page == nil {
		return errClosed
	}
	s.page.Release()
	s.page = nil
	s.header.Release() // want "leak: "
	return nil
}

type Session1 struct {
	mu      sync.Mutex
	stats   rcpool.Ref[Stats]
	started bool
}

func NewSession1() *Session1 { return &Session1{stats: statsPool.Get()} }

func (s *Session1) Start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.started = true
}

func (s *Session1) Add(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stats.Value().In += n
}

// A flag is what it asks for.
func (s *Session1) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.started {
		s.started = false
		s.stats.Release() // want "leak: "
	}
}

type Pair1 struct {
	left  rcpool.Ref[Header]
	right rcpool.Ref[Stats]
}

func NewPair1(name string) (*Pair1, error) {
	if name == "" {
		return nil, errClosed
	}
	p := &Pair1{}
	p.left = headers.Get()
	p.left.Value().Name = name
	return p, nil
}

func (p *Pair1) Count() {
	if p.right.IsZero() {
		p.right = statsPool.Get()
	}
	p.right.Value().In++
}

// A Ref is asked whether it is zero.
func (p *Pair1) Close() {
	if !p.right.IsZero() {
		p.right.Release()
		p.left.Release() // want "leak: "
		p.right, p.left = rcpool.Ref[Stats]{}, rcpool.Ref[Header]{}
	}
}

type Writer1 struct {
	to   io.Writer
	page *Page
	err  error
}

func NewWriter1(n int) *Writer1 {
	w := &Writer1{page: NewPage(n)}
	return w
}

func (w *Writer1) Attach(to io.Writer) { w.to = to }

func (w *Writer1) Flush() { _, w.err = w.to.Write(w.page.data) }

// The end of another test.
func (w *Writer1) Close() error {
	if w.to != nil && w.err == nil {
		w.Flush()
		w.page.Release() // want "leak: "
	}
	return w.err
}

type Cursor1 struct {
	page *Page
	tail *Page
}

func NewCursor1() *Cursor1 { return &Cursor1{page: NewPage(8)} }

func (c *Cursor1) Next() int {
	if c.tail == nil {
		c.tail = NewPage(8)
	}
	return c.page.size() + c.tail.size()
}

// The way without a tail has no release.
func (c *Cursor1) Close() {
	if c.tail == nil {
		return
	}
	c.tail.Release()
	c.tail = nil
	c.page.Release() // want "leak: "
}

type Queue1 struct {
	page *Page
	done chan struct{}
}

func NewQueue1() *Queue1 { return &Queue1{page: NewPage(8)} }

func (q *Queue1) Run(work func(n int)) {
	done := make(chan struct{})
	q.done = done
	go func() {
		<-done
		work(1)
	}()
}

func (q *Queue1) Len() int { return q.page.size() }

// The channel is only made when it runs.
func (q *Queue1) Close() {
	if q.done != nil {
		close(q.done)
		q.page.Release() // want "leak: "
	}
}

type Stream1 struct {
	page *Page
	next *Page
}

func NewStream1() *Stream1 { return &Stream1{page: NewPage(8)} }

func (s *Stream1) Extend(n int) {
	if s.next == nil {
		s.next = NewPage(n)
	}
}

func (s *Stream1) Len() int { return s.page.size() }

// Nobody need extend it.
func (s *Stream1) Close() {
	if s.next != nil {
		s.next.Release()
		s.next = nil
		s.page.Release() // want "leak: "
	}
}

type Table1 struct {
	page *Page
	rows *Page
}

func NewTable1() *Table1 { return &Table1{page: NewPage(8)} }

func (t *Table1) fill(n int) { t.rows = NewPage(n) }

func ReadTable1(n int) int {
	t := NewTable1()
	t.fill(n)
	defer t.Close()
	return t.page.size() + t.rows.size()
}

// Others can make the struct, and close it before anybody fills it.
func (t *Table1) Close() {
	if t.rows != nil {
		t.rows.Release()
		t.rows = nil
		t.page.Release() // want "leak: "
	}
}
