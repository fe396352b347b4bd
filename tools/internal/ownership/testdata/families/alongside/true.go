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
