package rcpool_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"text/template"
	"time"

	"github.com/rcpool/rcpool"
)

// The types of this file are as services have them, each with a reset that is
// right. With every lease checked and with the default sampling, nothing is
// reported of them.

// A placed order comes from JSON, with parts that a request can leave out.
type placed struct {
	ID       string             `json:"id"`
	Customer *customer          `json:"customer"`
	Lines    []orderLine        `json:"lines"`
	Attrs    map[string]string  `json:"attrs"`
	Total    *float64           `json:"total"`
	Meta     map[string]any     `json:"meta"`
	Tags     []string           `json:"tags"`
	Created  time.Time          `json:"created"`
	Raw      json.RawMessage    `json:"raw"`
	Extra    any                `json:"extra"`
	Prices   map[string]float64 `json:"prices"`
}

type customer struct {
	Name    string   `json:"name"`
	Emails  []string `json:"emails"`
	Address *struct {
		City string `json:"city"`
	} `json:"address"`
}

type orderLine struct {
	SKU  string         `json:"sku"`
	N    int            `json:"n"`
	Opts map[string]any `json:"opts"`
}

// Reset is as rcgen writes it.
func (o *placed) Reset() {
	o.ID = ""
	o.Customer = nil
	clear(o.Lines)
	o.Lines = o.Lines[:0]
	clear(o.Attrs)
	o.Total = nil
	clear(o.Meta)
	clear(o.Tags)
	o.Tags = o.Tags[:0]
	o.Created = time.Time{}
	o.Raw = o.Raw[:0]
	o.Extra = nil
	clear(o.Prices)
}

var bodies = []string{
	`{"id":"a","customer":{"name":"n","emails":["a@b","c@d"],"address":{"city":"x"}},"lines":[{"sku":"s","n":1,"opts":{"a":1}},{"sku":"t","n":2}],"total":1.5}`,
	`{"id":"b","attrs":{"a":"b","c":"d"},"meta":{"x":[1,2,{"y":null}]},"tags":["a","b","c"],"created":"2026-01-02T03:04:05Z"}`,
	`{"id":"c","attrs":null,"raw":{"a":[1,2,3]},"extra":{"k":"v"},"prices":{"a":1,"b":2}}`,
	`{"extra":"text","customer":null,"lines":null,"tags":[]}`,
	`{"extra":7,"prices":{}}`,
	`{}`,
	`{"id":"c","attrs":{`,
}

func (o *placed) use(r *rand.Rand) { json.Unmarshal([]byte(bodies[r.IntN(len(bodies))]), o) }

// A session is shared while it is leased.
type session struct {
	sync.Mutex
	once    sync.Once
	state   atomic.Int32
	last    atomic.Pointer[customer]
	lastErr atomic.Value
	hits    atomic.Int64
	seen    sync.Map
	ctx     context.Context
	cancel  context.CancelFunc
	logger  *slog.Logger
	done    chan struct{}
	events  chan int
	err     error
	started time.Time
	idle    time.Time
	status  string
}

func (s *session) Reset() {
	s.Lock()
	defer s.Unlock()
	if s.cancel != nil {
		s.cancel()
	}
	s.once = sync.Once{}
	s.state.Store(0)
	s.last.Store(nil)
	s.hits.Store(0)
	s.seen.Clear()
	s.ctx, s.cancel, s.logger = nil, nil, slog.Default()
	s.done = make(chan struct{})
	for len(s.events) > 0 {
		<-s.events
	}
	s.err, s.started, s.idle, s.status = nil, time.Time{}, time.Now(), "idle"
}

