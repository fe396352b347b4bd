package appendedthere

import (
	"bytes"
	"io"
)

// The list has the memory of a message that was released.
func (b *batch) addView() {
	m := messages.Get()
	defer m.Release()
	b.view(m.Value().Body) // want "escape: "
}

// So has a struct in the list.
func (b *batch) addPart() {
	m := messages.Get()
	b.part("body", m.Value().Body) // want "escape: "
	m.Release()
}

// The list has the message itself.
func (b *batch) addMessage() {
	m := messages.Get()
	defer m.Release()
	b.keep(m.Value()) // want "escape: "
}

// The reader reads a buffer that is back in the pool.
func reader(text string) io.Reader {
	buffer := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buffer)
	buffer.Reset()
	buffer.WriteString(text)
	return bytes.NewReader(buffer.Bytes()) // want "escape: "
}

// The title is memory of a message that was released.
func titleStale() []byte {
	m := messages.Get()
	defer m.Release()
	return title(m.Value()) // want "escape: "
}

// So are the lines.
func linesStale(skip, n int) []byte {
	m := messages.Get()
	defer m.Release()
	return window(m.Value(), skip, n) // want "escape: "
}

// The index has the beginning of a message that was released.
func (x *index) beginStale() {
	m := messages.Get()
	x.begin(m.Value()) // want "escape: "
	m.Release()
}

// The index has the message.
func (x *index) putStale(name string) {
	m := messages.Get()
	defer m.Release()
	x.put(name, m.Value()) // want "escape: "
}

// The line is memory of a message that was released.
func readStale(n int) []byte {
	c := dial()
	line := c.read(n)
	c.close()
	return line // want "use-after-release: "
}

// The conn is closed twice.
func flipsTwice() int {
	c := dial()
	n := len(c.flip())
	c.spare.Release() // missed "double-release: "
	defer c.close()
	return n
}
