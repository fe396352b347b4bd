package keptparts

import (
	"bytes"
	"sort"
)

// The table has an item with bytes of the buffer.
func storeNew(t *table, text string) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(text)
	t.set(newItem(text, b.Bytes())) // want "escape: "
}

// The item gets the bytes by a method.
func storeSet(t *table, text string) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(text)
	i := &item{key: text}
	i.setBody(b.Bytes())
	t.set(i) // want "escape: "
}

// The index has the tags of the event.
func indexed(x *index, name string) {
	e := events.Get()
	defer e.Release()
	e.Value().name = name
	x.add(e.Value()) // want "escape: "
}

// Labels are sorted first, by a function that knows the key.
func sorted(t *table, labels ...string) {
	k := keys.Get().(*key)
	defer k.free()
	k.labels = append(k.labels, labels...)
	sort.Slice(k.labels, func(i, j int) bool { return k.labels[i] < k.labels[j] })
	text := k.render()
	t.items[string(text)] = &item{body: text} // want "escape: "
}

// The function that ends the event is called twice.
func endedTwice(name string) {
	_, end := begin(name)
	defer end()
	if name == "" {
		end() // want "double-release: "
	}
}
