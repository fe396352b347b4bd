// truth: correct

package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Picture struct {
	Name string
	W, H int
	Pix  []byte
}

var pictures = rcpool.Pool[Picture]{
	Name: "pictures",
	Reset: func(p *Picture) {
		*p = Picture{Pix: p.Pix[:0]}
	},
}

var errTiny = errors.New("too small")

type stage func(in rcpool.Ref[Picture]) (rcpool.Ref[Picture], error)

func decode(name string, w, h int) rcpool.Ref[Picture] {
	ref := pictures.Get()
	p := ref.Value()
	p.Name, p.W, p.H = name, w, h
	for i := 0; i < w*h; i++ {
		p.Pix = append(p.Pix, byte(i))
	}
	return ref
}

func halve(in rcpool.Ref[Picture]) (rcpool.Ref[Picture], error) {
	defer in.Release()
	src := in.Value()
	if src.W < 2 || src.H < 2 {
		return rcpool.Ref[Picture]{}, fmt.Errorf("%s: %w", src.Name, errTiny)
	}
	out := pictures.Get()
	dst := out.Value()
	dst.Name, dst.W, dst.H = src.Name, src.W/2, src.H/2
	for y := 0; y < dst.H; y++ {
		for x := 0; x < dst.W; x++ {
			dst.Pix = append(dst.Pix, src.Pix[2*y*src.W+2*x])
		}
	}
	return out, nil
}

func invert(in rcpool.Ref[Picture]) (rcpool.Ref[Picture], error) {
	for i, b := range in.Value().Pix {
		in.Value().Pix[i] = ^b
	}
	return in, nil
}

func pipe(in <-chan rcpool.Ref[Picture], st stage, errs *sync.Map) <-chan rcpool.Ref[Picture] {
	out := make(chan rcpool.Ref[Picture])
	go func() {
		defer close(out)
		for ref := range in {
			next, err := st(ref)
			if err != nil {
				errs.Store(err.Error(), err)
				continue
			}
			out <- next
		}
	}()
	return out
}

func main() {
	source := make(chan rcpool.Ref[Picture])
	go func() {
		defer close(source)
		for i := range 12 {
			source <- decode(fmt.Sprintf("img%02d", i), i+1, 8)
		}
	}()
	var errs sync.Map
	var last <-chan rcpool.Ref[Picture] = source
	for _, st := range []stage{halve, invert, halve} {
		last = pipe(last, st, &errs)
	}
	sum, n := 0, 0
	for ref := range last {
		p := ref.Value()
		for _, b := range p.Pix {
			sum += int(b)
		}
		n++
		ref.Release()
	}
	failed := 0
	errs.Range(func(_, v any) bool {
		if errors.Is(v.(error), errTiny) {
			failed++
		}
		return true
	})
	fmt.Println(n, failed, sum)
}
