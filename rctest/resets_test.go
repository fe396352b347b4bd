package rctest_test

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/lzw"
	"compress/zlib"
	"container/list"
	"container/ring"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha3"
	"encoding/json"
	"go/scanner"
	"go/token"
	"hash"
	"hash/crc32"
	"hash/fnv"
	"hash/maphash"
	"io"
	"math/big"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rctest"
)

// resets calls rctest.Resets, and returns what it says about a pool.
func resets[T any](fresh func() *T, reset func(*T)) (said string, failed bool) {
	f := &fake{}
	run(f, func(t testing.TB) { rctest.Resets(t, &rcpool.Pool[T]{Name: "objects", New: fresh, Reset: reset}) })
	return f.said.String(), f.failed
}

// right returns a test that the reset is not said to leave anything.
func right[T any](fresh func() *T, reset func(*T)) func(*testing.T) {
	return func(t *testing.T) {
		if said, failed := resets(fresh, reset); failed {
			t.Error(said)
		}
	}
}

// The types of the standard library that are made to be used again.
func TestResets_OfTheStandardLibrary(t *testing.T) {
	type key struct{ hash.Hash }
	for name, test := range map[string]func(*testing.T){
		"bytes.Buffer":      right(nil, (*bytes.Buffer).Reset),
		"bytes.Reader":      right(nil, func(r *bytes.Reader) { r.Reset(nil) }),
		"strings.Reader":    right(nil, func(r *strings.Reader) { r.Reset("") }),
		"strings.Builder":   right(nil, (*strings.Builder).Reset),
		"bufio.Reader":      right(func() *bufio.Reader { return bufio.NewReader(nil) }, func(r *bufio.Reader) { r.Reset(nil) }),
		"bufio.Reader, new": right(nil, func(r *bufio.Reader) { r.Reset(strings.NewReader("")) }),
		"bufio.Writer":      right(func() *bufio.Writer { return bufio.NewWriter(io.Discard) }, func(w *bufio.Writer) { w.Reset(nil) }),
		"bufio.ReadWriter":  right(func() *bufio.ReadWriter { return bufio.NewReadWriter(bufio.NewReader(nil), bufio.NewWriter(nil)) }, func(w *bufio.ReadWriter) { w.Reader.Reset(nil); w.Writer.Reset(nil) }),
		"flate.Writer":      right(func() *flate.Writer { w, _ := flate.NewWriter(nil, 1); return w }, func(w *flate.Writer) { w.Reset(nil) }),
		"gzip.Writer":       right(func() *gzip.Writer { return gzip.NewWriter(nil) }, func(w *gzip.Writer) { w.Reset(nil) }),
		"zlib.Writer":       right(func() *zlib.Writer { return zlib.NewWriter(nil) }, func(w *zlib.Writer) { w.Reset(nil) }),
		"lzw.Reader":        right(nil, func(r *lzw.Reader) { r.Reset(strings.NewReader(""), lzw.MSB, 8) }),
		"lzw.Writer":        right(nil, func(w *lzw.Writer) { w.Reset(io.Discard, lzw.MSB, 8) }),
		"tabwriter.Writer":  right(nil, func(w *tabwriter.Writer) { w.Init(nil, 0, 8, 1, ' ', 0) }),
		"list.List":         right(nil, func(l *list.List) { l.Init() }),
		"ring.Ring":         right(func() *ring.Ring { return ring.New(3) }, func(r *ring.Ring) { r.Do(func(any) {}) }),
		"maphash.Hash":      right(nil, (*maphash.Hash).Reset),
		"maphash.Hash, new": right(nil, func(h *maphash.Hash) { h.SetSeed(maphash.MakeSeed()) }),
		"sha3.SHA3":         right(sha3.New256, (*sha3.SHA3).Reset),
		"sha3.SHAKE":        right(sha3.NewSHAKE128, (*sha3.SHAKE).Reset),
		"sha256":            right(func() *key { return &key{sha256.New()} }, func(k *key) { k.Hash.Reset() }),
		"hmac":              right(func() *key { return &key{hmac.New(sha256.New, []byte("key"))} }, func(k *key) { k.Hash.Reset() }),
		"crc32":             right(func() *key { return &key{crc32.NewIEEE()} }, func(k *key) { k.Hash.Reset() }),
		"fnv":               right(func() *key { return &key{fnv.New64a()} }, func(k *key) { k.Hash.Reset() }),
		"rand.PCG":          right(nil, func(p *rand.PCG) { p.Seed(rand.Uint64(), rand.Uint64()) }),
		"rand.PCG, const":   right(nil, func(p *rand.PCG) { p.Seed(1, 2) }),
		"rand.ChaCha8":      right(func() *rand.ChaCha8 { return rand.NewChaCha8([32]byte{}) }, func(c *rand.ChaCha8) { c.Seed([32]byte{1}) }),
		"time.Timer":        right(func() *time.Timer { return time.NewTimer(time.Hour) }, func(t *time.Timer) { t.Reset(time.Hour) }),
		"time.Ticker":       right(func() *time.Ticker { return time.NewTicker(time.Hour) }, func(t *time.Ticker) { t.Reset(time.Hour) }),
		"big.Int":           right(nil, func(i *big.Int) { i.SetInt64(0) }),
		"big.Float":         right(nil, func(f *big.Float) { *f = big.Float{} }),
		"scanner.Scanner":   right(nil, func(s *scanner.Scanner) { s.Init(token.NewFileSet().AddFile("", -1, 0), nil, nil, 0) }),
		"scanner.ErrorList": right(nil, (*scanner.ErrorList).Reset),
		"json.Decoder":      right(func() *json.Decoder { return json.NewDecoder(nil) }, func(d *json.Decoder) { *d = *json.NewDecoder(nil) }),
		"http.Request":      right(nil, func(r *http.Request) { *r = *(&http.Request{Method: "GET"}).WithContext(r.Context()) }),
		"url.URL":           right(nil, func(u *url.URL) { *u = url.URL{} }),
		"regexp.Regexp":     right(func() *regexp.Regexp { return regexp.MustCompile("a+") }, (*regexp.Regexp).Longest),
		"sync.Map":          right(nil, (*sync.Map).Clear),
	} {
		t.Run(name, test)
	}
}

