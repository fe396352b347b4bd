package partsofothers

import (
	"image"
	"net/http"
	"net/url"
)

// A canvas keeps the memory of its image.
type canvas struct{ img image.Gray }

func (c *canvas) Reset() {
	c.img.Pix = c.img.Pix[:0]
	c.img.Stride, c.img.Rect = 0, image.Rectangle{}
}

func (c *canvas) paint(w, h int) *image.Gray {
	if cap(c.img.Pix) < w*h {
		c.img.Pix = make([]uint8, w*h)
	}
	c.img.Pix, c.img.Stride, c.img.Rect = c.img.Pix[:w*h], w, image.Rect(0, 0, w, h)
	return &c.img
}

func draw(w, h int) int {
	ref := canvases.Get()
	defer ref.Release()
	return len(ref.Value().paint(w, h).Pix)
}

// A request keeps the map of its headers.
type request struct {
	http  http.Request
	tries int
}

func (r *request) Reset() {
	clear(r.http.Header)
	r.http.Method, r.http.URL, r.http.Body, r.http.Host = "", nil, nil, ""
	r.tries = 0
}

func send(u *url.URL) string {
	ref := requests.Get()
	defer ref.Release()
	r := ref.Value()
	r.http.Method, r.http.URL = http.MethodGet, u
	r.tries++
	return r.http.Method
}

type response struct{ cookie http.Cookie }

func resetResponse(r *response) { blank(&r.cookie) }

func blank(c *http.Cookie) { c.Name, c.Value = "", "" }

func answer(name string) string {
	ref := responses.Get()
	defer ref.Release()
	ref.Value().cookie.Name = name
	return ref.Value().cookie.String()
}
