// truth: correct

// Command blocklru is the block cache of an SSTable reader.
package main

import (
	"container/list"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type blockID struct {
	table  uint32
	offset uint32
}

type Block struct {
	id   blockID
	data [4096]byte
	n    int
}

var blocks = rcpool.Pool[Block]{
	Name:  "blocks",
	Reset: func(b *Block) { b.id, b.n = blockID{}, 0; clear(b.data[:]) },
}

type node struct {
	id  blockID
	ref rcpool.Ref[Block]
}

type cache struct {
	mu    sync.Mutex
	cap   int
	order *list.List
	byID  map[blockID]*list.Element
}

func newCache(n int) *cache {
	return &cache{cap: n, order: list.New(), byID: make(map[blockID]*list.Element)}
}

// lookup returns a reference of the caller's own.
func (c *cache) lookup(id blockID) (rcpool.Ref[Block], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.byID[id]
	if !ok {
		return rcpool.Ref[Block]{}, false
	}
	c.order.MoveToFront(el)
	return el.Value.(*node).ref.Retain(), true
}

// insert keeps a reference of its own, and evicts the oldest block.
func (c *cache) insert(ref *rcpool.Ref[Block]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	id := ref.Value().id
	if _, dup := c.byID[id]; dup {
		return
	}
	c.byID[id] = c.order.PushFront(&node{id, ref.Retain()})
	if c.order.Len() > c.cap {
		c.removeLocked(c.order.Back())
	}
}

func (c *cache) removeLocked(el *list.Element) {
	n := c.order.Remove(el).(*node)
	delete(c.byID, n.id)
	n.ref.Release()
}

func (c *cache) purge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for el := c.order.Front(); el != nil; el = c.order.Front() {
		c.removeLocked(el)
	}
}

type table struct {
	num   uint32
	size  uint32
	cache *cache
	reads int

	scrubs  sync.WaitGroup
	corrupt atomic.Int32
}

func (t *table) fetch(off uint32) (rcpool.Ref[Block], error) {
	id := blockID{t.num, off}
	if ref, ok := t.cache.lookup(id); ok {
		return ref, nil
	}
	ref := blocks.Get()
	defer rcpool.Drop(&ref)
	if err := t.pread(off, ref.Value()); err != nil {
		return rcpool.Ref[Block]{}, err
	}
	ref.Value().id = id
	t.cache.insert(&ref)
	return rcpool.Move(&ref), nil
}

func (t *table) pread(off uint32, b *Block) error {
	if off >= t.size {
		return fmt.Errorf("table %d: read at %d beyond %d", t.num, off, t.size)
	}
	t.reads++
	b.n = copy(b.data[:], fmt.Sprintf("t%d@%d", t.num, off))
	return nil
}

func (t *table) get(off uint32) (string, error) {
	ref, err := t.fetch(off)
	if err != nil {
		return "", err
	}
	defer ref.Release()
	t.scrubs.Add(1)
	ref.Go(t.scrub)
	b := ref.Value()
	return string(b.data[:b.n]), nil
}

// scrub checks a block in the background.
func (t *table) scrub(b *Block) {
	defer t.scrubs.Done()
	if want := fmt.Sprintf("t%d@%d", b.id.table, b.id.offset); string(b.data[:b.n]) != want {
		t.corrupt.Add(1)
	}
}

func main() {
	c := newCache(2)
	t := &table{num: 3, size: 3 * 4096, cache: c}
	var errs error
	for _, off := range []uint32{0, 4096, 0, 8192, 0, 4096, 99999} {
		s, err := t.get(off)
		errs = errors.Join(errs, err)
		fmt.Println(s)
	}
	fmt.Println(t.reads, errs)
	t.scrubs.Wait()
	fmt.Println(t.corrupt.Load(), "corrupt")
	c.purge()
	check()
}
