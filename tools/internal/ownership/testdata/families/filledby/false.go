package filledby

import "bytes"

// A copy is returned.
func (e *entry) text() []byte {
	b := lines.Get().(*[]byte)
	defer lines.Put(b)
	*b = e.appendTo((*b)[:0])
	return bytes.Clone(*b)
}

// The memory is taken out of what goes back.
func (e *entry) taken() []byte {
	b := lines.Get().(*[]byte)
	*b = e.appendTo((*b)[:0])
	text := *b
	*b = nil
	lines.Put(b)
	return text
}

// The memory that was cut is taken out as well.
func grown(n int) []byte {
	b := lines.Get().(*[]byte)
	line := grow((*b)[:0], n)
	*b = nil
	lines.Put(b)
	return line
}
