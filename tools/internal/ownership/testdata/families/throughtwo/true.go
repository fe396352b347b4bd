package throughtwo

import (
	"bytes"
	"fmt"
	"io"
)

// The text is read after the release.
func endingLate(n int) string {
	ref := messages.Get()
	end := ref.Value().end(n)
	if end == nil {
		ref.Release()
		return "none"
	}
	ref.Release()
	return string(end) // want "use-after-release: "
}

// The function runs when the message is released.
func laterBorrowed(q *queue) {
	ref := messages.Get()
	defer ref.Release()
	m := ref.Value()
	q.add(func() { fmt.Println(m.id) }) // want "escape: "
}

// The text is written after the release.
func sendLate(w io.Writer) error {
	ref := messages.Get()
	return writeLate(w, ref, ref.Value().text) // want "use-after-release: "
}

// The line is written after the buffer was put back.
func sendLineLate(w io.Writer, line string) error {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(line)
	return flushLate(w, b, b.Bytes()) // want "use-after-release: "
}

// The slot never has a message.
func slotsEmpty() {
	s := &slot{}
	s.close() // want "zero-ref: "
}

// The reference of the function is lost.
func lookOnly(t *table, id int) int {
	ref, ok := t.find(id) // want "leak: "
	if !ok {
		return 0
	}
	return ref.Value().id
}

// The message is released twice.
func visitTwice(t *table, id int) int {
	ref, ok := t.find(id)
	if !ok {
		return 0
	}
	defer ref.Release()
	n := ref.Value().id
	ref.Release() // want "double-release: "
	return n
}
