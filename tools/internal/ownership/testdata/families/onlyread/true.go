package onlyread

import (
	"bytes"
	"image"

	"github.com/apache/arrow-go/v18/arrow/memory"
)

// No path puts it back.
func brightness(src image.Image) (int, error) {
	canvas := getCanvas() // want "leak: "
	if err := draw(canvas, src); err != nil {
		return 0, err
	}
	sum := 0
	for _, p := range canvas.Pix {
		sum += int(p)
	}
	return sum, nil
}

// The text is a copy.
func text(lines []string) (string, error) {
	b := buffers.Get().(*bytes.Buffer) // want "leak: "
	b.Reset()
	if err := write(b, lines); err != nil {
		return "", err
	}
	return b.String(), nil
}

// The column is still there.
func total(mem memory.Allocator, values ...int32) int64 {
	all := load(mem, values...) // want "leak: "
	return sum(all)
}

// It is so when there are nulls.
func average(mem memory.Allocator, values ...int32) (int64, error) {
	all := load(mem, values...) // want "leak: "
	if nulls(all) > 0 {
		return 0, errEmpty
	}
	defer all.Release()
	return sum(all) / int64(all.Len()), nil
}
