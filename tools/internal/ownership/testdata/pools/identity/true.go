package identity

import (
	"bytes"
	"io"
)

// sendSmall puts a small slice into the pool of the large ones.
func sendSmall(w io.Writer, p []byte) error {
	bp := small.Get().(*[]byte)
	*bp = append((*bp)[:0], p...)
	_, err := w.Write(*bp)
	large.Put(bp) // want "^wrong-pool: "
	return err
}

// respond defers the Put into the pool of the requests.
func respond(w io.Writer, lines []string) error {
	buf := responses.Get().(*bytes.Buffer)
	buf.Reset()
	defer requests.Put(buf) // want "^wrong-pool: "
	return write(w, lines, buf)
}

// encode mixes up two pools of one struct.
func (c *codec) encode(w io.Writer, lines []string) error {
	buf, _ := c.encoders.Get().(*bytes.Buffer)
	if buf == nil {
		buf = new(bytes.Buffer)
	}
	buf.Reset()
	err := write(w, lines, buf)
	c.decoders.Put(buf) // want "^wrong-pool: "
	return err
}

// ask mixes up two wrappers.
func ask(w io.Writer, lines []string) error {
	buf := getRequest()
	err := write(w, lines, buf)
	putResponse(buf) // want "^wrong-pool: "
	return err
}

// encodeWrapped mixes up two wrapping methods of one struct.
func (c *codec) encodeWrapped(w io.Writer, lines []string) error {
	buf := c.getEncoder()
	err := write(w, lines, buf)
	c.putDecoder(buf) // want "^wrong-pool: "
	return err
}

// exchange gives each pool the other's buffer, but the second only.
func exchange(w io.Writer, lines []string) error {
	in := getRequest()
	defer putRequest(in)
	out := responses.Get().(*bytes.Buffer)
	out.Reset()
	if err := write(w, lines, in); err != nil {
		responses.Put(out)
		return err
	}
	err := write(w, lines, out)
	putRequest(out) // want "^wrong-pool: "
	return err
}

// putSlice puts a slice by value, which allocates its header.
func putSlice(n int) {
	b := make([]byte, 0, n)
	slabs.Put(b) // want "^non-pointer: "
}

// putHeader puts a struct by value.
func putHeader(w io.Writer, id uint64) error {
	h, _ := headers.Get().(header)
	h = header{id: id, size: 8}
	_, err := w.Write(make([]byte, h.size))
	headers.Put(h) // want "^non-pointer: "
	return err
}

// copySlab gets a slice, and puts the slice.
func copySlab(w io.Writer, r io.Reader) (int64, error) {
	b, ok := slabs.Get().([]byte)
	if !ok {
		b = make([]byte, 32<<10)
	}
	defer slabs.Put(b) // want "^non-pointer: "
	return io.CopyBuffer(w, r, b)
}

// putEmpty cuts the slice and puts the cut.
func putEmpty(w io.Writer, p []byte) error {
	b, _ := slabs.Get().([]byte)
	b = append(b[:0], p...)
	_, err := w.Write(b)
	slabs.Put(b[:0]) // want "^non-pointer: "
	return err
}

// applyPlain has an indexed batch put into the pool of the others.
func applyPlain(keys ...string) int {
	b := indexed.Get().(*batch)
	defer b.releasePlain() // want "^wrong-pool: "
	b.keys = append(b.keys, keys...)
	return len(b.keys)
}
