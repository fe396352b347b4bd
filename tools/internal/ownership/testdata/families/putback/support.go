// Package putback has functions that ready an object and put it back into its pool: callers have
// put its memory into maps and structs that others have.
package putback

import "sync"

// A key is rendered into its own memory.
type key struct {
	raw    []byte
	labels []string
}

var keys = sync.Pool{New: func() any { return &key{raw: make([]byte, 0, 256)} }}

func (k *key) render(metric string) []byte {
	k.raw = append(k.raw[:0], metric...)
	return k.raw
}

func (k *key) write(metric string) {
	k.raw = append(k.raw[:0], metric...)
	k.raw = append(k.raw, '{', '}')
}

// String makes a key one that others may print.
func (k *key) String() string { return string(k.raw) }

func (k *key) release() {
	clear(k.labels)
	k.labels = k.labels[:0]
	k.raw = k.raw[:0]
	keys.Put(k)
}

// recycle is what a function that is no method does.
func recycle(k *key) {
	k.raw = k.raw[:0]
	keys.Put(k)
}

// detach takes the memory out of a key.
func (k *key) detach() []byte {
	raw := k.raw
	k.raw = make([]byte, 0, 256)
	return raw
}

type series struct {
	key   []byte
	total float64
}

// A registry has series by their keys.
type registry struct {
	mu     sync.Mutex
	byKey  map[string]*series
	raw    map[string][]byte
	latest []byte
}

// forget takes a series out, and puts its key back.
func (r *registry) forget(k *key) {
	delete(r.byKey, string(k.raw))
	k.release()
}

// ended ends what the key was for, and then the key.
func (k *key) ended(r *registry) {
	r.latest = nil
	clear(r.raw)
	keys.Put(k)
}
