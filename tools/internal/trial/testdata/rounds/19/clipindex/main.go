// truth: escape line 50 hard
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool/stdpool"
)

var errTruncated = errors.New("truncated stream")

// A highlight is the loudest frame of a speaker.
type highlight struct {
	level int
	data  []byte
}

type archive struct {
	highlights map[byte]highlight
	history    []stdpool.ByteRef
	keep       int
}

func loudness(p []byte) (level int) {
	for _, s := range p {
		level = max(level, int(s))
	}
	return level
}

// add takes the block over. It has frames of several speakers.
func (a *archive) add(block stdpool.ByteRef) error {
	a.history = append(a.history, block)
	b := block.Value()
	for len(b) > 0 {
		if len(b) < 3 {
			return errTruncated
		}
		speaker, n := b[0], int(binary.BigEndian.Uint16(b[1:]))
		if len(b) < 3+n {
			return errTruncated
		}
		data := b[3 : 3+n]
		b = b[3+n:]
		if l := loudness(data); l > a.highlights[speaker].level {
			a.highlights[speaker] = highlight{l, data}
		}
	}
	a.trim()
	return nil
}

// trim forgets old blocks.
func (a *archive) trim() {
	for len(a.history) > a.keep {
		a.history[0].Release()
		n := copy(a.history, a.history[1:])
		a.history[n] = stdpool.ByteRef{}
		a.history = a.history[:n]
	}
}

func (a *archive) close() {
	for i := range a.history {
		a.history[i].Release()
	}
	a.history = nil
}

func readBlock(r io.Reader, n int) (stdpool.ByteRef, error) {
	b := stdpool.Bytes(n)
	if _, err := io.ReadFull(r, b.Value()); err != nil {
		b.Release()
		return stdpool.ByteRef{}, fmt.Errorf("read block: %w", err)
	}
	return b, nil
}

func main() {
	a := &archive{highlights: map[byte]highlight{}, keep: 2}
	defer a.close()
	stream := bytes.NewReader([]byte{
		1, 0, 3, 10, 90, 20, 2, 0, 1, 5,
		1, 0, 2, 30, 40, 2, 0, 2, 80, 8,
		1, 0, 7, 1, 2, 3, 4, 5, 6, 7,
		1, 0, 9, 0,
	})
	for {
		b, err := readBlock(stream, 10)
		if err != nil {
			fmt.Println(err)
			break
		}
		if err := a.add(b); err != nil {
			fmt.Println(err)
			break
		}
	}
	for _, speaker := range []byte{1, 2} {
		h := a.highlights[speaker]
		fmt.Println(speaker, h.level, h.data)
	}
}
