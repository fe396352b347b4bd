// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// Cloud is a lidar frame that several consumers share. The last Release puts it back.
type Cloud struct {
	refs  atomic.Int32
	Stamp int64
	Pts   [][3]float32
}

var clouds = sync.Pool{New: func() any { return new(Cloud) }}

// NewCloud returns a frame with one reference.
func NewCloud(stamp int64) *Cloud {
	c := clouds.Get().(*Cloud)
	c.Stamp, c.Pts = stamp, c.Pts[:0]
	c.refs.Store(1)
	return c
}

func (c *Cloud) Retain() *Cloud {
	if c.refs.Add(1) <= 1 {
		panic("cloud: retained after its release")
	}
	return c
}

func (c *Cloud) Release() {
	switch n := c.refs.Add(-1); {
	case n == 0:
		clouds.Put(c)
	case n < 0:
		panic("cloud: released twice")
	}
}

type consumer interface{ Consume(*Cloud) }

type ground struct{ lowest float32 }

func (g *ground) Consume(c *Cloud) {
	for _, p := range c.Pts {
		g.lowest = min(g.lowest, p[2])
	}
}

// latest keeps the newest frame until the next one.
type latest struct{ cur *Cloud }

func (l *latest) Consume(c *Cloud) {
	if l.cur != nil {
		l.cur.Release()
	}
	l.cur = c.Retain()
}

func (l *latest) Close() {
	if l.cur != nil {
		l.cur.Release()
		l.cur = nil
	}
}

func feed(in <-chan *Cloud, c consumer) {
	for cloud := range in {
		c.Consume(cloud)
		cloud.Release()
	}
}

func main() {
	g, l := new(ground), new(latest)
	chans := []chan *Cloud{make(chan *Cloud, 4), make(chan *Cloud, 4)}
	var wg sync.WaitGroup
	wg.Go(func() { feed(chans[0], g) })
	wg.Go(func() { feed(chans[1], l) })
	for i := range 50 {
		c := NewCloud(int64(i))
		for j := range 10 {
			c.Pts = append(c.Pts, [3]float32{float32(j), 0, float32(-i)})
		}
		for _, ch := range chans {
			ch <- c.Retain()
		}
		c.Release()
	}
	for _, ch := range chans {
		close(ch)
	}
	wg.Wait()
	fmt.Println(g.lowest, l.cur.Stamp, len(l.cur.Pts))
	l.Close()
	l.Close()
}
