// truth: correct

// Command thumbnailer makes several sizes of an image at the same time. The
// image goes back to its pool with the last of them.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type bitmap struct {
	w, h int
	pix  []byte
}

func (b *bitmap) Reset() {
	b.w, b.h = 0, 0
	clear(b.pix)
	b.pix = b.pix[:0]
}

var bitmaps = rcpool.Pool[bitmap]{Name: "bitmaps", Keep: func(b *bitmap) bool { return cap(b.pix) <= 1<<16 }}

func load(w, h int) rcpool.Ref[bitmap] {
	ref := bitmaps.Get()
	b := ref.Value()
	b.w, b.h = w, h
	for i := range w * h {
		b.pix = append(b.pix, byte(i))
	}
	return ref
}

// shrink returns a smaller copy, which the caller owns.
func shrink(src *bitmap, by int) rcpool.Ref[bitmap] {
	out := bitmaps.Get()
	dst := out.Value()
	dst.w, dst.h = src.w/by, src.h/by
	for y := range dst.h {
		for x := range dst.w {
			dst.pix = append(dst.pix, src.pix[y*by*src.w+x*by])
		}
	}
	return out
}

type sink struct {
	mu     sync.Mutex
	thumbs map[string]rcpool.Ref[bitmap]
}

// put takes b over.
func (s *sink) put(name string, b rcpool.Ref[bitmap]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if old, ok := s.thumbs[name]; ok {
		old.Release()
	}
	s.thumbs[name] = b
}

func main() {
	s := &sink{thumbs: map[string]rcpool.Ref[bitmap]{}}
	var wg sync.WaitGroup
	for i, size := range []int{32, 64, 64} {
		img := load(size, size)
		for _, by := range []int{2, 4, 8} {
			wg.Go(img.Hold(func(b *bitmap) {
				s.put(fmt.Sprintf("%d/%d", b.w/by, i%2), shrink(b, by))
			}))
		}
		img.Release()
	}
	wg.Wait()
	fmt.Println(len(s.thumbs), "thumbnails")
	for name, b := range s.thumbs {
		if len(b.Value().pix) != b.Value().w*b.Value().h {
			fmt.Println("bad size of", name)
		}
		b.Release()
	}
	clear(s.thumbs)
}
