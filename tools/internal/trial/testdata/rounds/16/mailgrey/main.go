// truth: correct

package main

import (
	"fmt"
	"hash/fnv"
	"io"
	"net/netip"
	"strings"
	"sync"
	"time"
)

type triple struct {
	key  []byte
	from string
	to   string
	ip   netip.Addr
}

var triples = sync.Pool{New: func() any { return &triple{key: make([]byte, 0, 96)} }}

func newTriple(ip, from, to string) (*triple, error) {
	addr, err := netip.ParseAddr(ip)
	if err != nil {
		return nil, err
	}
	t := triples.Get().(*triple)
	t.ip, t.from, t.to = addr, from, to
	return t, nil
}

func (t *triple) free() {
	*t = triple{key: t.key[:0]}
	triples.Put(t)
}

// build renders the key. The slice is good until free.
func (t *triple) build() []byte {
	t.key = t.ip.AppendTo(t.key[:0])
	t.key = append(t.key, '|')
	t.key = append(t.key, strings.ToLower(t.from)...)
	t.key = append(t.key, '|')
	t.key = append(t.key, strings.ToLower(t.to)...)
	return t.key
}

func (t *triple) hash(w io.Writer) {
	w.Write(t.build())
}

type entry struct {
	first  time.Duration
	passes int
}

type greylist struct {
	mu    sync.Mutex
	now   time.Duration
	delay time.Duration
	seen  map[string]*entry
	trust [64]uint8
}

func (g *greylist) check(ip, from, to string) (bool, error) {
	t, err := newTriple(ip, from, to)
	if err != nil {
		return false, fmt.Errorf("greylist: %w", err)
	}
	defer t.free()
	h := fnv.New32a()
	t.hash(h)
	g.mu.Lock()
	defer g.mu.Unlock()
	bucket := &g.trust[h.Sum32()%uint32(len(g.trust))]
	e, ok := g.seen[string(t.key)]
	if !ok {
		g.seen[string(t.build())] = &entry{first: g.now}
		return false, nil
	}
	if g.now-e.first < g.delay {
		return false, nil
	}
	e.passes++
	*bucket++
	return true, nil
}

func (g *greylist) expire(age time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for key, e := range g.seen {
		if e.passes == 0 && g.now-e.first > age {
			delete(g.seen, key)
		}
	}
}

func main() {
	g := &greylist{delay: 5 * time.Minute, seen: map[string]*entry{}}
	var wg sync.WaitGroup
	passed := 0
	for round := range 4 {
		g.now = time.Duration(round*3) * time.Minute
		var mu sync.Mutex
		for i := range 6 {
			wg.Go(func() {
				ok, err := g.check(fmt.Sprint("10.0.0.", i*60), "A@x", fmt.Sprint("u", i, "@y"))
				if err == nil && ok {
					mu.Lock()
					passed++
					mu.Unlock()
				}
			})
		}
		wg.Wait()
	}
	g.now += time.Hour
	g.expire(time.Minute)
	fmt.Println(passed, len(g.seen))
}
