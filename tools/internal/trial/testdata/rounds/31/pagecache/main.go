// truth: correct

// Command pagecache is the buffer manager of a small storage engine: an LRU of
// fixed-size pages that readers pin with references.
package main

import (
	"container/list"
	"encoding/binary"
	"fmt"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

const pageSize = 4096

type page struct {
	id   uint64
	data [pageSize]byte
}

type disk interface {
	readPage(id uint64, into []byte) error
}

type entry struct {
	id  uint64
	ref rcpool.Ref[page]
}

type cache struct {
	pool  rcpool.Pool[page]
	disk  disk
	limit int

	mu    sync.Mutex
	order *list.List
	index map[uint64]*list.Element
	hits  int
}

func newCache(d disk, limit int) *cache {
	return &cache{
		pool:  rcpool.Pool[page]{Name: "pages", Reset: func(p *page) { *p = page{} }},
		disk:  d,
		limit: limit,
		order: list.New(),
		index: make(map[uint64]*list.Element),
	}
}

// pin returns the page with a reference for the caller.
func (c *cache) pin(id uint64) (rcpool.Ref[page], error) {
	c.mu.Lock()
	if el, ok := c.index[id]; ok {
		c.order.MoveToFront(el)
		c.hits++
		ref := el.Value.(*entry).ref.Retain()
		c.mu.Unlock()
		return ref, nil
	}
	c.mu.Unlock()

	fresh := c.pool.Get()
	p := fresh.Value()
	p.id = id
	if err := c.disk.readPage(id, p.data[:]); err != nil {
		fresh.Release()
		return rcpool.Ref[page]{}, fmt.Errorf("page %d: %w", id, err)
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.index[id]; ok {
		// Somebody else was quicker.
		fresh.Release()
		return el.Value.(*entry).ref.Retain(), nil
	}
	c.index[id] = c.order.PushFront(&entry{id: id, ref: fresh.Retain()})
	for c.order.Len() > c.limit {
		c.evict(c.order.Back())
	}
	return fresh, nil
}

// evict drops the cache's reference. Readers keep theirs.
func (c *cache) evict(el *list.Element) {
	e := c.order.Remove(el).(*entry)
	delete(c.index, e.id)
	rcpool.Drop(&e.ref)
}

func (c *cache) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for el := c.order.Front(); el != nil; el = c.order.Front() {
		c.evict(el)
	}
}

type memDisk struct{ pages uint64 }

func (d memDisk) readPage(id uint64, into []byte) error {
	if id >= d.pages {
		return io.ErrUnexpectedEOF
	}
	binary.LittleEndian.PutUint64(into, id*id)
	return nil
}

func sum(c *cache, ids ...uint64) (total uint64, err error) {
	for _, id := range ids {
		p, err := c.pin(id)
		if err != nil {
			return total, err
		}
		total += binary.LittleEndian.Uint64(p.Value().data[:8])
		p.Release()
	}
	return total, nil
}

func main() {
	c := newCache(memDisk{pages: 64}, 8)
	defer c.close()
	var wg sync.WaitGroup
	for w := range uint64(4) {
		wg.Go(func() {
			total, err := sum(c, w, w+1, w+2, 40+w, w, 100)
			if err != nil {
				fmt.Println("worker:", total > 0, err)
			}
		})
	}
	held, err := c.pin(3)
	if err == nil {
		defer held.Release()
		_, _ = sum(c, 10, 11, 12, 13, 14, 15, 16, 17, 18)
		fmt.Println("still pinned:", held.Value().id)
	}
	wg.Wait()
}
