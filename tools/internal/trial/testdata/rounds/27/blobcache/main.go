// truth: leak line 84,87 hard

// Blobcache keeps decoded blobs of a container registry in memory, in order of
// use. Blobs are counted and share the blocks of an arena.
package main

import (
	"container/list"
	"fmt"
	"sync"
	"sync/atomic"
)

type arena struct {
	mu   sync.Mutex
	free [][]byte
	live int
}

func (a *arena) get() []byte {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.live++
	if n := len(a.free); n > 0 {
		block := a.free[n-1]
		a.free = a.free[:n-1]
		return block
	}
	return make([]byte, 0, 4096)
}

func (a *arena) put(block []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.live--
	a.free = append(a.free, block[:0])
}

type blob struct {
	refs   atomic.Int32
	arena  *arena
	digest string
	data   []byte
}

func newBlob(a *arena, digest, text string) *blob {
	b := &blob{arena: a, digest: digest, data: append(a.get(), text...)}
	b.refs.Store(1)
	return b
}

func (b *blob) IncRef() { b.refs.Add(1) }

func (b *blob) DecRef() {
	if b.refs.Add(-1) == 0 {
		b.arena.put(b.data)
		b.data = nil
	}
}

type cache struct {
	arena *arena
	limit int
	order *list.List // of *blob
	index map[string]*list.Element
	pulls int
}

func newCache(limit int) *cache {
	return &cache{arena: &arena{}, limit: limit, order: list.New(), index: map[string]*list.Element{}}
}

// open returns the blob with a reference for the caller.
//
//rcpool:returns-owned
func (c *cache) open(digest string) *blob {
	if e, ok := c.index[digest]; ok {
		c.order.MoveToFront(e)
		b := e.Value.(*blob)
		b.IncRef()
		return b
	}
	c.pulls++
	b := newBlob(c.arena, digest, "layer "+digest)
	c.index[digest] = c.order.PushFront(b)
	if c.order.Len() > c.limit {
		oldest := c.order.Remove(c.order.Back()).(*blob)
		delete(c.index, oldest.digest)
	}
	b.IncRef()
	return b
}

func (c *cache) close() {
	for e := c.order.Front(); e != nil; e = e.Next() {
		e.Value.(*blob).DecRef()
	}
	c.order.Init()
	clear(c.index)
}

func (c *cache) serve(digests ...string) (bytes int) {
	for _, digest := range digests {
		b := c.open(digest)
		bytes += len(b.data)
		b.DecRef()
	}
	return bytes
}

func main() {
	c := newCache(2)
	fmt.Println(c.serve("aa", "bb", "aa", "cc", "aa", "bb"), c.pulls)
	c.close()
	fmt.Println("blocks in use:", c.arena.live)
}