func (s *session) use(r *rand.Rand) {
	s.Lock()
	defer s.Unlock()
	s.once.Do(func() { s.started = time.Now() })
	s.state.Add(1)
	s.last.Store(&customer{Name: fmt.Sprint(r.Uint64())})
	s.seen.Store(r.IntN(9), true)
	s.ctx, s.cancel = context.WithCancel(context.WithValue(context.Background(), sessionKey{}, r.IntN(100)))
	s.logger = slog.Default().With("n", r.IntN(10))
	if s.events == nil {
		s.events = make(chan int, 4)
	}
	if len(s.events) < cap(s.events) {
		s.events <- r.IntN(10)
	}
	if r.IntN(3) == 0 {
		s.err = fmt.Errorf("failed: %w", io.EOF)
	}
	switch s.status = "idle"; r.IntN(3) {
	case 0:
		s.status = "busy"
	case 1:
		s.logger = slog.Default()
	}
	s.idle = time.Now()
}

type sessionKey struct{}

// A parser interns its words, and keeps them and a cache.
type parser struct {
	src    []byte
	pos    int
	line   int
	col    int
	tokens []token
	stack  []int
	names  map[string]string  `rcpool:"keep"`
	cache  *template.Template `rcpool:"keep"`
	buf    bytes.Buffer
	errs   []error
	depth  uint8
	mode   parserMode
	onWord func(string)
	lookup [256]bool
}

type (
	parserMode int
	token      struct {
		kind parserMode
		text string
		at   int
	}
)

func newParser() *parser {
	p := &parser{names: map[string]string{}, line: 1, col: 1, mode: 3}
	for _, c := range " \t\n" {
		p.lookup[c] = true
	}
	return p
}

func (p *parser) reset() {
	clear(p.tokens)
	clear(p.errs)
	p.src, p.pos, p.line, p.col, p.tokens, p.stack = nil, 0, 1, 1, p.tokens[:0], p.stack[:0]
	p.buf.Reset()
	p.errs, p.depth, p.mode, p.onWord = p.errs[:0], 0, 3, nil
}

func (p *parser) use(r *rand.Rand) {
	p.src = []byte("the text " + fmt.Sprint(r.IntN(1000)) + "\nof a page")
	if p.cache == nil {
		p.cache = template.Must(template.New("t").Parse("{{.}}"))
	}
	p.onWord = func(word string) { p.names[word] = word }
	p.mode = parserMode(r.IntN(4))
	for _, word := range strings.Fields(string(p.src)) {
		p.onWord(word)
		p.tokens = append(p.tokens, token{p.mode, p.names[word], p.pos})
		p.stack = append(p.stack, p.pos)
		p.pos += len(word) + 1
		p.col, p.line = p.pos, p.line+1
		p.buf.WriteString(word)
	}
	p.cache.Execute(&p.buf, r.IntN(1000))
	if r.IntN(2) == 0 {
		p.errs = append(p.errs, fmt.Errorf("at %d", p.pos))
	}
	p.depth = uint8(r.IntN(10))
}

// A ringBuffer grows to a power of two.
type ringBuffer[T any] struct {
	items      []T
	mask       int
	head, size int
	dropped    uint64
}

func (b *ringBuffer[T]) push(v T) {
	if b.size == len(b.items) {
		items := make([]T, max(4, 2*len(b.items)))
		for i := range b.size {
			items[i] = b.items[(b.head+i)&b.mask]
		}
		b.items, b.mask, b.head = items, len(items)-1, 0
	}
	b.items[(b.head+b.size)&b.mask] = v
	b.size++
}

func (b *ringBuffer[T]) Reset() {
	clear(b.items)
	b.head, b.size, b.dropped = 0, 0, 0
}

// A call is an HTTP request that a proxy makes.
type call struct {
	URL    url.URL
	Query  url.Values
	Header http.Header
	Body   bytes.Buffer
	reader *bytes.Reader
	status int
	took   time.Duration
	tries  int
	config *proxyConfig
	resp   *http.Response
	trace  [16]byte
	span   [8]byte
	flags  uint32
	client *http.Client
}

type proxyConfig struct {
	Timeout time.Duration
	Version int
	Hosts   []string
}

var present atomic.Pointer[proxyConfig]

func init() { present.Store(&proxyConfig{Timeout: time.Second, Version: 1, Hosts: []string{"a"}}) }

