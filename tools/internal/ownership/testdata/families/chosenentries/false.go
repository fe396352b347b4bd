package chosenentries

import (
	"bytes"
	"io"

	"github.com/rcpool/rcpool"
)

type bothPages struct {
	byPath, byPart map[string]*page
	limit          int
}

func (c *bothPages) add(path, part string) {
	for len(c.byPath) >= c.limit {
		c.evict()
	}
	p := &page{path: path, part: part, html: buffer()}
	c.byPath[path] = p
	c.byPart[part] = p
}

// What is evicted is in neither map.
func (c *bothPages) evict() {
	var coldest *page
	for _, p := range c.byPath {
		if coldest == nil || p.hits < coldest.hits {
			coldest = p
		}
	}
	if coldest == nil {
		return
	}
	c.forget(coldest)
	buffers.Put(coldest.html)
}

func (c *bothPages) forget(p *page) {
	delete(c.byPath, p.path)
	if c.byPart[p.part] == p {
		delete(c.byPart, p.part)
	}
}

func (c *bothPages) writePart(w io.Writer, part string) {
	if p, ok := c.byPart[part]; ok {
		w.Write(p.html.Bytes())
	}
}

func addBothAndWrite(w io.Writer, part string) {
	c := &bothPages{byPath: map[string]*page{}, byPart: map[string]*page{}, limit: 2}
	c.add("/a", "a")
	c.add("/b", "b")
	c.add("/c", "c")
	c.writePart(w, part)
}

type sharedPage struct {
	path, part string
	html       *bytes.Buffer
	refs       int
}

type sharedPages struct{ byPath, byPart map[string]*sharedPage }

func (c *sharedPages) add(path, part string) {
	p := &sharedPage{path: path, part: part, html: buffer(), refs: 2}
	c.byPath[path] = p
	c.byPart[part] = p
}

// The page counts the maps that have it.
func (c *sharedPages) evict() {
	for path, p := range c.byPath {
		delete(c.byPath, path)
		if p.refs--; p.refs == 0 {
			buffers.Put(p.html)
		}
		return
	}
}

func (c *sharedPages) dropPart(part string) {
	if p, ok := c.byPart[part]; ok {
		delete(c.byPart, part)
		if p.refs--; p.refs == 0 {
			buffers.Put(p.html)
		}
	}
}

func (c *sharedPages) writePart(w io.Writer, part string) {
	if p, ok := c.byPart[part]; ok {
		w.Write(p.html.Bytes())
	}
}

func addSharedAndWrite(w io.Writer, part string) {
	c := &sharedPages{byPath: map[string]*sharedPage{}, byPart: map[string]*sharedPage{}}
	c.add("/a", "a")
	c.evict()
	c.writePart(w, part)
	c.dropPart(part)
}

type stamped struct {
	id   int
	tile rcpool.Ref[Tile]
	dead bool
}

type stampedGrid struct {
	cells map[int]*stamped
	zooms map[int]*stamped
}

func (g *stampedGrid) load(id, zoom int) {
	c := &stamped{id: id, tile: tiles.Get()}
	g.cells[id] = c
	g.zooms[zoom] = c
}

// The struct that stays in the other map says that it is dead.
func (g *stampedGrid) expire() {
	for id, c := range g.cells {
		if len(c.tile.Value().Pixels) == 0 {
			delete(g.cells, id)
			c.tile.Release()
			c.dead = true
		}
	}
}

func (g *stampedGrid) size(zoom int) int {
	c, ok := g.zooms[zoom]
	if !ok || c.dead {
		return 0
	}
	return len(c.tile.Value().Pixels)
}

func loadAndSize(zoom int) int {
	g := &stampedGrid{cells: map[int]*stamped{}, zooms: map[int]*stamped{}}
	g.load(1, 2)
	g.expire()
	return g.size(zoom)
}
