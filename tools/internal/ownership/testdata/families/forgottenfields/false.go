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

type link2 struct {
	buf   stdpool.ByteRef
	stats rcpool.Ref[Stats]
	open  bool
}

// The counters are released by the method that reports them.
func dial2(n int) (*link2, error) {
	if n == 0 {
		return nil, errors.New("no buffer")
	}
	l := &link2{open: true}
	l.buf = stdpool.Bytes(n)
	l.stats = statsPool.Get()
	return l, nil
}

func (l *link2) report() int {
	defer l.stats.Release()
	return l.stats.Value().In
}

func (l *link2) Close() {
	if l.open {
		l.open = false
		l.buf.Release()
	}
}

func useLink2() (int, error) {
	l, err := dial2(8)
	if err != nil {
		return 0, err
	}
	defer l.Close()
	l.stats.Value().In += l.buf.Len()
	return l.report(), nil
}

type request2 struct {
	header rcpool.Ref[Header]
	stats  rcpool.Ref[Stats]
}

func newRequest2(name string) *request2 {
	r := &request2{header: headers.Get(), stats: statsPool.Get()}
	r.header.Value().Name = name
	return r
}

// A helper gets the address of the field.
func (r *request2) release() {
	if r.header.IsZero() {
		return
	}
	dropStats(&r.stats)
	r.header.Release()
	r.header = rcpool.Ref[Header]{}
}

func dropStats(all ...*rcpool.Ref[Stats]) {
	for _, s := range all {
		rcpool.Drop(s)
	}
}

func handle2() {
	r := newRequest2("a")
	defer r.release()
	r.stats.Value().In++
}

type encoder2 struct {
	header  rcpool.Ref[Header]
	scratch stdpool.ByteRef
}

// The buffer goes to the caller.
func (e *encoder2) encode(p []byte) stdpool.ByteRef {
	if e.scratch.IsZero() {
		e.scratch = stdpool.Bytes(64)
	}
	e.scratch.Truncate(0)
	e.scratch.Append(p...)
	return e.scratch.Move()
}

func (e *encoder2) stop() { rcpool.Drop(&e.header) }

func encode2() int {
	e := &encoder2{header: headers.Get()}
	defer e.stop()
	b := e.encode([]byte("a"))
	defer b.Release()
	return b.Len()
}

type cursor2 struct {
	first, current *page
	at             int
}

// The first page is borrowed from the caller.
func openCursor2(first *page) *cursor2 {
	c := &cursor2{first: first}
	c.current = NewPage(16)
	return c
}

func (c *cursor2) next() int {
	c.at++
	return c.first.size() + c.current.size()
}

func (c *cursor2) Close() error {
	c.current.Release()
	return nil
}

func iterate2() int {
	first := NewPage(8)
	defer first.Release()
	c := openCursor2(first)
	defer c.Close()
	return c.next()
}

type view2 struct {
	of   *page
	stat rcpool.Ref[Stats]
}

// The view has a new page, which the caller has, too, and releases.
func look2(n int) (*view2, *page) {
	p := NewPage(n)
	return &view2{of: p, stat: statsPool.Get()}, p
}

func (v *view2) free() {
	v.stat.Release()
	v.stat = rcpool.Ref[Stats]{}
}

func lookAt2() int {
	v, p := look2(8)
	defer p.Release()
	defer v.free()
	return v.of.size()
}

type frame2 struct {
	head mem.Buffer
	body mem.Buffer
}

func newFrame2(pool mem.BufferPool, head, body []byte) *frame2 {
	f := &frame2{}
	f.head = mem.Copy(head, pool)
	f.body = mem.Copy(body, pool)
	return f
}

// All fields are released in a list.
func (f *frame2) Close() {
	for _, b := range []mem.Buffer{f.head, f.body} {
		b.Free()
	}
}

func frames2(pool mem.BufferPool) int {
	f := newFrame2(pool, []byte("h"), []byte("b"))
	defer f.Close()
	return f.body.Len()
}

type column2 struct {
	builder *array.Int64Builder
	last    *array.Int64
}

// The array before is released, and the last one by who has the column.
func (c *column2) flush() int {
	c.last = c.builder.NewInt64Array()
	return c.last.Len()
}

func (c *column2) Release() { c.builder.Release() }

func columns2(alloc memory.Allocator) int {
	c := &column2{builder: array.NewInt64Builder(alloc)}
	defer c.Release()
	n := c.flush()
	last := c.last
	last.Release()
	return n
}

type batch2 struct {
	header  rcpool.Ref[Header]
	entries []rcpool.Ref[Stats]
}

func (b *batch2) add(n int) {
	s := statsPool.Get()
	s.Value().In = n
	b.entries = append(b.entries, s)
}

// The list goes to somebody else.
func (b *batch2) take() []rcpool.Ref[Stats] {
	all := b.entries
	b.entries = nil
	return all
}

func (b *batch2) Close() { b.header.Release() }

func sum2() (n int) {
	b := &batch2{header: headers.Get()}
	defer b.Close()
	for i := range 3 {
		b.add(i)
	}
	for _, s := range b.take() {
		n += s.Value().In
		s.Release()
	}
	return n
}

