// Package joined has goroutines that end before, or after, the reference that
// they borrow from.
package joined

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// An Image is worked on by several goroutines.
type Image struct {
	Width  int
	Pixels [2048]byte
}

var images = rcpool.Pool[Image]{Name: "images"}

var errBlank = errors.New("image is blank")

func blur(img *Image, tile int) error {
	if img.Width == 0 {
		return errBlank
	}
	img.Pixels[tile]++
	return nil
}

func hash(img *Image) int { return int(img.Pixels[0]) }
