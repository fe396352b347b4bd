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