func (c *call) Reset() {
	c.URL = url.URL{}
	clear(c.Query)
	clear(c.Header)
	c.Body.Reset()
	if c.reader != nil {
		c.reader.Reset(nil)
	}
	c.status, c.took, c.tries, c.resp = 0, 0, 3, nil
	c.trace, c.span, c.flags = [16]byte{}, [8]byte{}, 1
	c.config, c.client = present.Load(), http.DefaultClient
}

func (c *call) use(r *rand.Rand) {
	if r.IntN(50) == 0 {
		present.Store(&proxyConfig{Timeout: time.Second, Version: r.IntN(1e6), Hosts: []string{fmt.Sprint(r.Uint32())}})
	}
	c.config, c.client = present.Load(), http.DefaultClient
	if c.Query == nil {
		c.Query, c.Header, c.reader = url.Values{}, http.Header{}, bytes.NewReader(nil)
	}
	u, _ := url.Parse(fmt.Sprint("https://user:secret@example.org/a/", r.IntN(1000), "?q=1#f"))
	c.URL = *u
	c.Query.Set("q", fmt.Sprint(r.IntN(100)))
	c.Header.Add("Accept", "text/html")
	c.Body.WriteString(fmt.Sprint(r.Uint64()))
	c.reader.Reset(c.Body.Bytes())
	c.status, c.took, c.tries = 200+r.IntN(300), time.Duration(r.Int64N(1e9)), r.IntN(4)
	c.resp = &http.Response{StatusCode: c.status}
	c.flags = uint32(1 + r.IntN(2))
	for i := range c.trace {
		c.trace[i] = byte(r.Uint32())
	}
	copy(c.span[:], c.trace[:])
}

// A row is scanned from a database.
type row struct {
	values  []any
	dest    []any
	columns []string
	schema  *rowSchema
	n       int
	err     error
	scratch [64]byte `rcpool:"keep"`
	text    strings.Builder
	key     string
}

type rowSchema struct{ names []string }

var schemas = []*rowSchema{{[]string{"id", "name"}}, {[]string{"id", "at", "what"}}}

func (w *row) Reset() {
	for i := range w.values {
		w.values[i] = nil
	}
	w.values, w.n, w.err, w.columns = w.values[:0], 0, nil, nil
	w.schema, w.key = nil, ""
	w.text.Reset()
	clear(w.dest)
	w.dest = w.dest[:0]
}

func (w *row) use(r *rand.Rand) {
	w.schema = schemas[r.IntN(2)]
	w.columns = w.schema.names
	for i := range w.columns {
		w.values = append(w.values, []any{int64(r.IntN(100)), fmt.Sprint(r.IntN(100)), nil, []byte("x"), time.Now()}[r.IntN(5)])
		w.dest = append(w.dest, &w.values[i])
	}
	w.n += len(w.values)
	w.key = w.columns[0]
	w.text.WriteString(string(strconv.AppendInt(w.scratch[:0], r.Int64(), 10)))
}

// A worker has identity, and what it has counted.
type workUnit struct {
	id      int64
	name    string
	gen     uint64
	rng     *rand.Rand `rcpool:"keep"`
	job     func() error
	result  any
	errs    map[string]error
	waiters []chan error
	timer   *time.Timer
	parent  *workUnit
	kids    []*workUnit
	label   string
	limit   int
}

var units atomic.Int64

func newWorkUnit() *workUnit {
	id := units.Add(1)
	u := &workUnit{id: id, name: fmt.Sprint("unit ", id), rng: rand.New(rand.NewPCG(uint64(id), 1)), errs: map[string]error{}, timer: time.NewTimer(time.Hour), limit: 100}
	u.label = u.name
	u.timer.Stop()
	return u
}

func (u *workUnit) reset() {
	u.gen++
	u.job, u.result, u.parent = nil, nil, nil
	clear(u.errs)
	clear(u.waiters)
	u.waiters = u.waiters[:0]
	clear(u.kids)
	u.kids = u.kids[:0]
	u.timer.Stop()
	u.label, u.limit = u.name, 100
}

