// truth: correct

package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// A decoder owns a buffered reader, unless the source has a buffer already.
type decoder struct {
	in     *bufio.Reader
	pooled bool
	word   [8]byte
}

var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 512) }}

func newDecoder(r io.Reader) *decoder {
	if in, ok := r.(*bufio.Reader); ok {
		return &decoder{in: in}
	}
	in := readers.Get().(*bufio.Reader)
	in.Reset(r)
	return &decoder{in: in, pooled: true}
}

func (d *decoder) close() {
	if d.pooled {
		d.in.Reset(nil)
		readers.Put(d.in)
	}
	d.in, d.pooled = nil, false
}

func (d *decoder) string() (string, error) {
	n, err := binary.ReadUvarint(d.in)
	if err != nil {
		return "", err
	}
	if n > 1<<16 {
		return "", errors.New("string is too long")
	}
	var text strings.Builder
	if _, err := io.CopyN(&text, d.in, int64(n)); err != nil {
		return "", io.ErrUnexpectedEOF
	}
	return text.String(), nil
}

func decode(r io.Reader) (words []string, err error) {
	d := newDecoder(r)
	defer d.close()
	for {
		word, err := d.string()
		if errors.Is(err, io.EOF) {
			return words, nil
		}
		if err != nil {
			return words, fmt.Errorf("word %d: %w", len(words), err)
		}
		words = append(words, word)
	}
}

func encode(words ...string) []byte {
	var out []byte
	for _, word := range words {
		out = binary.AppendUvarint(out, uint64(len(word)))
		out = append(out, word...)
	}
	return out
}

func main() {
	wire := encode("one", "two", "three")
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if words, err := decode(bytes.NewReader(wire)); len(words) != 3 || err != nil {
				panic(fmt.Sprint(words, err))
			}
		})
	}
	wg.Wait()
	fmt.Println(decode(bufio.NewReader(bytes.NewReader(wire))))
	fmt.Println(decode(bytes.NewReader(wire[:6])))
}
