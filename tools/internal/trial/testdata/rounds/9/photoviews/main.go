// truth: double-release line 38,69,79,80 hard
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Photo struct {
	ID     int
	Pixels []byte
}

func (p *Photo) Reset() { p.ID, p.Pixels = 0, p.Pixels[:0] }

var photos rcpool.Pool[Photo]

type view interface {
	Sum() int
	Close() error
}

type crop struct {
	photo  rcpool.Ref[Photo]
	lo, hi int
}

func (c *crop) Sum() (n int) {
	for _, p := range c.photo.Value().Pixels[c.lo:c.hi] {
		n += int(p)
	}
	return n
}

func (c *crop) Close() error {
	rcpool.Drop(&c.photo)
	return nil
}

// narrow is the middle of the crop.
func (c *crop) narrow() *crop {
	n := *c
	q := (c.hi - c.lo) / 4
	n.lo, n.hi = c.lo+q, c.hi-q
	return &n
}

func open(id, size int) *crop {
	ref := photos.Get()
	p := ref.Value()
	p.ID = id
	for i := range size {
		p.Pixels = append(p.Pixels, byte(i))
	}
	return &crop{photo: ref, hi: size}
}

type gallery struct{ views []view }

func (g *gallery) show(v view) int {
	g.views = append(g.views, v)
	return v.Sum()
}

func (g *gallery) Close() (err error) {
	for i := len(g.views) - 1; i >= 0; i-- {
		err = errors.Join(err, g.views[i].Close())
	}
	g.views = nil
	return err
}

func main() {
	g := new(gallery)
	full := open(7, 64)
	fmt.Println(g.show(full))
	fmt.Println(g.show(full.narrow()))
	fmt.Println(g.Close())
	fmt.Println(photos.Stats().InUse)
}
