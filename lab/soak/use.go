package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

// A use is one correct way to use a pool. once makes a lease or a few, has them
// all released in the end, and returns how many there were. n is different each
// time.
type use struct {
	name string
	cost int // how long a lease takes, in some 100 ns
	once func(n int) (leases int)
}

// An event is what a service pools: it has scalars, memory that it keeps, and
// memory that it borrows.
type event struct {
	ID       int
	User     string
	Tags     []string          // kept
	Attrs    map[string]string // kept, made when there are any
	Body     []byte            // kept
	Source   []byte            // borrowed
	Parent   *event            // to itself, or to the event of another reference
	Children []rcpool.Ref[event]
}

// Reset keeps the memory of the event, and drops what grew too large.
func (e *event) Reset() {
	for i := range e.Children {
		rcpool.Drop(&e.Children[i])
	}
	clear(e.Tags)
	clear(e.Attrs)
	tags, attrs := e.Tags[:0], e.Attrs
	if cap(tags) > 64 {
		tags = nil
	}
	if len(attrs) > 64 {
		attrs = nil
	}
	*e = event{Tags: tags, Attrs: attrs, Body: e.Body[:0], Children: e.Children[:0]}
}

// A page has constants that its Reset restores, and a lock.
type page struct {
	mu     sync.Mutex
	Limit  int
	hits   map[string]int
	digest [64]byte
}

func newPage() *page { return &page{Limit: 10, hits: map[string]int{"all": 0}} }

func (p *page) reset() {
	clear(p.hits)
	p.hits["all"], p.Limit, p.digest = 0, 10, [64]byte{}
}

// A service has the pools, and the goroutines that leases are handed to.
type service struct {
	events  rcpool.Pool[event]
	pages   rcpool.Pool[page]
	blocks  rcpool.Pool[[512]byte]
	buffers rcpool.Pool[bytes.Buffer]
	mail    chan rcpool.Ref[event]
	chunks  chan stdpool.ByteRef
	cached  cache
	handler http.Handler
	stop    sync.WaitGroup
}

func newService() *service {
	s := &service{
		events:  rcpool.Pool[event]{Name: "events"},
		pages:   rcpool.Pool[page]{Name: "pages", New: newPage, Reset: (*page).reset},
		blocks:  rcpool.Pool[[512]byte]{Name: "blocks"},
		buffers: rcpool.Pool[bytes.Buffer]{Name: "buffers", Keep: func(b *bytes.Buffer) bool { return b.Cap() <= 64<<10 }},
		mail:    make(chan rcpool.Ref[event], 64),
		chunks:  make(chan stdpool.ByteRef, 64),
	}
	s.cached.fill(&s.events, 0)
	s.handler = rchttp.ScopeHandler(s.serve)
	s.stop.Go(func() {
		for e := range s.mail {
			e.Value().User += "!"
			e.Release()
		}
	})
	s.stop.Go(func() {
		for b := range s.chunks {
			_ = len(b.Value())
			b.Release()
		}
	})
	return s
}

// close releases what the service has, when no use is at work.
func (s *service) close() {
	close(s.mail)
	close(s.chunks)
	s.cached.empty()
	s.stop.Wait()
}

// uses are the ways to use the service.
func (s *service) uses() []use {
	return []use{
		{"a request", 1, s.request},
		{"the default reset", 1, s.block},
		{"what New built", 1, s.page},
		{"an error, and a hand-over", 1, s.handOver},
		{"a panic", 4, s.panics},
		{"a channel", 3, s.send},
		{"goroutines", 10, s.spread},
		{"many references", 10, s.share},
		{"a cached object", 25, s.lookUp},
		{"a callback", 1, s.call},
		{"a timer that is stopped", 4, s.timer},
		{"a context", 8, s.await},
		{"owned references", 1, s.own},
		{"an object that is taken out", 1, s.detach},
		{"a question", 1, s.ask},
		{"a buffer", 1, s.buffer},
		{"bytes that grow", 4, s.grow},
		{"bytes on a channel", 3, s.chunk},
		{"gzip", 40, s.compress},
		{"a handler", 20, s.handle},
	}
}

func (s *service) fill(e *event, n int) {
	e.ID, e.User = n, "user"
	e.Tags = append(e.Tags, "a", "b")
	e.Body = append(e.Body, "some bytes"...)
	if n%3 == 0 {
		if e.Attrs == nil {
			e.Attrs = make(map[string]string)
		}
		e.Attrs["k"] = "v"
	}
	if n%1000 == 0 { // grows too large
		for i := range 100 {
			e.Tags = append(e.Tags, "tag")
			if e.Attrs != nil {
				e.Attrs[strconv.Itoa(i)] = "v"
			}
		}
	}
}

func (s *service) request(n int) int {
	e := s.events.Get()
	defer e.Release()
	s.fill(e.Value(), n)
	e.Value().Source = e.Value().Body[1:]
	e.Value().Parent = e.Value()
	return 1
}

func (s *service) block(n int) int {
	b := s.blocks.Get()
	b.Value()[n%512] = byte(n)
	b.Release()
	return 1
}

func (s *service) page(n int) int {
	p := s.pages.Get()
	defer p.Release()
	v := p.Value()
	v.mu.Lock()
	defer v.mu.Unlock() // before the release
	v.hits["all"]++
	v.Limit = n
	v.digest[n%64]++
	return 1
}

var errOdd = errors.New("odd")

