package lentlists

import (
	"bytes"
	"strings"
)

// Each line is memory of a buffer that went back.
func wrap(words []string) string {
	var lines [][]byte
	for _, word := range words {
		b := get(word)
		lines = append(lines, b.Bytes())
		buffers.Put(b)
	}
	var out strings.Builder
	for _, line := range lines {
		out.Write(line) // want "use-after-release: "
	}
	return out.String()
}

// The structs have slices of the buffer.
func subject(text string) string {
	b := get(text)
	var all []header
	for _, line := range bytes.Split(b.Bytes(), []byte("\n")) {
		name, value, _ := bytes.Cut(line, []byte(":"))
		all = append(all, header{name, bytes.TrimSpace(value)})
	}
	buffers.Put(b)
	for _, h := range all {
		if string(h.name) == "subject" { // want "use-after-release: "
			return "found"
		}
	}
	return ""
}

// The map has slices of the buffer.
func first(text string) byte {
	b := get(text)
	values := map[string][]byte{}
	for _, line := range bytes.Split(b.Bytes(), []byte("\n")) {
		name, value, _ := bytes.Cut(line, []byte(":"))
		values[string(name)] = value
	}
	buffers.Put(b)
	return values["subject"][0] // want "use-after-release: "
}

// Another function has made the struct.
func name(text string) string {
	b := get(text)
	h := parse(b.Bytes())
	buffers.Put(b)
	return string(h.name) // want "use-after-release: "
}

// The pointer leads into the board.
func score(names []string, name string) int {
	b := newBoard(names)
	p := b.find(name)
	if p == nil {
		boards.Put(b)
		return 0
	}
	boards.Put(b)
	return p.score // want "use-after-release: "
}

// The whole struct is passed on.
func value(text string) int {
	b := get(text)
	h := parse(b.Bytes())
	n := len(h.name)
	buffers.Put(b)
	return n + bytes.Count(h.value, []byte(",")) // want "use-after-release: "
}

// The last part is taken out of the list.
func lastPart(text string) []byte {
	b := get(text)
	var parts [][]byte
	for _, part := range bytes.Fields(b.Bytes()) {
		parts = append(parts, bytes.TrimRight(part, "!"))
	}
	buffers.Put(b)
	return bytes.Clone(parts[len(parts)-1]) // want "use-after-release: "
}

// The structs have a name of the caller's beside the memory.
func pages(names []string) int {
	var all []page
	for _, name := range names {
		b := get(name)
		all = append(all, page{name: name, body: b.Bytes(), size: b.Len()})
		buffers.Put(b)
	}
	n := 0
	for _, p := range all {
		n += len(p.name) + int(p.body[0]) // want "use-after-release: "
	}
	return n
}
