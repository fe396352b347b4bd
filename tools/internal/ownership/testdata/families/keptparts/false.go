package keptparts

import (
	"bytes"
	"sort"
)

// The item has a copy.
func storeCopy(t *table, text string) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(text)
	t.set(newItem(text, bytes.Clone(b.Bytes())))
}

// The item is removed again.
func storeForNow(t *table, text string) {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(text)
	t.set(newItem(text, b.Bytes()))
	t.remove(text)
	buffers.Put(b)
}

// The index only looks at the tags.
func counted(x *index, name string) int {
	e := events.Get()
	defer e.Release()
	e.Value().name = name
	return x.size(e.Value())
}

// What is kept is a copy.
func sortedCopy(t *table, labels ...string) {
	k := keys.Get().(*key)
	defer k.free()
	k.labels = append(k.labels, labels...)
	sort.Slice(k.labels, func(i, j int) bool { return k.labels[i] < k.labels[j] })
	text := bytes.Clone(k.render())
	t.items[string(text)] = &item{body: text}
}

// The function is called once on each way.
func endedOnce(name string) {
	_, end := begin(name)
	if name == "" {
		end()
		return
	}
	defer end()
}
