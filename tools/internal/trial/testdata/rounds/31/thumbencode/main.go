// truth: double-release line 72,73 callee

// Command thumbencode encodes images as run lengths with pooled scratch memory.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

type scratch struct {
	rows [][]byte
	out  []byte
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func getScratch() *scratch { return scratches.Get().(*scratch) }

func (s *scratch) free() {
	clear(s.rows)
	s.rows = s.rows[:0]
	s.out = s.out[:0]
	scratches.Put(s)
}

type image struct {
	width int
	pix   []byte
}

var (
	errSize  = errors.New("size does not fit the pixels")
	errLarge = errors.New("image is too large")
)

// split cuts the image into rows.
func (s *scratch) split(img image, limit int) error {
	if img.width <= 0 || len(img.pix)%img.width != 0 {
		s.free()
		return errSize
	}
	for from := 0; from < len(img.pix); from += img.width {
		if len(s.rows) == limit {
			s.free()
			return errLarge
		}
		s.rows = append(s.rows, img.pix[from:from+img.width])
	}
	return nil
}

func (s *scratch) runs() {
	for _, row := range s.rows {
		for i := 0; i < len(row); {
			k := i
			for k < len(row) && row[k] == row[i] && k-i < 255 {
				k++
			}
			s.out = append(s.out, byte(k-i), row[i])
			i = k
		}
	}
}

// encode writes the run lengths of an image.
func encode(w io.Writer, img image, limit int) error {
	s := getScratch()
	defer s.free()
	if err := s.split(img, limit); err != nil {
		return fmt.Errorf("encode: %w", err)
	}
	s.runs()
	_, err := w.Write(s.out)
	return err
}

// ratio tells how well an image packs.
func ratio(img image) float64 {
	s := getScratch()
	s.rows = append(s.rows, img.pix)
	s.runs()
	r := float64(len(s.out)) / float64(len(img.pix))
	s.free()
	return r
}

func gradient(w, h, step int) image {
	img := image{width: w}
	for i := range w * h {
		img.pix = append(img.pix, byte(i/step))
	}
	return img
}

func main() {
	for _, img := range []image{gradient(16, 4, 8), gradient(16, 40, 16), {width: 3, pix: make([]byte, 7)}} {
		if err := encode(io.Discard, img, 32); err != nil {
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		fmt.Printf("%.2f\n", ratio(img))
	}
}