func (u *workUnit) use(r *rand.Rand) {
	u.job = func() error { return errors.New(fmt.Sprint(r.IntN(10))) }
	u.result = []any{1, "a", u.rng.IntN(100), struct{ a int }{r.IntN(10)}}[r.IntN(4)]
	u.errs["job"] = u.job()
	u.waiters = append(u.waiters, make(chan error, 1))
	u.waiters[0] <- u.errs["job"]
	u.parent = newWorkUnit()
	u.kids = append(u.kids, u.parent)
	u.timer.Reset(time.Hour)
	if u.label, u.limit = u.name, 100+r.IntN(2)*r.IntN(100); r.IntN(2) == 0 {
		u.label = "other"
	}
}

// A frame is what a protocol reads into.
type frame struct {
	header  [9]byte
	length  uint32
	kind    uint8
	flags   uint8
	stream  uint32
	payload []byte
	fields  [8]headerField
	nfields int
	next    *frame
	stats   frameStats
	conn    io.Writer
	read    time.Time
}

type (
	headerField struct{ name, value string }
	frameStats  struct {
		reads, writes int
		last          time.Time
		sizes         [4]int
	}
)

func (f *frame) Reset() {
	clear(f.fields[:f.nfields])
	payload := f.payload[:0]
	if cap(payload) > 1<<10 {
		payload = nil
	}
	*f = frame{payload: payload, read: time.Now(), conn: io.Discard, kind: 255, fields: f.fields}
}

func (f *frame) use(r *rand.Rand) {
	for i := range f.header {
		f.header[i] = byte(r.Uint32())
	}
	f.length, f.kind, f.flags, f.stream = r.Uint32N(1<<12), uint8(r.IntN(4))+252, uint8(r.IntN(2)), r.Uint32()
	f.payload = append(f.payload, make([]byte, f.length)...)
	f.payload = append(f.payload, fmt.Sprint(f.stream)...)
	for f.nfields = 0; f.nfields < r.IntN(8); f.nfields++ {
		f.fields[f.nfields] = headerField{"name", fmt.Sprint(r.IntN(10))}
	}
	f.next = new(frame)
	f.stats = frameStats{r.IntN(10), r.IntN(10), time.Now(), [4]int{1, r.IntN(3)}}
	if f.conn = io.Discard; r.IntN(2) == 0 {
		f.conn = new(bytes.Buffer)
	}
	f.read = time.Now()
}

// A query is built step by step.
type query[K comparable, V any] struct {
	table    string
	where    []string
	args     []V
	index    map[K]int
	byKey    map[K][]V
	groups   [][]V
	order    *string
	limit    int
	offset   int
	distinct bool
	dialect  string
	quote    rune
	hook     func(*query[K, V])
	mu       sync.RWMutex
	compiled *string
	version  uint64
	err      error
}

var (
	queryVersion atomic.Uint64
	errNoTable   = errors.New("no table")
)

func (q *query[K, V]) reset() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for k, v := range q.byKey {
		q.byKey[k] = v[:0]
	}
	if len(q.byKey) > 4 {
		q.byKey = map[K][]V{}
	}
	clear(q.byKey)
	for i := range q.groups {
		q.groups[i] = q.groups[i][:0]
	}
	q.groups = q.groups[:0]
	clear(q.where)
	clear(q.args)
	q.where, q.args = q.where[:0], q.args[:0]
	q.index = make(map[K]int)
	q.table, q.order, q.limit, q.offset, q.distinct = "", nil, 1000, 0, true
	q.dialect, q.quote, q.hook, q.compiled = "postgres", '"', nil, nil
	q.version, q.err = queryVersion.Load(), errNoTable
}

