package partsofothers

import (
	"image"
	"net/url"
)

// The bounds of a tile stay.
type tile struct {
	img    image.Gray
	bounds image.Rectangle
}

func (t *tile) Reset() { // want "reset: Reset does not reset field bounds of tile"
	t.img.Pix = t.img.Pix[:0]
	t.img.Stride, t.img.Rect = 0, image.Rectangle{}
}

func cut(r image.Rectangle) int {
	ref := tiles.Get()
	defer ref.Release()
	t := ref.Value()
	t.bounds = r
	t.img.Rect = r
	return t.bounds.Dx()
}

// The address stays, and is the next owner's.
type fetch struct {
	at    url.URL
	tries int
}

func (f *fetch) Reset() { f.tries = 0 } // want "reset: Reset does not reset field at of fetch"

func get(host string) string {
	ref := fetches.Get()
	defer ref.Release()
	f := ref.Value()
	f.at.Host = host
	f.tries++
	return f.at.String()
}
