// truth: correct

// Command mixer mixes audio blocks of several sources into one.
package main

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/rcpool/rcpool"
)

const blockSize = 64

type Block struct {
	Samples []float32
	Gain    float32
}

var blocks = rcpool.Pool[Block]{
	Name: "blocks",
	New:  func() *Block { return &Block{Samples: make([]float32, 0, blockSize), Gain: 1} },
	Reset: func(b *Block) {
		b.Samples = b.Samples[:0]
		b.Gain = 1
	},
	Keep: func(b *Block) bool { return cap(b.Samples) <= 4*blockSize },
}

type Source interface {
	Fill(b *Block) error
}

type tone struct {
	freq  float64
	phase float64
}

func (t *tone) Fill(b *Block) error {
	for range blockSize {
		b.Samples = append(b.Samples, float32(math.Sin(t.phase)))
		t.phase += t.freq
	}
	return nil
}

type faulty struct{ after int }

var errUnderrun = errors.New("underrun")

func (f *faulty) Fill(b *Block) error {
	f.after--
	if f.after < 0 {
		return errUnderrun
	}
	for range blockSize {
		b.Samples = append(b.Samples, 0.25)
	}
	b.Gain = 0.5
	return nil
}

// mix returns the sum of what the sources deliver and the sources that failed.
// The caller owns the block.
func mix(sources []Source) (out rcpool.Ref[Block], failed []error) {
	out = blocks.Get()
	sum := out.Value()
	sum.Samples = append(sum.Samples, make([]float32, blockSize)...)
	for _, s := range sources {
		err := blocks.With(func(b *Block) error {
			if err := s.Fill(b); err != nil {
				return err
			}
			for i, x := range b.Samples {
				sum.Samples[i] += x * b.Gain
			}
			return nil
		})
		if err != nil {
			failed = append(failed, err)
		}
	}
	return out, failed
}

type meter struct {
	mu   sync.Mutex
	peak float32
	n    int
}

func (m *meter) measure(b *Block) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, x := range b.Samples {
		m.peak = max(m.peak, x)
	}
	m.n++
}

func main() {
	sources := []Source{&tone{freq: 0.1}, &tone{freq: 0.05}, &faulty{after: 2}}
	var m meter
	var meters sync.WaitGroup
	var kept *Block
	for i := range 4 {
		block, failed := mix(sources)
		meters.Go(block.Hold(m.measure))
		if i == 3 {
			meters.Wait()
			kept = block.Detach()
		} else {
			block.Release()
		}
		fmt.Println(i, len(failed))
	}
	fmt.Printf("%d blocks, peak %.1f, last %.2f\n", m.n, m.peak, kept.Samples[0])
}
