// truth: leak line 47 callee
package main

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"sync"
	"sync/atomic"
)

var made atomic.Int64

var canvases = sync.Pool{New: func() any {
	made.Add(1)
	return image.NewGray(image.Rect(0, 0, 64, 64))
}}

func getCanvas() *image.Gray {
	c := canvases.Get().(*image.Gray)
	clear(c.Pix)
	return c
}

func putCanvas(c *image.Gray) { canvases.Put(c) }

var errEmpty = errors.New("empty image")

// scale draws src onto dst, taking the nearest pixels.
func scale(dst *image.Gray, src image.Image) error {
	b := src.Bounds()
	if b.Empty() {
		return errEmpty
	}
	for y := range 64 {
		for x := range 64 {
			c := src.At(b.Min.X+x*b.Dx()/64, b.Min.Y+y*b.Dy()/64)
			dst.SetGray(x, y, color.GrayModel.Convert(c).(color.Gray))
		}
	}
	return nil
}

// brightness is the mean of the thumbnail of an image.
func brightness(src image.Image) (int, error) {
	canvas := getCanvas()
	if err := scale(canvas, src); err != nil {
		return 0, fmt.Errorf("brightness: %w", err)
	}
	sum := 0
	for _, p := range canvas.Pix {
		sum += int(p)
	}
	return sum / len(canvas.Pix), nil
}

// similar compares the thumbnails of two images.
func similar(a, b image.Image, tolerance int) (bool, error) {
	left, right := getCanvas(), getCanvas()
	defer putCanvas(left)
	defer putCanvas(right)
	if err := errors.Join(scale(left, a), scale(right, b)); err != nil {
		return false, err
	}
	difference := 0
	for i, p := range left.Pix {
		if p > right.Pix[i] {
			difference += int(p - right.Pix[i])
		} else {
			difference += int(right.Pix[i] - p)
		}
	}
	return difference/len(left.Pix) <= tolerance, nil
}

func main() {
	gray := image.NewUniform(color.Gray{Y: 128})
	picture := image.NewGray(image.Rect(0, 0, 100, 50))
	for range 20 {
		if ok, err := similar(gray, picture, 10); ok || err != nil {
			fmt.Println(ok, err)
		}
	}
	before := made.Load()
	for range 100 {
		if _, err := brightness(picture); err != nil {
			fmt.Println(err)
		}
	}
	_, err := brightness(image.NewGray(image.Rectangle{}))
	fmt.Println(err, "canvases made for 100 pictures:", made.Load()-before > 90)
}
