// truth: correct

// Command blobcache is a small LRU cache of blobs with single loading.
package main

import (
	"container/list"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type blob struct {
	key  string
	data []byte
}

var blobs = rcpool.Pool[blob]{
	Name:  "blobs",
	Reset: func(b *blob) { b.key, b.data = "", b.data[:0] },
}

type entry struct {
	ready chan struct{}
	ref   rcpool.Ref[blob]
	err   error
	at    *list.Element
}

type cache struct {
	mu      sync.Mutex
	entries map[string]*entry
	recent  *list.List // of string keys
	max     int
	load    func(key string, into *blob) error
}

// get returns a reference of the caller's own.
func (c *cache) get(key string) (rcpool.Ref[blob], error) {
	c.mu.Lock()
	e, ok := c.entries[key]
	if !ok {
		e = &entry{ready: make(chan struct{})}
		c.entries[key] = e
		c.mu.Unlock()
		return c.fill(key, e)
	}
	c.mu.Unlock()
	<-e.ready
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.err != nil {
		return rcpool.Ref[blob]{}, e.err
	}
	if e.at == nil { // evicted while we waited
		return rcpool.Ref[blob]{}, errEvicted
	}
	c.recent.MoveToFront(e.at)
	return e.ref.Retain(), nil
}

var errEvicted = errors.New("evicted")

func (c *cache) fill(key string, e *entry) (rcpool.Ref[blob], error) {
	ref := blobs.Get()
	ref.Value().key = key
	err := c.load(key, ref.Value())
	c.mu.Lock()
	defer c.mu.Unlock()
	defer close(e.ready)
	if err != nil {
		e.err = err
		delete(c.entries, key)
		ref.Release()
		return rcpool.Ref[blob]{}, err
	}
	mine := ref.Retain()
	e.ref = ref
	e.at = c.recent.PushFront(key)
	for c.recent.Len() > c.max {
		c.evict(c.recent.Back())
	}
	return mine, nil
}

func (c *cache) evict(at *list.Element) {
	key := c.recent.Remove(at).(string)
	e := c.entries[key]
	delete(c.entries, key)
	e.at = nil
	rcpool.Drop(&e.ref)
}

func (c *cache) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.recent.Len() > 0 {
		c.evict(c.recent.Front())
	}
}

func main() {
	c := &cache{entries: map[string]*entry{}, recent: list.New(), max: 2}
	c.load = func(key string, into *blob) error {
		if strings.HasPrefix(key, "!") {
			return errors.New("no such blob")
		}
		into.data = append(into.data, strings.Repeat(key, 3)...)
		return nil
	}
	defer c.close()
	var wg sync.WaitGroup
	for _, key := range []string{"a", "b", "a", "!x", "c", "a", "b"} {
		b, err := c.get(key)
		if err != nil {
			fmt.Println(key, err)
			continue
		}
		wg.Go(b.Hold(func(b *blob) {
			if string(b.data) != strings.Repeat(b.key, 3) {
				panic("mixed up " + b.key)
			}
		}))
		b.Release()
	}
	wg.Wait()
	fmt.Println(c.recent.Len(), len(c.entries))
}