var (
	ids     atomic.Int64
	shared  = &inner{count: 3, attrs: map[string]int{"a": 1}}
	errIdle = io.ErrNoProgress
)

// A connection has what a reset may write.
type connection struct {
	ID      int64
	Idle    time.Time
	Limit   int
	State   string
	Server  *inner
	Err     error
	Levels  []int
	Options map[string]int
	Done    chan struct{}
	Close   func()
	Nonce   [16]byte
	Random  uint64
	Label   string
	Body    []byte
	Timeout time.Duration
	Any     any
}

func newConnection() *connection {
	return &connection{ID: ids.Add(1), Done: make(chan struct{}), Server: shared, Options: map[string]int{"a": 1}, Limit: 100, Body: make([]byte, 0, 64)}
}

// What a reset writes to a new object too is no data of a lease.
func TestResets_AllowsWhatTheResetWrites(t *testing.T) {
	for name, reset := range map[string]func(*connection){
		"constants": func(c *connection) {
			*c = connection{Limit: 100, State: "idle", Err: errIdle, Timeout: time.Second, Nonce: [16]byte{1, 2}, Any: 3}
		},
		"what varies": func(c *connection) {
			id := ids.Add(1)
			*c = connection{ID: id, Idle: time.Now(), Random: rand.Uint64(), Done: make(chan struct{}), Label: strings.Repeat("a", int(id)), Close: func() { ids.Add(id) }}
			for i := range c.Nonce {
				c.Nonce[i] = byte(rand.Uint32())
			}
		},
		"a new map, default elements, shared parts": func(c *connection) {
			*c = connection{Options: map[string]int{"b": 2}, Levels: append(c.Levels[:0], 3, 1, 4), Server: shared, Body: c.Body[:0]}
		},
		"values of what is kept": func(c *connection) {
			*c = connection{Body: c.Body[:0], Limit: cap(c.Body), Idle: time.Now(), Label: c.State[:0] + "label"}
		},
		"what New gave, made anew": func(c *connection) { *c = *newConnection() },
	} {
		t.Run(name, right(nil, reset))
		t.Run(name+", with New", right(newConnection, reset))
	}
	// What New has drawn, and no lease changes.
	type named struct {
		id    int64
		label string
		hits  int
	}
	t.Run("an identity", right(func() *named { return &named{id: ids.Add(1), label: strings.Repeat("a", int(ids.Load()))} }, func(n *named) { n.hits = 0 }))
}

