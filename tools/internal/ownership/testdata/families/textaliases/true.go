package textaliases

import (
	"bytes"
	"slices"
	"strings"
	"unsafe"
)

// The value is a part of the packet.
func valueBytes(text string) ([]byte, bool) {
	packet := read(text)
	defer packet.Release()
	_, value, ok := bytes.Cut(packet.Value().Data(), []byte(": "))
	return value, ok // want "escape: "
}

// Each word is a part of the packet.
func wordBytes(text string) [][]byte {
	packet := read(text)
	defer packet.Release()
	return bytes.Fields(packet.Value().Data()) // want "escape: "
}

// The parts are read after the release.
func countLate(text string) (n int) {
	packet := read(text)
	parts := bytes.Split(packet.Value().Data(), []byte{','})
	packet.Release()
	for _, part := range parts {
		n += int(part[0]) // want "use-after-release: "
	}
	return n
}

// TrimPrefix slices, and does not copy.
func trimmedBytes(text string) []byte {
	packet := read(text)
	defer packet.Release()
	return bytes.TrimPrefix(packet.Value().Data(), []byte("v1 ")) // want "escape: "
}

// TrimFunc and TrimRight slice, too.
func quiet(text string) []byte {
	packet := read(text)
	defer packet.Release()
	body := bytes.TrimRight(packet.Value().Data(), "!")
	return bytes.TrimFunc(body, func(r rune) bool { return r == '?' }) // want "escape: "
}

// CutPrefix returns what is left.
func unescaped(text string) []byte {
	packet := read(text)
	defer packet.Release()
	rest, _ := bytes.CutPrefix(packet.Value().Data(), []byte("<"))
	return rest // want "escape: "
}

// The string has the memory of the packet when strings cuts it.
func hostUnsafe(text string) string {
	packet := read(text)
	defer packet.Release()
	data := packet.Value().Data()
	host, _, _ := strings.Cut(unsafe.String(unsafe.SliceData(data), len(data)), ":")
	return strings.TrimSpace(host) // missed "escape: "
}

// The last element that Split has made is kept.
func lastPart(text string) []byte {
	packet := read(text)
	defer packet.Release()
	parts := bytes.Split(packet.Value().Data(), []byte("\n"))
	return parts[len(parts)-1] // want "escape: "
}

// slices.Clip returns the same memory.
func prefixBytes(text string, n int) []byte {
	packet := read(text)
	defer packet.Release()
	return slices.Clip(packet.Value().Data()[:n]) // want "escape: "
}

// The header has parts of the packet.
func headerOf(text string) header {
	packet := read(text)
	defer packet.Release()
	return parse(packet.Value().Data()) // want "escape: "
}

// Each line that is kept is a part of the packet.
func lineBytes(text string) (all [][]byte) {
	packet := read(text)
	defer packet.Release()
	for line := range bytes.Lines(packet.Value().Data()) {
		all = append(all, line)
	}
	return all // want "escape: "
}

// A part of the list is walked when its bytes are gone.
func fieldsLate(text string) (values []string) {
	packet := read(text)
	lines := bytes.Split(packet.Value().Data(), []byte{'\n'})
	packet.Release()
	for _, line := range lines[1:] {
		_, value, _ := bytes.Cut(line, []byte(": ")) // want "use-after-release: "
		values = append(values, string(value))
	}
	return values
}

// The last part is compared.
func lastIsLate(text, want string) bool {
	packet := read(text)
	parts := bytes.Fields(packet.Value().Data())
	packet.Release()
	last := parts[len(parts)-1:]
	return len(parts) > 1 && string(last[0]) == want // want "use-after-release: "
}
