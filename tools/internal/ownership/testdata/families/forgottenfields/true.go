package forgottenfields

import (
	"errors"
	"io"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"google.golang.org/grpc/mem"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type link struct {
	buf   stdpool.ByteRef
	stats rcpool.Ref[Stats]
	open  bool
}

// The buffer is released, the counters are not.
func dial(n int) (*link, error) {
	if n == 0 {
		return nil, errors.New("no buffer")
	}
	l := &link{open: true}
	l.buf = stdpool.Bytes(n)
	l.stats = statsPool.Get() // want "leak: "
	return l, nil
}

func (l *link) count(n int) { l.stats.Value().In += n }

func (l *link) Close() {
	if l.open {
		l.open = false
		l.buf.Release()
	}
}

func useLink() (int, error) {
	l, err := dial(8)
	if err != nil {
		return 0, err
	}
	defer l.Close()
	l.count(len(l.buf.Value()))
	return l.stats.Value().In, nil
}

type request struct {
	header rcpool.Ref[Header]
	stats  rcpool.Ref[Stats]
}

// Both fields are set by a literal.
func newRequest(name string) *request {
	r := &request{header: headers.Get(), stats: statsPool.Get()} // want "leak: "
	r.header.Value().Name = name
	return r
}

func (r *request) release() {
	if r.header.IsZero() {
		return
	}
	r.stats.Value().Out++
	r.header.Release()
	r.header = rcpool.Ref[Header]{}
}

func handle() {
	r := newRequest("a")
	defer r.release()
	r.stats.Value().In++
}

type encoder struct {
	header  rcpool.Ref[Header]
	scratch stdpool.ByteRef
}

// The buffer is made when it is needed first.
func (e *encoder) encode(p []byte) int {
	if e.scratch.IsZero() {
		e.scratch = stdpool.Bytes(64)
	}
	e.scratch.Truncate(0)
	e.scratch.Append(p...)
	return e.scratch.Len()
}

func (e *encoder) stop() { rcpool.Drop(&e.header) }

func encodeOne() int {
	e := &encoder{header: headers.Get()}
	defer e.stop()
	return e.encode([]byte("a")) // want "leak: "
}

type cursor struct {
	first, current *page
	at             int
}

// Objects with a counter of their own.
func openCursor() *cursor {
	c := &cursor{first: NewPage(8)} // want "leak: "
	c.current = NewPage(16)
	return c
}

func (c *cursor) next() int {
	c.at++
	return c.first.size() + c.current.size()
}

func (c *cursor) Close() error {
	c.current.Release()
	return nil
}

func iterate() int {
	c := openCursor()
	defer c.Close()
	return c.next()
}

type view struct {
	of   *page
	stat rcpool.Ref[Stats]
}

// The view has retained the page.
func look(p *page) *view {
	p.Retain() // want "leak: "
	return &view{of: p, stat: statsPool.Get()}
}

func (v *view) free() {
	v.stat.Release()
	v.stat = rcpool.Ref[Stats]{}
}

func lookAt() int {
	p := NewPage(8)
	defer p.Release()
	v := look(p)
	defer v.free()
	return v.of.size()
}

type frame struct {
	head mem.Buffer
	body mem.Buffer
}

// One buffer of two.
func newFrame(pool mem.BufferPool, head, body []byte) *frame {
	f := &frame{}
	f.head = mem.Copy(head, pool)
	f.body = mem.Copy(body, pool) // want "leak: "
	return f
}

func (f *frame) Close() { f.head.Free() }

func frames(pool mem.BufferPool) int {
	f := newFrame(pool, []byte("h"), []byte("b"))
	defer f.Close()
	return f.body.Len()
}

type column struct {
	builder *array.Int64Builder
	last    *array.Int64
}

// The builder is released, the array that it has built is not.
func (c *column) flush() int {
	c.last = c.builder.NewInt64Array() // want "leak: "
	return c.last.Len()
}

func (c *column) Release() { c.builder.Release() }

func columns(alloc memory.Allocator) int {
	c := &column{builder: array.NewInt64Builder(alloc)}
	defer c.Release()
	return c.flush()
}

type batch struct {
	header  rcpool.Ref[Header]
	entries []rcpool.Ref[Stats]
}

// A list that nobody goes through at the end.
func (b *batch) add(n int) {
	s := statsPool.Get() // want "leak: "
	s.Value().In = n
	b.entries = append(b.entries, s)
}

func (b *batch) total() (n int) {
	for _, s := range b.entries {
		n += s.Value().In
	}
	return n
}

func (b *batch) Close() {
	b.header.Release()
	b.entries = nil
}

func sum() int {
	b := &batch{header: headers.Get()}
	defer b.Close()
	for i := range 3 {
		b.add(i)
	}
	return b.total()
}

type peers struct {
	self rcpool.Ref[Header]
	all  map[string]rcpool.Ref[Stats]
}

// A map that is cleared.
func (p *peers) join(name string) *Stats {
	if s, ok := p.all[name]; ok {
		return s.Value()
	}
	s := statsPool.Get() // want "leak: "
	p.all[name] = s
	return s.Value()
}

func (p *peers) shutdown() {
	p.self.Release()
	clear(p.all)
}

func joinAll() {
	p := &peers{self: headers.Get(), all: map[string]rcpool.Ref[Stats]{}}
	defer p.shutdown()
	p.join("a").In++
	p.join("b").In++
}

type upload struct {
	header rcpool.Ref[Header]
	stats  rcpool.Ref[Stats]
}

// The reference is handed over to a method.
func (u *upload) attach(s rcpool.Ref[Stats]) {
	s.Value().Out = 0
	u.stats = s
}

func closeUpload(u *upload) {
	u.header.Release()
	u.header = rcpool.Ref[Header]{}
}

func uploads() {
	u := &upload{header: headers.Get()}
	defer closeUpload(u)
	u.attach(statsPool.Get()) // want "leak: "
	u.stats.Value().In++
}

type window struct {
	header rcpool.Ref[Header]
	slots  [2]rcpool.Ref[Stats]
}

// The slots of an array are filled once.
func openWindow() *window {
	w := &window{header: headers.Get()}
	for i := range w.slots {
		w.slots[i] = statsPool.Get() // want "leak: "
	}
	return w
}

func (w *window) at(i int) *Stats { return w.slots[i].Value() }

func (w *window) Close() { w.header.Release() }

func useWindow() {
	w := openWindow()
	defer w.Close()
	w.at(1).In++
}

type pair[T any] struct {
	left  rcpool.Ref[T]
	right rcpool.Ref[Stats]
}

// The struct is generic.
func newPair[T any](pool *rcpool.Pool[T]) *pair[T] {
	p := &pair[T]{left: pool.Get()}
	p.right = statsPool.Get()
	return p
}

func (p *pair[T]) close() { p.left.Release() }

func usePair() {
	p := newPair(&headers) // want "leak: "
	defer p.close()
	p.right.Value().In++
}

type tunnel struct {
	from  io.Reader
	buf   stdpool.ByteRef
	stats rcpool.Ref[Stats]
}

// Between the constructor and Close, unknown code runs.
func openTunnel(from io.Reader) *tunnel {
	t := &tunnel{from: from}
	t.buf = stdpool.Bytes(16)
	t.stats = statsPool.Get() // want "leak: "
	return t
}

func (t *tunnel) pump() error {
	for {
		n, err := t.from.Read(t.buf.Value())
		t.stats.Value().In += n
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (t *tunnel) Close() { t.buf.Release() }

func pumpAll(from io.Reader) (int, error) {
	t := openTunnel(from)
	defer t.Close()
	if err := t.pump(); err != nil {
		return 0, err
	}
	return t.stats.Value().In, nil
}

type subscription struct {
	header rcpool.Ref[Header]
	stats  rcpool.Ref[Stats]
	wait   io.Reader
}

// Two references are retained for the subscription.
func (s *subscription) subscribe(header rcpool.Ref[Header], stats rcpool.Ref[Stats]) error {
	s.header = header.Retain()
	s.stats = stats.Retain() // want "leak: "
	_, err := s.wait.Read(nil)
	return err
}

func (s *subscription) Close() { rcpool.Drop(&s.header) }

type reply struct {
	head, body mem.Buffer
	out        io.Writer
}

// The buffer is set on two ways.
func (r *reply) begin(pool mem.BufferPool, text []byte, long bool) {
	r.head = mem.Copy(text[:1], pool)
	if long {
		r.body = mem.Copy(text, pool) // want "leak: "
		return
	}
	r.out.Write(text)
}

func (r *reply) size() int {
	if r.body == nil {
		return 0
	}
	return r.body.Len()
}

func (r *reply) free() {
	r.head.Free()
	r.head = nil
}
