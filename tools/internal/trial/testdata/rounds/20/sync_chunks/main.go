// truth: correct

// File sync: a file is cut into chunks, and chunks that the other side has are not sent.
package main

import (
	"bytes"
	"crypto"
	_ "crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

type digest [32]byte

type chunk struct {
	sum  digest
	data stdpool.ByteRef
}

type outbox struct {
	known  map[digest]bool
	chunks []chunk
	limit  int
}

func sumOf(p []byte) (d digest) {
	h := stdpool.Hash(crypto.SHA256)
	defer h.Release()
	h.Value().Write(p)
	h.Value().Sum(d[:0])
	return d
}

// cut reads the file into one block, and adds a slice of it for each new chunk.
func (o *outbox) cut(r io.Reader, size int) error {
	file := stdpool.Bytes(0)
	defer func() { file.Release() }()
	if _, err := file.ReadFrom(r); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	for at := 0; at < file.Len(); at += size {
		part := file.Slice(at, min(at+size, file.Len()))
		sum := sumOf(part.Value())
		if o.known[sum] {
			part.Release()
			continue
		}
		o.known[sum] = true
		o.chunks = append(o.chunks, chunk{sum, part})
	}
	return nil
}

// flush sends at most limit chunks, and keeps the others.
func (o *outbox) flush(w io.Writer) error {
	n := min(o.limit, len(o.chunks))
	for i := range n {
		c := &o.chunks[i]
		if _, err := fmt.Fprintf(w, "%x %d\n", c.sum[:4], c.data.Len()); err != nil {
			o.chunks = append(o.chunks[:0], o.chunks[i:]...)
			return err
		}
		c.data.Drop()
	}
	o.chunks = append(o.chunks[:0], o.chunks[n:]...)
	return nil
}

func (o *outbox) discard() {
	for i := range o.chunks {
		delete(o.known, o.chunks[i].sum)
		o.chunks[i].data.Release()
	}
	o.chunks = nil
}

type flaky struct {
	bytes.Buffer
	left int
}

func (f *flaky) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errors.New("connection reset")
	}
	return f.Buffer.Write(p)
}

func main() {
	o := &outbox{known: map[digest]bool{}, limit: 3}
	defer o.discard()
	for _, text := range []string{strings.Repeat("abcd", 8), "abcdabcdxyz", "unique bytes in here"} {
		if err := o.cut(strings.NewReader(text), 4); err != nil {
			fmt.Println(err)
		}
	}
	w := &flaky{left: 2}
	fmt.Println(o.flush(w), len(o.chunks))
	w.left = 2
	fmt.Println(o.flush(w), len(o.chunks))
	fmt.Print(w.Len() > 0, "\n")
}
