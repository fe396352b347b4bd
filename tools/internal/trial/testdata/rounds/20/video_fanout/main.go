// truth: correct

// A video packager gives each encoded group of pictures to all renditions.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

var gops = sync.Pool{New: func() any { return new(gop) }}

type gop struct {
	refs   atomic.Int32
	number int
	frames [][]byte
}

func newGop(number int) *gop {
	g := gops.Get().(*gop)
	g.number = number
	g.refs.Store(1)
	return g
}

func (g *gop) IncRef() { g.refs.Add(1) }

func (g *gop) DecRef() {
	if g.refs.Add(-1) > 0 {
		return
	}
	clear(g.frames)
	g.frames = g.frames[:0]
	g.number = 0
	gops.Put(g)
}

type rendition struct {
	name  string
	in    chan *gop
	bytes int
	last  *gop // kept for viewers that join late
}

func (r *rendition) run() {
	for g := range r.in {
		for _, f := range g.frames {
			r.bytes += len(f)
		}
		if r.last != nil {
			r.last.DecRef()
		}
		r.last = g
	}
}

func (r *rendition) join(show func(*gop)) {
	if r.last == nil {
		return
	}
	g := r.last
	g.IncRef()
	defer g.DecRef()
	show(g)
}

func (r *rendition) stop() {
	if g := r.last; g != nil {
		r.last = nil
		g.DecRef()
	}
}

type packager struct {
	outputs []*rendition
	wg      sync.WaitGroup
}

func (p *packager) start(names ...string) {
	for _, n := range names {
		r := &rendition{name: n, in: make(chan *gop, 2)}
		p.outputs = append(p.outputs, r)
		p.wg.Go(r.run)
	}
}

func (p *packager) publish(g *gop) {
	defer g.DecRef()
	if len(g.frames) == 0 {
		return
	}
	for _, r := range p.outputs {
		g.IncRef()
		r.in <- g
	}
}

func (p *packager) finish() {
	for _, r := range p.outputs {
		close(r.in)
	}
	p.wg.Wait()
	for _, r := range p.outputs {
		r.join(func(g *gop) { fmt.Println(r.name, r.bytes, "last", g.number, len(g.frames)) })
		r.stop()
	}
}

func main() {
	var p packager
	p.start("1080p", "720p", "audio")
	for i := range 10 {
		g := newGop(i)
		for f := range i % 4 {
			g.frames = append(g.frames, make([]byte, 10*(f+1)))
		}
		p.publish(g)
	}
	p.finish()
}
