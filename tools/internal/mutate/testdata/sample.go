// Package sample has something for each mutation.
package main

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type event struct {
	name string
	tags []string
	body []byte
}

func (e *event) Reset() {
	e.name = ""
	clear(e.tags)
	e.tags = e.tags[:0]
	e.body = e.body[:0]
}

var events rcpool.Pool[event]

var errEmpty = errors.New("empty")

func size(text string) (int, error) {
	ref := events.Get()
	defer ref.Release()
	e := ref.Value()
	e.body = append(e.body, text...)
	if len(e.body) == 0 {
		return 0, errEmpty
	}
	return len(e.body), nil
}

func parse(text string) (rcpool.Ref[event], error) {
	ref := events.Get()
	e := ref.Value()
	e.name = text
	if e.name == "" {
		ref.Release()
		return rcpool.Ref[event]{}, errEmpty
	}
	return ref, nil
}

func tags(text string) []string {
	ref := events.Get()
	e := ref.Value()
	e.tags = append(e.tags, text)
	kept := slices.Clone(e.tags)
	ref.Release()
	return kept
}

type cache struct {
	mu      sync.Mutex
	entries map[string]rcpool.Ref[event]
}

func (c *cache) put(key string, ref rcpool.Ref[event]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.entries[key]; ok {
		old.Release()
	}
	c.entries[key] = ref
}

func (c *cache) get(key string) (rcpool.Ref[event], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ref, ok := c.entries[key]
	if !ok {
		return rcpool.Ref[event]{}, false
	}
	return ref.Retain(), true
}

func (c *cache) remove(key string) {
	c.entries[key].Release()
	delete(c.entries, key)
}

func (c *cache) close() {
	for _, ref := range c.entries {
		ref.Release()
	}
	clear(c.entries)
}

type holder struct{ ref rcpool.Ref[event] }

func (h *holder) take() rcpool.Ref[event] { return rcpool.Move(&h.ref) }

func run() {
	c := cache{entries: map[string]rcpool.Ref[event]{}}
	defer c.close()
	for _, key := range []string{"a", "b", "", "a"} {
		ref, err := parse(key)
		if err != nil {
			continue
		}
		c.put(key, ref)
	}
	c.remove("b")
	h := holder{}
	h.ref, _ = c.get("a")
	ref := h.take()
	done := make(chan int)
	work := ref.Hold(func(e *event) { done <- len(e.name) })
	ref.Release()
	go work()
	fmt.Println(<-done)
}

func main() {
	fmt.Println(size("body"))
	fmt.Println(size(""))
	fmt.Println(tags("x"))
	run()
}
