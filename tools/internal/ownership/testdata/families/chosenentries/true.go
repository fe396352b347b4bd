package chosenentries

import (
	"bytes"
	"io"

	"github.com/rcpool/rcpool"
)

type page struct {
	path, part string
	html       *bytes.Buffer
	hits       int
}

type pages struct {
	byPath, byPart map[string]*page
	limit          int
}

func newPages() *pages {
	return &pages{byPath: map[string]*page{}, byPart: map[string]*page{}, limit: 2}
}

func (c *pages) add(path, part string) {
	if old, ok := c.byPath[path]; ok {
		c.remove(old)
	}
	if len(c.byPath) >= c.limit {
		c.evict()
	}
	p := &page{path: path, part: part, html: buffer()}
	c.byPath[path] = p
	c.byPart[part] = p
}

func (c *pages) remove(p *page) {
	delete(c.byPath, p.path)
	if c.byPart[p.part] == p {
		delete(c.byPart, p.part)
	}
	buffers.Put(p.html)
}

func (c *pages) evict() {
	var coldest *page
	for _, p := range c.byPath {
		if coldest == nil || p.hits < coldest.hits {
			coldest = p
		}
	}
	if coldest != nil {
		delete(c.byPath, coldest.path)
		buffers.Put(coldest.html)
	}
}

// The map byPart has pages that were evicted.
func (c *pages) writePart(w io.Writer, part string) bool {
	p, ok := c.byPart[part]
	if ok {
		w.Write(p.html.Bytes()) // want "use-after-release: "
	}
	return ok
}

func addAndWrite(w io.Writer, part string) {
	c := newPages()
	c.add("/a", "a")
	c.add("/b", "b")
	c.add("/c", "c")
	c.writePart(w, part)
}

type cell struct {
	id, zoom int
	tile     rcpool.Ref[Tile]
	used     int64
}

type grid struct {
	cells map[int]*cell
	zooms map[int]*cell
}

func newCell(id, zoom int) *cell { return &cell{id: id, zoom: zoom, tile: tiles.Get()} }

func (g *grid) load(id, zoom int) {
	c := newCell(id, zoom)
	g.cells[id] = c
	g.zooms[zoom] = c
}

// A loop releases those that are too old, and leaves them in the other map.
func (g *grid) expire(now int64) {
	for id, c := range g.cells {
		if now-c.used > 60 {
			delete(g.cells, id)
			c.tile.Release()
		}
	}
}

func (g *grid) close() {
	for _, c := range g.zooms {
		c.tile.Release() // want "double-release: "
	}
	clear(g.zooms)
	clear(g.cells)
}

func loadAndExpire(now int64) {
	g := &grid{cells: map[int]*cell{}, zooms: map[int]*cell{}}
	g.load(1, 2)
	g.expire(now)
	g.close()
}

type shelf[K comparable] struct {
	all    map[K]rcpool.Ref[Tile]
	recent map[int]rcpool.Ref[Tile]
	next   int
}

func (s *shelf[K]) put(key K) {
	ref := tiles.Get()
	s.all[key] = ref
	s.recent[s.next] = ref
	s.next++
}

// Any one of them goes.
func (s *shelf[K]) drop() {
	for key, ref := range s.all {
		delete(s.all, key)
		ref.Release()
		break
	}
}

func (s *shelf[K]) size(n int) int {
	if ref, ok := s.recent[n]; ok {
		return len(ref.Value().Pixels) // want "use-after-release: "
	}
	return 0
}

func putAndDrop() int {
	s := &shelf[string]{all: map[string]rcpool.Ref[Tile]{}, recent: map[int]rcpool.Ref[Tile]{}}
	s.put("a")
	s.drop()
	s.put("b")
	return s.size(0)
}

func (s *shelf[K]) again() {
	s.drop()
	s.put(*new(K))
}
