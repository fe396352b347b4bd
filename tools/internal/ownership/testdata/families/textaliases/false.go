package textaliases

import (
	"bytes"
	"slices"
	"strings"
)

// The value is copied into a string.
func valueOf(text string) (string, bool) {
	packet := read(text)
	defer packet.Release()
	_, value, ok := bytes.Cut(packet.Value().Data(), []byte(": "))
	return string(value), ok
}

// Each word is copied.
func wordsOf(text string) (words []string) {
	packet := read(text)
	defer packet.Release()
	for _, word := range bytes.Fields(packet.Value().Data()) {
		words = append(words, string(word))
	}
	return words
}

// The number of the parts is not memory.
func count(text string) int {
	packet := read(text)
	parts := bytes.Split(packet.Value().Data(), []byte{','})
	n := len(parts)
	packet.Release()
	return n
}

// What is trimmed is cloned.
func trimmed(text string) []byte {
	packet := read(text)
	defer packet.Release()
	return bytes.Clone(bytes.TrimSpace(packet.Value().Data()))
}

// ToUpper makes new bytes, and Join does, too.
func shout(text string) []byte {
	packet := read(text)
	defer packet.Release()
	return bytes.Join([][]byte{bytes.ToUpper(packet.Value().Data()), []byte("!")}, nil)
}

// Repeat and ReplaceAll copy.
func escaped(text string) []byte {
	packet := read(text)
	defer packet.Release()
	return bytes.ReplaceAll(packet.Value().Data(), []byte("<"), []byte("&lt;"))
}

// The string is a copy before strings cuts it.
func hostOf(text string) string {
	packet := read(text)
	defer packet.Release()
	host, _, _ := strings.Cut(string(packet.Value().Data()), ":")
	return strings.TrimSpace(host)
}

// The scanner's bytes are copied by append.
func lastLine(text string) []byte {
	packet := read(text)
	defer packet.Release()
	var last []byte
	for s := scanner(packet.Value().Data()); s.Scan(); {
		last = append(last[:0], s.Bytes()...)
	}
	return last
}

// slices.Clone copies the elements of a slice of bytes.
func prefix(text string, n int) []byte {
	packet := read(text)
	defer packet.Release()
	return slices.Clone(packet.Value().Data()[:n])
}

// The header's parts are used before the release.
func nameLength(text string) int {
	packet := read(text)
	h := parse(packet.Value().Data())
	n := len(h.name) + len(h.value)
	packet.Release()
	return n
}

func parse(data []byte) header {
	name, value, _ := bytes.Cut(data, []byte(": "))
	return header{name: bytes.TrimSpace(name), value: bytes.TrimSpace(value)}
}

// Lines are copied while the packet is held.
func lines(text string) (all []string) {
	packet := read(text)
	defer packet.Release()
	for line := range bytes.Lines(packet.Value().Data()) {
		all = append(all, string(line))
	}
	return all
}

// Only the number of the lines after the first one is asked.
func fieldsCounted(text string) (n int) {
	packet := read(text)
	lines := bytes.Split(packet.Value().Data(), []byte{'\n'})
	packet.Release()
	for range lines[1:] {
		n++
	}
	return n
}

// The first line is copied in place, and the list ends there.
func fieldsCopied(text string) (values []string) {
	packet := read(text)
	lines := bytes.Split(packet.Value().Data(), []byte{'\n'})
	lines[0] = bytes.Clone(lines[0])
	packet.Release()
	for _, line := range lines[:1] {
		values = append(values, string(line))
	}
	return values
}
