package slicesbyvalue

import (
	"io"
	"slices"
)

// The slice grows, and what it has become is put back by a deferred call.
func writeLines(w io.Writer, texts ...string) error {
	buffer := *pointers.Get().(*[]byte)
	defer func() {
		buffer = buffer[:0]
		pointers.Put(&buffer)
	}()
	for _, text := range texts {
		buffer = appendLine(buffer, text)
	}
	return write(w, buffer)
}

// The pointer is kept, and the slice behind it is assigned again.
func writeLine(w io.Writer, text string) error {
	p := pointers.Get().(*[]byte)
	*p = appendLine((*p)[:0], text)
	err := write(w, *p)
	pointers.Put(p)
	return err
}

// The allocation is accepted, as staticcheck is told, which finds it too.
func putSlice(b []byte) {
	//nolint:staticcheck // SA6002: the allocation is small
	values.Put(b)
}

// The same, in the words of staticcheck itself.
func putLargeSlice(b []byte) {
	if cap(b) < 512 {
		return
	}
	//lint:ignore SA6002 the allocation is small
	values.Put(b)
}

// The slice is a value, and is put back with its full length.
func readOnce(r io.Reader) (n int, err error) {
	b := getSlice()
	defer putSlice(b)
	n, err = r.Read(b)
	return n, err
}

// The value is cut for use, and the whole is put back.
func readHead(r io.Reader, n int) (byte, error) {
	b := values.Get().([]byte)
	head := b[:n]
	_, err := io.ReadFull(r, head)
	first := head[0]
	values.Put(b) //nolint:staticcheck // SA6002
	return first, err
}

// What is returned is a copy.
func line(text string) []byte {
	buffer := *pointers.Get().(*[]byte)
	buffer = appendLine(buffer[:0], text)
	out := slices.Clone(buffer)
	pointers.Put(&buffer)
	return out
}

// A slice that has grown too large is not put back.
func writeLimited(w io.Writer, texts ...string) error {
	p := pointers.Get().(*[]byte)
	b := (*p)[:0]
	for _, text := range texts {
		b = appendLine(b, text)
	}
	err := write(w, b)
	if cap(b) <= 1<<16 {
		*p = b
		pointers.Put(p)
	}
	return err
}

// The field has the slice until it is put back.
func frameOf(w io.Writer, text string) error {
	f := frame{body: getSlice()[:0]}
	f.body = append(f.body, text...)
	err := write(w, f.body)
	putSlice(f.body[:cap(f.body)])
	f.body = nil
	return err
}
