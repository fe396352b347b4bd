// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
	"round/imagefan/filter"
)

var pictures = rcpool.Pool[filter.Picture]{
	Name:  "pictures",
	Reset: func(p *filter.Picture) { *p = filter.Picture{Pix: p.Pix[:0]} },
	Keep:  func(p *filter.Picture) bool { return cap(p.Pix) <= 1<<20 },
}

type report struct {
	mu   sync.Mutex
	text map[string]float64
}

func (r *report) set(name string, v float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.text[name] = v
}

// measure runs all filters at once. It returns while they still run.
func measure(wg *sync.WaitGroup, r *report, seed, size int) {
	picture := pictures.Get()
	defer picture.Release()
	p := picture.Value()
	p.Name = fmt.Sprint("picture", seed)
	for i := range size {
		p.Pix = append(p.Pix, byte(i*seed))
	}
	for name, f := range filter.All {
		wg.Go(picture.Hold(func(p *filter.Picture) {
			r.set(p.Name+"/"+name, f(p))
		}))
	}
}

// negative returns a new picture, which the caller owns.
func negative(of *filter.Picture) rcpool.Ref[filter.Picture] {
	return filter.Apply(&pictures, of, func(b byte) byte { return 255 - b })
}

func main() {
	r := &report{text: map[string]float64{}}
	var wg sync.WaitGroup
	for seed := range 5 {
		measure(&wg, r, seed, 100*(seed+1))
	}
	measure(&wg, r, 7, 0)
	wg.Wait()
	fmt.Println(len(r.text), r.text["picture0/mean"], r.text["picture1/max"], r.text["picture7/max"])

	err := pictures.With(func(p *filter.Picture) error {
		p.Pix = append(p.Pix, 0, 100, 255)
		n := negative(p)
		defer n.Release()
		if n.Value().Pix[0] != 255 || n.Value().Pix[2] != 0 {
			return fmt.Errorf("negative is %v", n.Value().Pix)
		}
		return nil
	})
	fmt.Println(err, pictures.Stats().InUse)
}
