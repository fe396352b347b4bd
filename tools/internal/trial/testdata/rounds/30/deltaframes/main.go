// truth: double-release line 66 hard

// Command deltaframes encodes screen captures as differences to the frame
// before, with two buffers that swap their roles.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"sync"
)

type frameBuf struct {
	pix []byte
	seq int
}

func (f *frameBuf) reset() { f.pix, f.seq = f.pix[:0], 0 }

var frameBufs = sync.Pool{New: func() any { return new(frameBuf) }}

func getFrame() *frameBuf {
	f := frameBufs.Get().(*frameBuf)
	f.reset()
	return f
}

type screen interface {
	Capture(into []byte) ([]byte, bool)
}

type encoder struct {
	out io.Writer
	raw int
}

func (e *encoder) key(f *frameBuf) error {
	e.raw += len(f.pix)
	if err := binary.Write(e.out, binary.BigEndian, uint32(len(f.pix))); err != nil {
		return err
	}
	_, err := e.out.Write(f.pix)
	return err
}

func (e *encoder) delta(prev, cur *frameBuf) error {
	e.raw += len(cur.pix)
	var diff []byte
	for i, p := range cur.pix {
		if i >= len(prev.pix) || prev.pix[i] != p {
			diff = append(binary.AppendUvarint(diff, uint64(i)), p)
		}
	}
	_, err := e.out.Write(append(binary.AppendUvarint(nil, uint64(len(diff))), diff...))
	return err
}

// record encodes until the screen ends, a key frame first.
func (e *encoder) record(s screen) (n int, err error) {
	prev := getFrame()
	cur := prev
	defer func() {
		frameBufs.Put(prev)
		frameBufs.Put(cur)
	}()
	for {
		pix, more := s.Capture(cur.pix[:0])
		if !more {
			return n, nil
		}
		cur.pix, cur.seq = pix, n
		if n == 0 {
			err = e.key(cur)
			cur = getFrame()
		} else {
			err = e.delta(prev, cur)
			prev, cur = cur, prev
		}
		if err != nil {
			return n, fmt.Errorf("frame %d: %w", n, err)
		}
		n++
	}
}

type terminal struct{ lines []string }

func (t *terminal) Capture(into []byte) ([]byte, bool) {
	if len(t.lines) == 0 {
		return into, false
	}
	into = append(into, t.lines[0]...)
	t.lines = t.lines[1:]
	return into, true
}

func main() {
	for _, lines := range [][]string{
		{"hello world", "hello there", "hello there!", "bye"},
		{"$ ls", "$ ls -l", "$ ls -la"},
		nil,
	} {
		var out bytes.Buffer
		e := &encoder{out: &out}
		n, err := e.record(&terminal{lines})
		fmt.Println(n, err, e.raw, out.Len())
	}
}
