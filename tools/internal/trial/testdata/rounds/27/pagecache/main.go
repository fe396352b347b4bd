// truth: correct

// Pagecache is the buffer pool of a storage engine: pages are pinned by
// readers, cached in LRU order, and written back when they are evicted dirty.
package main

import (
	"container/list"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type page struct {
	no    int
	dirty bool
	data  [256]byte
}

type disk struct {
	mu     sync.Mutex
	blocks map[int]byte
	bad    int
}

var errBadSector = errors.New("bad sector")

func (d *disk) read(p *page) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if p.no == d.bad {
		return errBadSector
	}
	p.data[0] = d.blocks[p.no]
	return nil
}

func (d *disk) write(p *page) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.blocks[p.no] = p.data[0]
}

// A pin is the right to use a page until unpin.
type pin struct{ ref rcpool.Ref[page] }

func (p pin) page() *page { return p.ref.Value() }
func (p pin) unpin()      { p.ref.Release() }

type cache struct {
	pool  rcpool.Pool[page]
	disk  *disk
	mu    sync.Mutex
	index map[int]*list.Element // of rcpool.Ref[page]
	order *list.List
	limit int
}

func newCache(d *disk, limit int) *cache {
	return &cache{disk: d, index: map[int]*list.Element{}, order: list.New(), limit: limit}
}

func (c *cache) fetch(no int) (pin, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.index[no]; ok {
		c.order.MoveToFront(e)
		return pin{e.Value.(rcpool.Ref[page]).Retain()}, nil
	}
	ref := c.pool.Get()
	p := ref.Value()
	p.no = no
	if err := c.disk.read(p); err != nil {
		ref.Release()
		return pin{}, fmt.Errorf("page %d: %w", no, err)
	}
	for c.order.Len() >= c.limit {
		c.evict(c.order.Back())
	}
	c.index[no] = c.order.PushFront(ref)
	return pin{ref.Retain()}, nil
}

// evict writes the page back and gives up the reference of the cache; pins
// keep theirs.
func (c *cache) evict(e *list.Element) {
	ref := c.order.Remove(e).(rcpool.Ref[page])
	defer ref.Release()
	p := ref.Value()
	delete(c.index, p.no)
	if p.dirty {
		c.disk.write(p)
		p.dirty = false
	}
}

func (c *cache) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.order.Len() > 0 {
		c.evict(c.order.Front())
	}
}

func (c *cache) update(no int, f func(*page)) error {
	pinned, err := c.fetch(no)
	if err != nil {
		return err
	}
	defer pinned.unpin()
	c.mu.Lock()
	defer c.mu.Unlock()
	f(pinned.page())
	pinned.page().dirty = true
	if _, cached := c.index[no]; !cached {
		c.disk.write(pinned.page())
	}
	return nil
}

func main() {
	d := &disk{blocks: map[int]byte{}, bad: 13}
	c := newCache(d, 3)
	for i := range 20 {
		if err := c.update(i%5, func(p *page) { p.data[0]++ }); err != nil {
			fmt.Println(err)
		}
	}
	if err := c.update(13, func(p *page) { p.data[0] = 1 }); !errors.Is(err, errBadSector) {
		panic(err)
	}
	c.close()
	fmt.Println(d.blocks[0], d.blocks[4], c.pool.Stats().InUse)
}