func (q *query[K, V]) use(r *rand.Rand, key func() K, value func() V) {
	q.mu.RLock()
	defer q.mu.RUnlock()
	queryVersion.Add(r.Uint64N(2))
	q.table = "orders"
	q.where = append(q.where, "a = ?", "b = ?")
	q.args = append(q.args, value(), value())
	if q.byKey == nil {
		q.byKey, q.index = map[K][]V{}, map[K]int{}
	}
	for range r.IntN(8) {
		k := key()
		q.byKey[k] = append(q.byKey[k], value())
		q.index[k]++
	}
	q.groups = append(q.groups, []V{value()})
	text := fmt.Sprint("order by ", r.IntN(5))
	q.order, q.compiled = &text, &text
	q.limit, q.offset, q.distinct = 1000*r.IntN(2), r.IntN(100), r.IntN(2) == 0
	q.dialect, q.quote = []string{"postgres", "mysql"}[r.IntN(2)], []rune{'"', '`'}[r.IntN(2)]
	q.hook = func(other *query[K, V]) { other.limit = q.limit }
	q.version = queryVersion.Load()
	if q.err = errNoTable; r.IntN(2) == 0 {
		q.err = nil
	}
}

// A batch collects, and a node is in a tree.
type batch struct {
	id      [16]byte
	items   []batchItem
	free    []*batchItem
	sizes   []int
	total   int
	pending map[int]*batchItem
	flushed time.Time
	onFlush func([]batchItem) error
	enc     *json.Encoder `rcpool:"keep"`
	out     *bytes.Buffer
	level   slog.Level
	attrs   []slog.Attr
}

type batchItem struct {
	key   string
	value []byte
	meta  map[string]string
}

func newBatch() *batch {
	b := &batch{out: new(bytes.Buffer), pending: map[int]*batchItem{}, level: slog.LevelInfo}
	b.enc = json.NewEncoder(b.out)
	return b
}

func (b *batch) reset() {
	for i := range b.items {
		item := &b.items[i]
		item.key, item.value = "", item.value[:0]
		clear(item.meta)
	}
	b.items = b.items[:0]
	for _, item := range b.free {
		*item = batchItem{}
	}
	b.free = b.free[:0]
	b.sizes, b.total, b.flushed, b.onFlush = b.sizes[:0], 0, time.Time{}, nil
	clear(b.pending)
	b.out.Reset()
	b.id, b.level, b.attrs = [16]byte{}, slog.LevelInfo, slices.Delete(b.attrs, 0, len(b.attrs))
}

func (b *batch) use(r *rand.Rand) {
	for i := range r.IntN(10) {
		if len(b.items) < cap(b.items) {
			b.items = b.items[:len(b.items)+1]
		} else {
			b.items = append(b.items, batchItem{meta: map[string]string{}})
		}
		item := &b.items[len(b.items)-1]
		item.key, item.value = fmt.Sprint(r.IntN(100)), append(item.value, "value"...)
		if item.meta == nil {
			item.meta = map[string]string{}
		}
		item.meta["a"] = "b"
		b.pending[i], b.free = item, append(b.free, &batchItem{key: "free"})
		b.sizes, b.total = append(b.sizes, len(item.value)), b.total+len(item.value)
	}
	b.enc.Encode(b.total)
	b.flushed, b.onFlush = time.Now(), func([]batchItem) error { return nil }
	b.level, b.attrs = slog.Level(4*r.IntN(3)), append(b.attrs, slog.Int("n", r.IntN(10)))
	b.id[r.IntN(16)] = 1
}

// A stranger is a program: it uses objects of a pool of its own.
type stranger struct {
	name  string
	lease func(*rand.Rand)
}

func strangerOf[T any](name string, fresh func() *T, reset func(*T), use func(*T, *rand.Rand)) stranger {
	p := &rcpool.Pool[T]{Name: name, New: fresh, Reset: reset}
	return stranger{name, func(r *rand.Rand) {
		ref := p.Get()
		defer ref.Release()
		if r.IntN(20) > 0 { // otherwise it fails early
			use(ref.Value(), r)
		}
	}}
}

type (
	intRing      = ringBuffer[int]
	textRing     = ringBuffer[string]
	customerRing = ringBuffer[*customer]
)

