// Package keptparts has functions that keep what is borrowed: in structs that are kept in
// containers, and parts of what they are lent.
package keptparts

import (
	"bytes"
	"sync"

	"github.com/rcpool/rcpool"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type item struct {
	key  string
	body []byte
}

func newItem(key string, body []byte) *item { return &item{key, body} }

func (i *item) setBody(body []byte) { i.body = body }

type table struct{ items map[string]*item }

func (t *table) set(i *item)       { t.items[i.key] = i }
func (t *table) remove(key string) { delete(t.items, key) }

type event struct {
	name string
	tags []string
}

func (e *event) Reset() { e.name, e.tags = "", e.tags[:0] }

var events = rcpool.Pool[event]{}

type index struct{ tags map[string][]string }

func (x *index) put(name string, tags []string) { x.tags[name] = tags }
func (x *index) add(e *event)                   { x.put(e.name, e.tags) }
func (x *index) count(name string, tags []string) int {
	return len(x.tags[name]) + len(tags)
}
func (x *index) size(e *event) int { return x.count(e.name, e.tags) }

// A key orders labels.
type key struct {
	labels []string
	text   []byte
}

var keys = sync.Pool{New: func() any { return new(key) }}

func (k *key) render() []byte {
	k.text = k.text[:0]
	for _, l := range k.labels {
		k.text = append(k.text, l...)
	}
	return k.text
}

func (k *key) free() {
	k.labels = k.labels[:0]
	keys.Put(k)
}

func begin(name string) (*event, func()) {
	e := events.Get()
	e.Value().name = name
	return e.Value(), func() { e.Release() }
}
