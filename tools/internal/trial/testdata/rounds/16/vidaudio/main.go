// truth: correct

package main

import (
	"errors"
	"fmt"
	"math"
	"sync"
)

const (
	smallSamples = 256
	largeSamples = 2048
)

type pcm struct {
	rate    int
	samples []float32
}

var (
	small = sync.Pool{New: func() any { return &pcm{samples: make([]float32, 0, smallSamples)} }}
	large = sync.Pool{New: func() any { return &pcm{samples: make([]float32, 0, largeSamples)} }}
)

func newPCM(n, rate int) *pcm {
	var p *pcm
	switch {
	case n <= smallSamples:
		p = small.Get().(*pcm)
	case n <= largeSamples:
		p = large.Get().(*pcm)
	default:
		p = &pcm{samples: make([]float32, 0, n)}
	}
	p.rate = rate
	p.samples = p.samples[:n]
	clear(p.samples)
	return p
}

// free gives p back by its capacity, which never changes.
func (p *pcm) free() {
	p.rate = 0
	p.samples = p.samples[:0]
	switch cap(p.samples) {
	case smallSamples:
		small.Put(p)
	case largeSamples:
		large.Put(p)
	}
}

var errRate = errors.New("unsupported rate")

func resample(in *pcm, rate int) (*pcm, error) {
	if rate <= 0 || in.rate%rate != 0 {
		return nil, fmt.Errorf("%w: %d to %d", errRate, in.rate, rate)
	}
	step := in.rate / rate
	out := newPCM(len(in.samples)/step, rate)
	for i := range out.samples {
		out.samples[i] = in.samples[i*step]
	}
	return out, nil
}

// A stage takes over its input and returns what the next stage gets.
type stage func(*pcm) (*pcm, error)

func to(rate int) stage {
	return func(in *pcm) (*pcm, error) {
		if in.rate == rate {
			return in, nil
		}
		defer in.free()
		return resample(in, rate)
	}
}

func gain(db float64) stage {
	factor := float32(math.Pow(10, db/20))
	return func(in *pcm) (*pcm, error) {
		for i := range in.samples {
			in.samples[i] *= factor
		}
		return in, nil
	}
}

func run(p *pcm, stages ...stage) (*pcm, error) {
	for _, s := range stages {
		next, err := s(p)
		if err != nil {
			return nil, err
		}
		p = next
	}
	return p, nil
}

func loudness(n int, stages ...stage) (float64, error) {
	p := newPCM(n, 48000)
	for i := range p.samples {
		p.samples[i] = float32(math.Sin(float64(i) / 7))
	}
	p, err := run(p, stages...)
	if err != nil {
		return 0, err
	}
	defer p.free()
	sum := 0.0
	for _, s := range p.samples {
		sum += float64(s * s)
	}
	return math.Sqrt(sum / float64(max(1, len(p.samples)))), nil
}

func main() {
	var wg sync.WaitGroup
	out := make([]string, 5)
	for g, rate := range []int{48000, 24000, 16000, 44100, 8000} {
		wg.Go(func() {
			for _, n := range []int{0, 100, 1500, 5000} {
				v, err := loudness(n, gain(6), to(rate), gain(-6))
				if err != nil {
					out[g] = err.Error()
					continue
				}
				out[g] += fmt.Sprintf("%.2f ", v)
			}
		})
	}
	wg.Wait()
	for _, s := range out {
		fmt.Println(s)
	}
}