func (s *service) open(n int) (rcpool.Ref[event], error) {
	e := s.events.Get()
	defer rcpool.Drop(&e)
	s.fill(e.Value(), n)
	if n%2 == 1 {
		return rcpool.Ref[event]{}, errOdd
	}
	return rcpool.Move(&e), nil
}

func (s *service) handOver(n int) int {
	if e, err := s.open(n); err == nil {
		e.Release()
	}
	return 1
}

func (s *service) panics(n int) (leases int) {
	leases = 1
	defer func() { _ = recover() }()
	_ = s.events.With(func(e *event) error {
		s.fill(e, n)
		panic("on purpose")
	})
	return leases
}

func (s *service) send(n int) int {
	e := s.events.Get()
	s.fill(e.Value(), n)
	s.mail <- e
	return 1
}

func (s *service) spread(n int) int {
	e := s.events.Get()
	s.fill(e.Value(), n)
	e.Go(func(e *event) { _ = e.ID })
	own := e.Retain()
	go func() {
		defer own.Release()
		_ = len(own.Value().Tags)
	}()
	e.Release()
	return 1
}

func (s *service) share(n int) int {
	var refs [40]rcpool.Ref[event]
	refs[0] = s.events.Get()
	s.fill(refs[0].Value(), n)
	for i := 1; i < len(refs); i++ {
		refs[i] = refs[i/2].Retain()
	}
	for i := range refs {
		refs[(i*7+n)%len(refs)].Release()
	}
	return 1
}

// A cache has one object that many requests retain, one after the other.
type cache struct {
	mu   sync.Mutex
	e    rcpool.Ref[event]
	uses atomic.Int64
}

func (c *cache) fill(pool *rcpool.Pool[event], n int) {
	e := pool.Get()
	e.Value().ID = n
	c.mu.Lock()
	defer c.mu.Unlock()
	rcpool.Drop(&c.e)
	c.e = e
}

func (c *cache) empty() {
	c.mu.Lock()
	defer c.mu.Unlock()
	rcpool.Drop(&c.e)
}

func (c *cache) get() rcpool.Ref[event] {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.e.Retain()
}

func (s *service) lookUp(n int) int {
	e := s.cached.get()
	_ = e.Value().ID
	e.Release()
	if s.cached.uses.Add(1)%100 != 0 {
		return 0
	}
	s.cached.fill(&s.events, n)
	return 1
}

func (s *service) call(n int) int {
	e := s.events.Get()
	s.fill(e.Value(), n)
	done := e.Hold(func(e *event) { e.ID++ })
	e.Release()
	done()
	return 1
}

func (s *service) timer(n int) int {
	e := s.events.Get()
	s.fill(e.Value(), n)
	stop := e.AfterFunc(time.Millisecond, func(e *event) { _ = e.ID })
	e.Release()
	if n%2 == 0 {
		stop()
	}
	return 1
}

func (s *service) await(n int) int {
	ctx, cancel := context.WithCancel(context.Background())
	e := s.events.Get()
	s.fill(e.Value(), n)
	stop := e.AfterDone(ctx, func(e *event) { _ = e.ID })
	e.Release()
	if n%2 == 0 {
		stop()
	}
	cancel()
	return 1
}

// own puts references into a pooled object, whose Reset releases them.
func (s *service) own(n int) int {
	parent, child := s.events.Get(), s.events.Get()
	s.fill(child.Value(), n)
	parent.Value().Children = append(parent.Value().Children, child.Retain(), child)
	parent.Release()
	return 2
}

func (s *service) detach(n int) int {
	e := s.events.Get()
	s.fill(e.Value(), n)
	own := e.Detach()
	own.ID++
	return 1
}

func (s *service) ask(n int) int {
	e := s.events.Get()
	s.fill(e.Value(), n)
	if second, ok := e.TryRetain(); ok {
		second.Release()
	}
	e.Release()
	if _, ok := e.TryRetain(); ok || e.Valid() {
		panic("soak: a stale reference was retained")
	}
	return 1
}

var text = []byte(strings.Repeat("a line of text\n", 64))

func (s *service) buffer(n int) int {
	b := s.buffers.Get()
	defer b.Release()
	b.Value().Write(text[:n%len(text)])
	_, _ = b.Value().ReadByte()
	return 1
}

func (s *service) grow(n int) int {
	b := stdpool.Bytes(16)
	defer b.Release()
	for range n % 8 {
		b.Append(text[:n%len(text)]...)
	}
	return 1
}

func (s *service) chunk(n int) int {
	b := stdpool.Bytes(16)
	b.Append(text[:n%len(text)]...)
	s.chunks <- b
	return 1
}

func (s *service) compress(n int) int {
	b := stdpool.Buffer()
	defer b.Release()
	z := stdpool.GzipWriter(b.Value(), 1)
	defer z.Release()
	_, _ = z.Value().Write(text[:n%len(text)])
	_ = z.Value().Close()
	return 2
}

func (s *service) serve(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	e := rchttp.Borrow(scope, &s.events)
	s.fill(e.Value(), 1)
	in, ok := rchttp.Bind(w, r, &s.events, 1<<20)
	if !ok {
		return
	}
	body := rchttp.Adopt(scope, in)
	_, _ = io.WriteString(w, body.Value().User)
}

func (s *service) handle(n int) int {
	const full, sparse = `{"ID":1,"User":"u","Tags":["x"],"Attrs":{"a":"b"}}`, `{"ID":2}`
	body := full
	if n%2 == 0 {
		body = sparse
	}
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		panic("soak: " + w.Body.String())
	}
	return 2
}
