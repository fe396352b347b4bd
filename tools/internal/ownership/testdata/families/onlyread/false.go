package onlyread

import (
	"bytes"
	"image"

	"github.com/apache/arrow-go/v18/arrow/memory"
)

// It is put back in each case.
func brightnessWell(src image.Image) (int, error) {
	canvas := getCanvas()
	defer putCanvas(canvas)
	if err := draw(canvas, src); err != nil {
		return 0, err
	}
	sum := 0
	for _, p := range canvas.Pix {
		sum += int(p)
	}
	return sum, nil
}

// The report has it.
func (r *report) add(lines []string) error {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	if err := write(b, lines); err != nil {
		return err
	}
	r.attach(b)
	return nil
}

// The column has it.
func (c *column) fill(mem memory.Allocator, values ...int32) int {
	return c.set(load(mem, values...))
}

// It is released in each case.
func averageWell(mem memory.Allocator, values ...int32) (int64, error) {
	all := load(mem, values...)
	defer all.Release()
	if nulls(all) > 0 {
		return 0, errEmpty
	}
	return sum(all) / int64(all.Len()), nil
}
