// Package replacedmemory has pooled objects that get other memory before they go back, so
// that their old memory may go on.
package replacedmemory

import "sync"

// An encoder writes into a buffer of its own.
type encoder struct{ buf []byte }

var encoders = sync.Pool{New: func() any { return new(encoder) }}

func borrow() *encoder {
	e := encoders.Get().(*encoder)
	e.buf = e.buf[:0]
	return e
}

func (e *encoder) release() { encoders.Put(e) }

func (e *encoder) reset() { e.buf = e.buf[:0] }

func (e *encoder) add(text string) { e.buf = append(e.buf, text...) }

func (e *encoder) quote(text string) []byte {
	e.add(`"`)
	e.add(text)
	e.add(`"`)
	return e.buf
}

func (e *encoder) digit(n byte) ([]byte, error) {
	e.add(string('0' + rune(n%10)))
	return e.buf, nil
}

// Lists of bytes are pooled, too.
var lists = sync.Pool{New: func() any { return new([]byte) }}

func appendUpper(dst, text []byte) []byte {
	for _, c := range text {
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst
}
