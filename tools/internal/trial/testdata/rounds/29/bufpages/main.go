// truth: correct

// Command bufpages is the page cache of a small database: fixed capacity, pins,
// least recently used pages go first, dirty ones are written before.
package main

import (
	"container/list"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

const pageSize = 128

type Page struct {
	id    uint32
	dirty bool
	data  [pageSize]byte
}

var pages = rcpool.Pool[Page]{Name: "db.pages"}

type device struct {
	mu     sync.Mutex
	blocks map[uint32][pageSize]byte
	writes int
}

var errRange = errors.New("page is out of range")

func (d *device) read(p *Page) error {
	if p.id > 1000 {
		return fmt.Errorf("%d: %w", p.id, errRange)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	p.data = d.blocks[p.id]
	return nil
}

func (d *device) write(p *Page) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.blocks[p.id] = p.data
	d.writes++
}

type frame struct {
	ref rcpool.Ref[Page]
	pin int
	pos *list.Element
}

type cache struct {
	dev    *device
	max    int
	mu     sync.Mutex
	frames map[uint32]*frame
	lru    *list.List // of uint32, the most recent first
}

func newCache(dev *device, max int) *cache {
	return &cache{dev: dev, max: max, frames: map[uint32]*frame{}, lru: list.New()}
}

// fetch pins a page. The pin is valid until the caller unpins it.
func (c *cache) fetch(id uint32) (*Page, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f, ok := c.frames[id]; ok {
		f.pin++
		c.lru.MoveToFront(f.pos)
		return f.ref.Value(), nil
	}
	if err := c.makeRoom(); err != nil {
		return nil, err
	}
	ref := pages.Get()
	p := ref.Value()
	p.id = id
	if err := c.dev.read(p); err != nil {
		ref.Release()
		return nil, err
	}
	c.frames[id] = &frame{ref: ref, pin: 1, pos: c.lru.PushFront(id)}
	return p, nil
}

var errAllPinned = errors.New("all pages are pinned")

func (c *cache) makeRoom() error {
	if len(c.frames) < c.max {
		return nil
	}
	for e := c.lru.Back(); e != nil; e = e.Prev() {
		id := e.Value.(uint32)
		if f := c.frames[id]; f.pin == 0 {
			c.evict(id, f)
			return nil
		}
	}
	return errAllPinned
}

func (c *cache) evict(id uint32, f *frame) {
	if p := f.ref.Value(); p.dirty {
		c.dev.write(p)
	}
	c.lru.Remove(f.pos)
	delete(c.frames, id)
	f.ref.Release()
}

func (c *cache) unpin(id uint32, dirty bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.frames[id]
	f.pin--
	if dirty {
		f.ref.Value().dirty = true
	}
}

func (c *cache) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	pinned := 0
	for id, f := range c.frames {
		if f.pin > 0 {
			pinned++
		}
		c.evict(id, f)
	}
	if pinned > 0 {
		return fmt.Errorf("%d pages are still pinned", pinned)
	}
	return nil
}

func increment(c *cache, id uint32) error {
	p, err := c.fetch(id)
	if err != nil {
		return err
	}
	n := binary.LittleEndian.Uint64(p.data[:])
	binary.LittleEndian.PutUint64(p.data[:], n+1)
	c.unpin(id, true)
	return nil
}

func main() {
	dev := &device{blocks: map[uint32][pageSize]byte{}}
	c := newCache(dev, 3)
	for i := range uint32(40) {
		if err := increment(c, i*i%7); err != nil {
			panic(err)
		}
	}
	fmt.Println(increment(c, 5000))
	if err := c.close(); err != nil {
		panic(err)
	}
	total := uint64(0)
	for _, b := range dev.blocks {
		total += binary.LittleEndian.Uint64(b[:])
	}
	fmt.Println(total, dev.writes > 4)
}
