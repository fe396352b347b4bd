// truth: correct
package main

import (
	"crypto"
	_ "crypto/sha256"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type image struct {
	pix  []byte
	w, h int
}

var images = rcpool.Pool[image]{
	Name: "images",
	Reset: func(i *image) {
		i.pix = i.pix[:0]
		i.w, i.h = 0, 0
	},
	Keep: func(i *image) bool { return cap(i.pix) < 1<<16 },
}

type variants struct {
	full   rcpool.Ref[image]
	thumbs []rcpool.Ref[image]
}

func (v *variants) release() {
	rcpool.Drop(&v.full)
	for i := range v.thumbs {
		rcpool.Drop(&v.thumbs[i])
	}
	v.thumbs = v.thumbs[:0]
}

func decode(w, h int) (rcpool.Ref[image], error) {
	if w <= 0 || h <= 0 {
		return rcpool.Ref[image]{}, fmt.Errorf("bad size %dx%d", w, h)
	}
	img := images.Get()
	i := img.Value()
	i.w, i.h = w, h
	for n := range w * h {
		i.pix = append(i.pix, byte(n))
	}
	return img, nil
}

func scale(dst, src *image, by int) {
	dst.w, dst.h = src.w/by, src.h/by
	for y := range dst.h {
		for x := range dst.w {
			dst.pix = append(dst.pix, src.pix[y*by*src.w+x*by])
		}
	}
}

func render(w, h int, factors ...int) (*variants, error) {
	full, err := decode(w, h)
	if err != nil {
		return nil, err
	}
	v := &variants{full: full, thumbs: make([]rcpool.Ref[image], len(factors))}
	var wg sync.WaitGroup
	for i, by := range factors {
		v.thumbs[i] = images.Get()
		dst := v.thumbs[i].Value()
		wg.Go(full.Hold(func(src *image) { scale(dst, src, by) }))
	}
	wg.Wait()
	for i := range v.thumbs {
		if t := v.thumbs[i].Value(); t.w == 0 || t.h == 0 {
			v.release()
			return nil, fmt.Errorf("factor %d leaves nothing", factors[i])
		}
	}
	return v, nil
}

func digest(i *image) string {
	h := stdpool.Hash(crypto.SHA256)
	defer h.Release()
	h.Value().Write(i.pix)
	return fmt.Sprintf("%.4x", h.Value().Sum(nil))
}

func main() {
	for _, f := range [][]int{{2, 4}, {2, 64}, {}} {
		v, err := render(32, 16, f...)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(digest(v.full.Value()), len(v.thumbs))
		v.release()
	}
	_, err := render(0, 1)
	fmt.Println(err)
}
