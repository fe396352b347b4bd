// truth: double-release line 35,60,70,80 hard

// Command movingavg smooths samples over a sliding window.
package main

import (
	"errors"
	"fmt"
	"log"
	"slices"

	"github.com/rcpool/rcpool"
)

type Sample struct {
	At     int
	Values []float64
}

func (s *Sample) Reset() { s.At, s.Values = 0, s.Values[:0] }

var samples = rcpool.Pool[Sample]{Name: "samples"}

// A window owns the samples in it.
type window struct {
	size int
	refs []rcpool.Ref[Sample]
	head int
}

// push takes over sample, and drops the oldest one if the window is full.
func (w *window) push(sample rcpool.Ref[Sample]) {
	w.refs = append(w.refs, sample)
	if len(w.refs)-w.head > w.size {
		w.refs[w.head].Release()
		w.head++
	}
	if w.head > 2*w.size {
		w.refs = slices.Delete(w.refs, 0, w.head)
		w.head = 0
	}
}

func (w *window) mean() float64 {
	sum, n := 0.0, 0
	for _, ref := range w.refs[w.head:] {
		for _, v := range ref.Value().Values {
			sum += v
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

func (w *window) close() {
	for _, ref := range w.refs {
		ref.Release()
	}
	w.refs, w.head = nil, 0
}

var errOrder = errors.New("samples are out of order")

// Smooth returns the means after each sample.
func Smooth(size int, rows [][]float64) ([]float64, error) {
	w := &window{size: size}
	defer w.close()
	var means []float64
	for i, values := range rows {
		if !slices.IsSorted(values) {
			return means, fmt.Errorf("row %d: %w", i, errOrder)
		}
		sample := samples.Get()
		s := sample.Value()
		s.At = i
		s.Values = append(s.Values, values...)
		w.push(sample)
		means = append(means, w.mean())
	}
	return means, nil
}

func main() {
	if _, err := Smooth(3, [][]float64{{1, 2}, {4, 3}}); !errors.Is(err, errOrder) {
		log.Fatal(err)
	}
	means, err := Smooth(3, [][]float64{{1, 3}, {2}, {4, 6}})
	if err != nil || means[2] != 3.2 {
		log.Fatal(means, err)
	}
	fmt.Println(means)
	means, err = Smooth(2, [][]float64{{1}, {2}, {3}, {4}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(means)
}
