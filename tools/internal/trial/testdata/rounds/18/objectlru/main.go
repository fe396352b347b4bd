// truth: use-after-release line 67 hard
package main

import (
	"container/list"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Object struct {
	Key   string
	Body  []byte
	Dirty bool
}

func (o *Object) Reset() { o.Key, o.Body, o.Dirty = "", o.Body[:0], false }

var objects = rcpool.Pool[Object]{Name: "objects"}

type cache struct {
	max    int
	index  map[string]rcpool.Ref[Object]
	recent *list.List // of keys, latest first
	dirty  []rcpool.Ref[Object]
	stored map[string]string
}

func (c *cache) write(key, body string) {
	ref, ok := c.index[key]
	if !ok {
		ref = objects.Get()
		ref.Value().Key = key
		c.index[key] = ref
		c.recent.PushFront(key)
	}
	o := ref.Value()
	o.Body = append(o.Body[:0], body...)
	if !o.Dirty {
		o.Dirty = true
		c.dirty = append(c.dirty, ref)
	}
	for c.recent.Len() > c.max {
		c.evict(c.recent.Back())
	}
}

func (c *cache) evict(e *list.Element) {
	key := c.recent.Remove(e).(string)
	ref := c.index[key]
	delete(c.index, key)
	if o := ref.Value(); o.Dirty {
		c.store(o)
	}
	ref.Release()
}

func (c *cache) store(o *Object) {
	c.stored[o.Key] = string(o.Body)
	o.Dirty = false
}

// sync writes what has changed since the last time.
func (c *cache) sync() int {
	n := 0
	for _, ref := range c.dirty {
		if o := ref.Value(); o.Dirty {
			c.store(o)
			n++
		}
	}
	clear(c.dirty)
	c.dirty = c.dirty[:0]
	return n
}

func (c *cache) close() {
	for c.recent.Len() > 0 {
		c.evict(c.recent.Front())
	}
}

func main() {
	c := &cache{max: 2, index: map[string]rcpool.Ref[Object]{}, recent: list.New(), stored: map[string]string{}}
	c.write("a", "1")
	c.write("b", "2")
	c.write("a", "3")
	fmt.Println(c.sync(), c.stored)
	c.write("c", "4")
	c.write("d", "5")
	c.write("e", "6")
	fmt.Println(len(c.index), c.stored)
	fmt.Println(c.sync())
	c.close()
	fmt.Println(c.stored)
}