type peers2 struct {
	self rcpool.Ref[Header]
	all  map[string]rcpool.Ref[Stats]
}

func (p *peers2) join(name string) *Stats {
	if s, ok := p.all[name]; ok {
		return s.Value()
	}
	s := statsPool.Get()
	p.all[name] = s
	return s.Value()
}

// Who leaves is released; all have left before.
func (p *peers2) leave(name string) {
	s := p.all[name]
	delete(p.all, name)
	s.Release()
}

func (p *peers2) shutdown() {
	p.self.Release()
	clear(p.all)
}

func joinAll2() {
	p := &peers2{self: headers.Get(), all: map[string]rcpool.Ref[Stats]{}}
	defer p.shutdown()
	p.join("a").In++
	p.leave("a")
}

type upload2 struct {
	header rcpool.Ref[Header]
	stats  rcpool.Ref[Stats]
}

// The struct is copied, and the copy is released.
func (u *upload2) attach(s rcpool.Ref[Stats]) {
	s.Value().Out = 0
	u.stats = s
}

func closeUpload2(u *upload2) {
	u.header.Release()
	u.header = rcpool.Ref[Header]{}
}

func uploads2() {
	u := &upload2{header: headers.Get()}
	u.attach(statsPool.Get())
	u.stats.Value().In++
	before := *u
	closeUpload2(u)
	before.stats.Release()
}

type rotating struct {
	scratch rcpool.Ref[Stats]
	current rcpool.Ref[Header]
}

// There is one for as long as the program runs.
var rotation = &rotating{scratch: statsPool.Get(), current: headers.Get()}

func (r *rotating) rotate(name string) int {
	r.scratch.Value().In++
	r.current.Release()
	r.current = headers.Get()
	r.current.Value().Name = name
	return r.scratch.Value().In
}

func rotateAll() { rotation.rotate("a") }

type hooked struct {
	header rcpool.Ref[Header]
	stats  rcpool.Ref[Stats]
	stop   []func()
}

// A bound method is in a list.
func newHooked() *hooked {
	h := &hooked{header: headers.Get()}
	h.stats = statsPool.Get()
	h.stop = append(h.stop, h.stats.Release)
	return h
}

func (h *hooked) Close() {
	h.header.Release()
	for _, f := range h.stop {
		f()
	}
}

func useHooked() {
	h := newHooked()
	defer h.Close()
	h.stats.Value().In++
}

type streamed struct {
	header rcpool.Ref[Header]
	stats  rcpool.Ref[Stats]
	done   chan struct{}
}

// A goroutine owns the counters.
func newStreamed() *streamed {
	s := &streamed{header: headers.Get(), stats: statsPool.Get(), done: make(chan struct{})}
	go func() {
		<-s.done
		s.stats.Release()
	}()
	return s
}

func (s *streamed) Close() {
	s.header.Release()
	close(s.done)
}

func useStreamed() { newStreamed().Close() }

type tunnel2 struct {
	from  io.Reader
	buf   stdpool.ByteRef
	stats rcpool.Ref[Stats]
}

// Close returns what was counted.
func openTunnel2(from io.Reader) *tunnel2 {
	t := &tunnel2{from: from}
	t.buf = stdpool.Bytes(16)
	t.stats = statsPool.Get()
	return t
}

func (t *tunnel2) pump() error {
	n, err := t.from.Read(t.buf.Value())
	t.stats.Value().In += n
	return err
}

func (t *tunnel2) Close() int {
	t.buf.Release()
	stats := t.stats
	t.stats = rcpool.Ref[Stats]{}
	defer stats.Release()
	return stats.Value().In
}

func pumpAll2(from io.Reader) int {
	t := openTunnel2(from)
	if err := t.pump(); err != nil && err != io.EOF {
		return -t.Close()
	}
	return t.Close()
}

type reused struct {
	header  rcpool.Ref[Header]
	scratch stdpool.ByteRef
}

var spare []*reused

// What is closed is used again, with its buffer.
func open() *reused {
	r := &reused{}
	if n := len(spare); n > 0 {
		r, spare = spare[n-1], spare[:n-1]
	}
	r.header = headers.Get()
	if r.scratch.IsZero() {
		r.scratch = stdpool.Bytes(64)
	}
	return r
}

func (r *reused) Close() {
	r.header.Release()
	r.header = rcpool.Ref[Header]{}
	spare = append(spare, r)
}

func useReused() {
	for range 2 {
		r := open()
		r.scratch.Truncate(0)
		r.scratch.Append('a')
		r.Close()
	}
}

type gateway struct {
	scratch stdpool.ByteRef
	stream  rcpool.Ref[Header]
}

// A stream is closed, not the gateway, which lasts as long as the program.
func (g *gateway) closeStream() { rcpool.Drop(&g.stream) }

func (g *gateway) openStream(name string) {
	g.scratch.Truncate(0)
	g.scratch.WriteString(name)
	g.stream = headers.Get()
}

func runGateway() {
	g := &gateway{}
	g.scratch = stdpool.Bytes(64)
	for {
		g.openStream("a")
		g.closeStream()
	}
}
