// Package filter measures and changes pictures.
package filter

import "github.com/rcpool/rcpool"

// A Picture has one byte for each pixel.
type Picture struct {
	Name string
	Pix  []byte
}

// A Func borrows a picture.
type Func func(p *Picture) float64

// All has the filters by name.
var All = map[string]Func{"mean": mean, "max": brightest}

func mean(p *Picture) float64 {
	if len(p.Pix) == 0 {
		return 0
	}
	sum := 0
	for _, b := range p.Pix {
		sum += int(b)
	}
	return float64(sum) / float64(len(p.Pix))
}

func brightest(p *Picture) float64 {
	var best byte
	for _, b := range p.Pix {
		best = max(best, b)
	}
	return float64(best)
}

// Apply returns a picture of the pool with f of each pixel. The caller owns it.
func Apply(pool *rcpool.Pool[Picture], p *Picture, f func(byte) byte) rcpool.Ref[Picture] {
	result := pool.Get()
	r := result.Value()
	r.Name = p.Name
	for _, b := range p.Pix {
		r.Pix = append(r.Pix, f(b))
	}
	return result
}
