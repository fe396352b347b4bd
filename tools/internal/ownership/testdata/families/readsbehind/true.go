package readsbehind

import "bytes"

// The method reads the entry.
func levelLate() int {
	e := entries.Get()
	r := record{entry: e.Value(), seq: 2}
	e.Release()
	return r.level() // want "use-after-release: "
}

// It is read two functions further on.
func indexLate() int {
	e := entries.Get()
	r := record{entry: e.Value()}
	e.Release()
	return index(r) // want "use-after-release: "
}

// The loop of the method goes through the key.
func hashLate(line string) int {
	b := buffers.Get().(*bytes.Buffer)
	b.WriteString(line)
	r := &record{key: b.Bytes()}
	b.Reset()
	buffers.Put(b)
	return r.hash() // want "use-after-release: "
}

// The function makes a string of the key.
func lookupLate(m map[string]int, line string) int {
	b := buffers.Get().(*bytes.Buffer)
	b.WriteString(line)
	r := record{key: bytes.TrimSpace(b.Bytes()), seq: len(line)}
	b.Reset()
	buffers.Put(b)
	return lookup(m, &r) // want "use-after-release: "
}

// The key is put into the record later.
func filledLate(line string) int {
	b := buffers.Get().(*bytes.Buffer)
	var r record
	b.WriteString(line)
	r.key = b.Bytes()
	b.Reset()
	buffers.Put(b)
	return r.hash() // want "use-after-release: "
}
