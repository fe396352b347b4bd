// truth: use-after-release line 94 callee
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"sync"
)

// An encoder writes fields in the wire format of protocol buffers.
type encoder struct {
	buf   []byte
	depth int
	marks []int
}

var encoders = sync.Pool{New: func() any { return &encoder{buf: make([]byte, 0, 128)} }}

func newEncoder() *encoder { return encoders.Get().(*encoder) }

func (e *encoder) tag(field, wire int) {
	e.buf = binary.AppendUvarint(e.buf, uint64(field<<3|wire))
}

func (e *encoder) uint(field int, v uint64) {
	e.tag(field, 0)
	e.buf = binary.AppendUvarint(e.buf, v)
}

func (e *encoder) float(field int, v float64) {
	e.tag(field, 1)
	e.buf = binary.LittleEndian.AppendUint64(e.buf, math.Float64bits(v))
}

func (e *encoder) text(field int, s string) {
	e.tag(field, 2)
	e.buf = binary.AppendUvarint(e.buf, uint64(len(s)))
	e.buf = append(e.buf, s...)
}

func (e *encoder) begin(field int) {
	e.tag(field, 3)
	e.depth++
	e.marks = append(e.marks, field)
}

func (e *encoder) end() {
	e.depth--
	e.tag(e.marks[e.depth], 4)
	e.marks = e.marks[:e.depth]
}

var errNesting = errors.New("groups are not closed")

// finish ends the message and checks that it is complete.
func (e *encoder) finish() error {
	open := e.depth
	e.buf, e.marks, e.depth = e.buf[:0], e.marks[:0], 0
	encoders.Put(e)
	if open != 0 {
		return fmt.Errorf("%w: %d", errNesting, open)
	}
	return nil
}

type point struct {
	x, y float64
}

type shape struct {
	id     uint64
	name   string
	points []point
}

func marshal(s shape) ([]byte, error) {
	e := newEncoder()
	e.uint(1, s.id)
	e.text(2, s.name)
	for _, p := range s.points {
		e.begin(3)
		e.float(1, p.x)
		e.float(2, p.y)
		e.end()
	}
	body := e.buf
	if err := e.finish(); err != nil {
		return nil, err
	}
	out := make([]byte, 4, 4+len(body))
	binary.BigEndian.PutUint32(out, uint32(len(body)))
	return append(out, body...), nil
}

func main() {
	var wg sync.WaitGroup
	sizes := make([]int, 6)
	for i := range sizes {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s := shape{id: uint64(i), name: fmt.Sprint("shape", i)}
			for j := range i {
				s.points = append(s.points, point{float64(j), -1})
			}
			b, err := marshal(s)
			if err != nil {
				fmt.Println(err)
				return
			}
			sizes[i] = len(b)
		}()
	}
	wg.Wait()
	fmt.Println(sizes)
}
