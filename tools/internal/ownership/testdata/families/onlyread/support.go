// Package onlyread has functions that only call methods of what they are given, which are not
// this package's: the caller has the object still.
package onlyread

import (
	"bufio"
	"bytes"
	"errors"
	"image"
	"image/color"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var (
	canvases = sync.Pool{New: func() any { return image.NewGray(image.Rect(0, 0, 64, 64)) }}
	buffers  = sync.Pool{New: func() any { return new(bytes.Buffer) }}
	writers  = sync.Pool{New: func() any { return bufio.NewWriter(nil) }}

	errEmpty = errors.New("empty")
)

func getCanvas() *image.Gray {
	c := canvases.Get().(*image.Gray)
	clear(c.Pix)
	return c
}

func putCanvas(c *image.Gray) { canvases.Put(c) }

// draw draws src onto dst.
func draw(dst *image.Gray, src image.Image) error {
	b := src.Bounds()
	if b.Empty() {
		return errEmpty
	}
	for x := range 64 {
		dst.SetGray(x, x, color.GrayModel.Convert(src.At(x, x)).(color.Gray))
	}
	return nil
}

// write writes the lines.
func write(b *bytes.Buffer, lines []string) error {
	for _, l := range lines {
		if l == "" {
			return errEmpty
		}
		b.WriteString(l)
	}
	return nil
}

// A report has a buffer for its text.
type report struct{ text *bytes.Buffer }

// attach makes a buffer the text of the report.
func (r *report) attach(b *bytes.Buffer) {
	b.WriteByte('\n')
	r.text = b
}

func load(mem memory.Allocator, values ...int32) arrow.Array {
	b := array.NewInt32Builder(mem)
	defer b.Release()
	b.AppendValues(values, nil)
	return b.NewArray()
}

func sum(a arrow.Array) (total int64) {
	ints := a.(*array.Int32)
	for i := range ints.Len() {
		if ints.IsValid(i) {
			total += int64(ints.Value(i))
		}
	}
	return total
}

func nulls(a arrow.Array) int { return a.NullN() }

// A column keeps what it is given.
type column struct{ values arrow.Array }

func (c *column) set(a arrow.Array) int {
	c.values = a
	return a.Len()
}
