package alongside

import (
	"io"
	"sync"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/rcpool/rcpool"
)

type Reader2 struct {
	refs    atomic.Int64
	builder *array.Int64Builder
	cur     arrow.Array
}

func NewReader2(alloc memory.Allocator) *Reader2 {
	r := &Reader2{}
	r.refs.Add(1)
	r.builder = array.NewInt64Builder(alloc)
	return r
}

func (r *Reader2) Next() bool {
	if r.cur != nil {
		r.cur.Release()
		r.cur = nil
	}
	r.builder.Append(1)
	r.cur = r.builder.NewArray()
	return true
}

func (r *Reader2) Retain() { r.refs.Add(1) }

// Each field is released on its own.
func (r *Reader2) Release() {
	if r.refs.Add(-1) == 0 {
		if r.cur != nil {
			r.cur.Release()
		}
		r.builder.Release()
	}
}

type Scanner2 struct {
	header rcpool.Ref[Header]
	page   *Page
}

type Option2 func(*Scanner2)

func Size2(n int) Option2 { return func(s *Scanner2) { s.page = NewPage(n) } }

func OpenScanner2(name string, size Option2) *Scanner2 {
	s := &Scanner2{header: headers.Get()}
	s.header.Value().Name = name
	size(s)
	return s
}

// The constructor is given what sets the page.
func (s *Scanner2) Close() error {
	if s.page == nil {
		return errClosed
	}
	s.page.Release()
	s.page = nil
	s.header.Release()
	return nil
}

type Session2 struct {
	mu    sync.Mutex
	stats rcpool.Ref[Stats]
	open  bool
}

func NewSession2() *Session2 {
	s := &Session2{stats: statsPool.Get()}
	s.begin()
	return s
}

func (s *Session2) begin() { s.open = true }

func (s *Session2) Add(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stats.Value().In += n
}

// The constructor calls what sets the flag.
func (s *Session2) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open {
		s.open = false
		s.stats.Release()
	}
}

type Pair2 struct {
	left  rcpool.Ref[Header]
	right rcpool.Ref[Stats]
}

func NewPair2() *Pair2 { return &Pair2{} }

func (p *Pair2) Count() {
	if p.right.IsZero() {
		p.right = statsPool.Get()
		p.left = headers.Get()
	}
	p.right.Value().In++
}

// The fields get their references at the same time.
func (p *Pair2) Close() {
	if !p.right.IsZero() {
		p.right.Release()
		p.left.Release()
		p.right, p.left = rcpool.Ref[Stats]{}, rcpool.Ref[Header]{}
	}
}

type Writer2 struct {
	page   *Page
	closed bool
}

func NewWriter2(n int) *Writer2 { return &Writer2{page: NewPage(n)} }

func (w *Writer2) WriteTo(to io.Writer) (int64, error) {
	n, err := to.Write(w.page.data)
	return int64(n), err
}

// The flag says that it was closed.
func (w *Writer2) Close() error {
	if w.closed {
		return errClosed
	}
	w.closed = true
	w.page.Release()
	return nil
}

type Cursor2 struct {
	page *Page
	tail *Page
}

func NewCursor2() *Cursor2 { return &Cursor2{page: NewPage(8)} }

func (c *Cursor2) Next() int {
	if c.tail == nil {
		c.tail = NewPage(8)
	}
	return c.page.size() + c.tail.size()
}

// There is a release on each way.
func (c *Cursor2) Close() {
	if c.tail != nil {
		c.tail.Release()
		c.tail = nil
		c.page.Release()
		return
	}
	c.page.Release()
}

type Queue2 struct {
	page *Page
	done chan struct{}
}

func NewQueue2() *Queue2 {
	q := &Queue2{page: NewPage(8), done: make(chan struct{})}
	return q
}

// The other field is set where the struct is made.
func (q *Queue2) Close() {
	if q.done != nil {
		close(q.done)
		q.page.Release()
	}
}

type table2 struct {
	page *Page
	rows *Page
}

func newTable2() *table2 { return &table2{page: NewPage(8)} }

func ReadTable2(n int) int {
	t := newTable2()
	t.rows = NewPage(n)
	defer t.Close()
	return t.page.size() + t.rows.size()
}

// Nobody else can make the struct, and the package fills it before it is closed.
func (t *table2) Close() {
	if t.rows != nil {
		t.rows.Release()
		t.page.Release()
	}
}

type Stream2 struct {
	page *Page
	next *Page
}

func NewStream2() *Stream2 {
	s := &Stream2{page: NewPage(8)}
	extend(s, 8)
	return s
}

func extend(s *Stream2, n int) { s.next = NewPage(n) }

func (s *Stream2) Len() int { return s.page.size() + s.next.size() }

// A helper sets the field for the constructor.
func (s *Stream2) Close() {
	if s.next != nil {
		s.next.Release()
		s.next = nil
		s.page.Release()
	}
}
