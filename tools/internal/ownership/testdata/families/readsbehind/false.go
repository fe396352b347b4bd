package readsbehind

import "bytes"

// The method does not look at the entry.
func numbered() int {
	e := entries.Get()
	r := record{entry: e.Value(), seq: 2}
	e.Release()
	return r.number()
}

// It asks for the length, which is in the record.
func sized(line string) int {
	b := buffers.Get().(*bytes.Buffer)
	b.WriteString(line)
	r := record{key: b.Bytes()}
	b.Reset()
	buffers.Put(b)
	return r.size()
}

// A flag tells that the key is there.
func closed(line string) string {
	b := buffers.Get().(*bytes.Buffer)
	b.WriteString(line)
	r := record{key: b.Bytes(), open: true}
	b.Reset()
	buffers.Put(b)
	r.open = false
	return r.text()
}

// The method takes another key.
func refilled(line string) string {
	b := buffers.Get().(*bytes.Buffer)
	b.WriteString(line)
	r := &record{key: b.Bytes()}
	b.Reset()
	buffers.Put(b)
	return r.refreshed([]byte(line))
}

// The record has a copy from then on.
func cloned(line string) int {
	b := buffers.Get().(*bytes.Buffer)
	b.WriteString(line)
	r := record{key: b.Bytes()}
	r.key = bytes.Clone(r.key)
	b.Reset()
	buffers.Put(b)
	return r.hash()
}
