// truth: wrong-pool line 35 plain
package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

type row struct {
	pixels []uint16
}

var (
	narrow = sync.Pool{New: func() any { return &row{pixels: make([]uint16, 64)} }}
	wide   = sync.Pool{New: func() any { return &row{pixels: make([]uint16, 1024)} }}
)

// average reads the rows of an image and returns their mean.
func average(r io.Reader, width, height int) (float64, error) {
	sum := 0
	if width > 64 {
		line := wide.Get().(*row)
		clear(line.pixels)
		for y := range height {
			if err := fill(r, line.pixels[:width]); err != nil {
				wide.Put(line)
				return 0, fmt.Errorf("row %d: %w", y, err)
			}
			for _, p := range line.pixels[:width] {
				sum += int(p)
			}
		}
		narrow.Put(line)
		return float64(sum) / float64(width*height), nil
	}
	line := narrow.Get().(*row)
	clear(line.pixels)
	defer narrow.Put(line)
	for y := range height {
		if err := fill(r, line.pixels[:width]); err != nil {
			return 0, fmt.Errorf("row %d: %w", y, err)
		}
		for _, p := range line.pixels[:width] {
			sum += int(p)
		}
	}
	return float64(sum) / float64(width*height), nil
}

func fill(r io.Reader, pixels []uint16) error {
	var b [1]byte
	for i := range pixels {
		if _, err := io.ReadFull(r, b[:]); err != nil {
			return err
		}
		pixels[i] = uint16(b[0])
	}
	return nil
}

func main() {
	fmt.Println(average(strings.NewReader(strings.Repeat("a", 640)), 320, 2))
	fmt.Println(average(strings.NewReader(strings.Repeat("b", 40)), 10, 4))
	fmt.Println(average(strings.NewReader("too short"), 100, 4))
	line := narrow.Get().(*row)
	fmt.Println("size of a narrow row:", len(line.pixels))
	narrow.Put(line)
}
