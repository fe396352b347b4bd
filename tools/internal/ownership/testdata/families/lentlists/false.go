package lentlists

import (
	"bytes"
	"strings"
)

// The lines are read before the buffers go back.
func wrapEarly(words []string) string {
	var lines [][]byte
	var all []*bytes.Buffer
	for _, word := range words {
		b := get(word)
		lines = append(lines, b.Bytes())
		all = append(all, b)
	}
	var out strings.Builder
	for _, line := range lines {
		out.Write(line)
	}
	for _, b := range all {
		buffers.Put(b)
	}
	return out.String()
}

// The slices are cloned in place.
func cloned(text string) (n int) {
	b := get(text)
	lines := bytes.Split(b.Bytes(), []byte("\n"))
	for i := range lines {
		lines[i] = bytes.Clone(lines[i])
	}
	buffers.Put(b)
	for _, line := range lines {
		n += int(line[0])
	}
	return n
}

// The same in a list of this function.
func clonedLater(text string) (n int) {
	b := get(text)
	var lines [][]byte
	for _, line := range bytes.Split(b.Bytes(), []byte("\n")) {
		lines = append(lines, line)
	}
	for i, line := range lines {
		lines[i] = bytes.Clone(line)
	}
	buffers.Put(b)
	for _, line := range lines {
		n += int(line[0])
	}
	return n
}

// One of the lines is not of the buffer, and it is this one.
func titled(text string) string {
	b := get(text)
	lines := [][]byte{[]byte("title")}
	lines = append(lines, b.Bytes())
	n := len(lines[1])
	buffers.Put(b)
	if n == 0 {
		return ""
	}
	return string(lines[0])
}

// The name in the struct is a copy.
func nameOf(text string) string {
	b := get(text)
	h := parse(b.Bytes())
	h.name = bytes.Clone(h.name)
	buffers.Put(b)
	return string(h.name)
}

// The player is a copy, too.
func scoreOf(names []string, name string) int {
	b := newBoard(names)
	defer boards.Put(b)
	if p := b.find(name); p != nil {
		return p.score
	}
	return 0
}

// Nothing but the number of lines is asked for.
func count(text string) int {
	b := get(text)
	var lines [][]byte
	for _, line := range bytes.Split(b.Bytes(), []byte("\n")) {
		lines = append(lines, line)
	}
	buffers.Put(b)
	return len(lines)
}

// Only the name is used, which is the caller's.
func pageNames(names []string) int {
	var all []page
	for _, name := range names {
		b := get(name)
		all = append(all, page{name: name, body: b.Bytes(), size: b.Len()})
		buffers.Put(b)
	}
	n := 0
	for _, p := range all {
		n += len(p.name) + p.size
	}
	return n
}