// A queue keeps its memory, and so the mask that belongs to it.
type queue struct {
	name       string
	memory     []int
	mask       int
	head, size int
}

func (q *queue) clear() {
	clear(q.memory)
	q.head, q.size = 0, 0
}

// A stack clears what is in use.
type stack struct {
	top   int
	items [4]string
	more  []string
	owner string
}

func (s *stack) clear() {
	for ; s.top > 0; s.top-- {
		s.items[s.top-1], s.more[s.top-1] = "", ""
	}
}

// A page has a position among its words, which Resets cannot know.
type page struct {
	at    int
	words []string
	title string
}

func (p *page) clear() {
	if len(p.words) > 0 && p.words[p.at] == "" {
		panic("an empty word")
	}
	p.at, p.words = 0, p.words[:0]
}

// Resets does not know which fields belong together. It does not blame the reset
// for what only Resets would do, tells what it did not test, and tests the rest.
func TestResets_AllowsFieldsThatBelongTogether(t *testing.T) {
	t.Run("queue", right(nil, func(q *queue) { q.clear(); q.name = "" }))
	t.Run("stack", right(func() *stack { return &stack{more: make([]string, 4)} }, func(s *stack) { s.clear(); s.owner = "" }))
	t.Run("stack without New", right(nil, func(s *stack) { s.clear(); s.more, s.owner = s.more[:0], "" }))
	t.Run("page", right(nil, func(p *page) { p.clear(); p.title = "" }))
	if said, failed := resets(nil, (*page).clear); !failed || !strings.Contains(said, "were not tested") || !strings.Contains(said, "\t.words: runtime error") ||
		!strings.Contains(said, "1 field kept") || !strings.Contains(said, "\t.title: ") {
		t.Errorf("says %q of a title that is left", said)
	}
	if said, failed := resets(nil, (*queue).clear); !failed || !strings.Contains(said, "1 field kept") || !strings.Contains(said, "\t.name: ") {
		t.Errorf("says %q of a name that is left", said)
	}
	if said, failed := resets(nil, func(s *stack) { s.top, s.more, s.owner = 0, nil, "" }); !failed || !strings.Contains(said, "4 fields kept") {
		t.Errorf("says %q of items that are left", said)
	}
}

// A tree refers to its own type, in cycles too.
type tree struct {
	parent, left, right *tree
	sub                 []*tree
	byName              map[string]*tree
	name, text          string
	n                   int
}

func TestResets_SaysLittle(t *testing.T) {
	said, failed := resets(nil, func(n *tree) {
		if n.left != nil {
			n.parent, n.left.parent, n.sub = n, n, append(n.sub, n)
		}
	})
	if lines := strings.Count(said, "\n"); !failed || lines > 12 || !strings.Contains(said, "\n\tand ") || !strings.Contains(said, "\t.name: ") {
		t.Errorf("says in %d lines: %.3000s", lines, said)
	}
	if !strings.Contains(said, `rcpool:"keep"`) {
		t.Errorf("says nothing of the tag: %s", said)
	}
}