func strangers() []stranger {
	return []stranger{
		strangerOf("order", nil, nil, (*placed).use),
		strangerOf("order that New makes", func() *placed { return &placed{Attrs: map[string]string{}, Lines: make([]orderLine, 0, 8)} }, nil, (*placed).use),
		strangerOf("order that is dropped when large", nil, func(o *placed) {
			if o.Reset(); cap(o.Tags) > 2 {
				o.Tags = nil
			}
		}, (*placed).use),
		strangerOf("session", nil, nil, (*session).use),
		strangerOf("session with New", func() *session { return &session{status: "new", events: make(chan int, 2)} }, nil, (*session).use),
		strangerOf("parser", newParser, (*parser).reset, (*parser).use),
		strangerOf("ring of numbers", nil, nil, func(b *intRing, r *rand.Rand) {
			for range r.IntN(20) {
				b.push(r.IntN(100))
			}
		}),
		strangerOf("ring of texts", nil, nil, func(b *textRing, r *rand.Rand) {
			for range r.IntN(20) {
				b.push(fmt.Sprint(r.IntN(100)))
			}
		}),
		strangerOf("ring of pointers", nil, nil, func(b *customerRing, r *rand.Rand) {
			for range r.IntN(20) {
				b.push(&customer{Name: "a"})
			}
		}),
		strangerOf("call", nil, nil, (*call).use),
		strangerOf("call with New", func() *call { c := new(call); c.Reset(); return c }, nil, (*call).use),
		strangerOf("row", nil, nil, (*row).use),
		strangerOf("work unit", newWorkUnit, (*workUnit).reset, (*workUnit).use),
		strangerOf("frame", nil, nil, (*frame).use),
		strangerOf("query", nil, (*query[string, any]).reset, func(q *query[string, any], r *rand.Rand) {
			q.use(r, func() string { return fmt.Sprint(r.IntN(10)) }, func() any { return r.IntN(100) })
		}),
		strangerOf("query of numbers", func() *query[int, float64] { q := new(query[int, float64]); q.reset(); return q }, (*query[int, float64]).reset, func(q *query[int, float64], r *rand.Rand) {
			q.use(r, func() int { return r.IntN(10) }, r.Float64)
		}),
		strangerOf("batch", newBatch, (*batch).reset, (*batch).use),
		strangerOf("bytes", func() *[]byte { b := make([]byte, 0, 64); return &b }, func(b *[]byte) { *b = (*b)[:0] }, func(b *[]byte, r *rand.Rand) { *b = append(*b, fmt.Sprint(r.Uint64())...) }),
		strangerOf("map", func() *map[string]int { m := map[string]int{}; return &m }, func(m *map[string]int) { clear(*m) }, func(m *map[string]int, r *rand.Rand) { (*m)[fmt.Sprint(r.IntN(10))]++ }),
		strangerOf("url.Values", func() *url.Values { return &url.Values{} }, func(v *url.Values) { clear(*v) }, func(v *url.Values, r *rand.Rand) { v.Add("a", fmt.Sprint(r.IntN(10))) }),
		strangerOf("http.Header", nil, func(h *http.Header) { clear(*h) }, func(h *http.Header, r *rand.Rand) {
			if *h == nil {
				*h = http.Header{}
			}
			h.Add("a", fmt.Sprint(r.IntN(10)))
		}),
	}
}

func TestStrangers_AreNotReported(t *testing.T) {
	leases := 1000
	if testing.Short() {
		leases = 300
	}
	for name, check := range map[string]func(*testing.T) *collected{
		"every lease":  checked,
		"one in ten":   func(t *testing.T) *collected { return checkedOneIn(t, 10) },
		"one in 1,024": func(t *testing.T) *collected { return checkedOneIn(t, 1024) },
	} {
		t.Run(name, func(t *testing.T) {
			c := check(t)
			for _, s := range strangers() {
				var wg sync.WaitGroup
				for g := range 2 {
					wg.Add(1)
					go func() {
						defer wg.Done()
						r := rand.New(rand.NewPCG(uint64(g), 1))
						for range leases {
							s.lease(r)
						}
					}()
				}
				wg.Wait()
			}
			for _, report := range c.all() {
				t.Errorf("%s", report)
			}
		})
	}
}
