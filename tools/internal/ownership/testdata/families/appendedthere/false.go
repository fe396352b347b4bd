package appendedthere

import "bytes"

// The list is emptied before the release.
func (b *batch) flushed() int {
	m := messages.Get()
	defer m.Release()
	b.view(m.Value().Body)
	b.part("body", m.Value().Body)
	return b.flush()
}

// The list holds a copy.
func (b *batch) addCopy() {
	m := messages.Get()
	defer m.Release()
	b.copied(m.Value().Body)
}

// The list ends with the function.
func sizeOf() int {
	var b batch
	m := messages.Get()
	defer m.Release()
	b.view(m.Value().Body)
	b.keep(m.Value())
	return b.size()
}

// A reader of the buffer is done with it.
func count(text string) int {
	buffer := buffers.Get().(*bytes.Buffer)
	buffer.Reset()
	buffer.WriteString(text)
	reader := bytes.NewReader(buffer.Bytes())
	n := reader.Len()
	buffers.Put(buffer)
	return n
}

// What is cut out is copied.
func titleCopy() string {
	m := messages.Get()
	defer m.Release()
	return string(title(m.Value()))
}

// The beginning of the text is not kept.
func begins(text string) bool {
	m := messages.Get()
	defer m.Release()
	m.Value().Body = append(m.Value().Body, text...)
	return bytes.HasPrefix(title(m.Value()), []byte("a"))
}

// The lines are looked at before the release.
func lines(skip, n int) int {
	m := messages.Get()
	defer m.Release()
	return len(window(m.Value(), skip, n))
}

// The name is forgotten before the release.
func (x *index) during(name string) {
	m := messages.Get()
	defer m.Release()
	x.touch(name, m.Value())
	x.forget(name)
}

// The owner forgets its line when it is closed.
func readAll(n int) (size int) {
	c := dial()
	defer c.close()
	for size < n {
		line := c.read(n)
		if len(line) == 0 {
			return size
		}
		size += len(line)
	}
	return size
}

// Its messages change places.
func flips(n int) (size int) {
	c := dial()
	defer c.close()
	for range n {
		size += len(c.flip())
	}
	return size
}
