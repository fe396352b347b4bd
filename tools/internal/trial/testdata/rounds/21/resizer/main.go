// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Image struct {
	Name string
	W, H int
	Pix  []byte
}

func (m *Image) Reset() { *m = Image{Pix: m.Pix[:0]} }

var images = rcpool.Pool[Image]{
	Name: "images",
	Keep: func(m *Image) bool { return cap(m.Pix) <= 1<<16 },
}

// job owns its source. The worker that takes it releases that.
type job struct {
	src    rcpool.Ref[Image]
	factor int
	reply  chan<- result
}

// result owns its image, if there is one.
type result struct {
	image rcpool.Ref[Image]
	err   error
}

var errScale = errors.New("cannot scale")

func scale(src *Image, factor int) (rcpool.Ref[Image], error) {
	dst := images.Get()
	defer rcpool.Drop(&dst)
	d := dst.Value()
	d.Name = fmt.Sprintf("%s/%d", src.Name, factor)
	if factor <= 0 || src.W < factor || src.H < factor {
		return rcpool.Ref[Image]{}, fmt.Errorf("%s: %w", d.Name, errScale)
	}
	d.W, d.H = src.W/factor, src.H/factor
	for y := range d.H {
		for x := range d.W {
			d.Pix = append(d.Pix, src.Pix[y*factor*src.W+x*factor])
		}
	}
	return rcpool.Move(&dst), nil
}

type pool struct {
	jobs chan job
	wg   sync.WaitGroup
}

func start(workers int) *pool {
	p := &pool{jobs: make(chan job)}
	for range workers {
		p.wg.Go(func() {
			for j := range p.jobs {
				j.reply <- j.run()
			}
		})
	}
	return p
}

func (j job) run() (r result) {
	defer j.src.Release()
	if j.factor == 1 {
		return result{image: j.src.Retain()}
	}
	r.image, r.err = scale(j.src.Value(), j.factor)
	return r
}

func (p *pool) stop() {
	close(p.jobs)
	p.wg.Wait()
}

// variants makes all sizes of an image, or none.
func (p *pool) variants(src *rcpool.Ref[Image], factors ...int) ([]rcpool.Ref[Image], error) {
	replies := make(chan result, len(factors))
	for _, f := range factors {
		p.jobs <- job{src: src.Retain(), factor: f, reply: replies}
	}
	var out []rcpool.Ref[Image]
	var err error
	for range factors {
		r := <-replies
		if r.err != nil {
			err = r.err
			continue
		}
		out = append(out, r.image)
	}
	if err != nil {
		for _, m := range out {
			m.Release()
		}
		return nil, err
	}
	return out, nil
}

func main() {
	p := start(3)
	defer p.stop()
	src := images.Get()
	defer src.Release()
	m := src.Value()
	m.Name, m.W, m.H = "cat", 40, 24
	for i := range m.W * m.H {
		m.Pix = append(m.Pix, byte(i))
	}
	for _, factors := range [][]int{{1, 2, 4}, {2, 30, 1}, {}} {
		made, err := p.variants(&src, factors...)
		size := 0
		for _, v := range made {
			size += len(v.Value().Pix)
			v.Release()
		}
		fmt.Println(len(made), size, err)
	}
}
