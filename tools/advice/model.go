package advice

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"
)

// A Range is from the cost beside a small heap to that beside a heap with a
// million pointers, which each garbage collection has to follow. Processor time
// for each second, in seconds: 0.02 is 2 % of one processor.
type Range struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

func (r Range) plus(s Range) Range { return Range{r.Low + s.Low, r.High + s.High} }

// minus returns what is left, and not less than nothing.
func (r Range) minus(s Range) Range { return Range{max(r.Low-s.Low, 0), max(r.High-s.High, 0)} }

// A model is what uses of objects cost, as measured.
type model struct {
	Go     string  `json:"go"`
	CPU    string  `json:"cpu"`
	Heaps  []curve `json:"heaps"` // a small one, and one with a million pointers
	Source string  `json:"source"`

	// Pools are objects that take longer to build than memory of their size takes
	// to allocate, by the function that leases them.
	Pools map[string]use `json:"pools"`
}

// A curve is what one use of an object takes beside a heap, by the size of the object.
type curve struct {
	Heap  string    `json:"heap"`
	Sizes []float64 `json:"sizes"`
	New   []float64 `json:"new"`   // seconds to allocate one, and to collect it
	Lease []float64 `json:"lease"` // seconds to lease one from an rcpool.Pool and to release it, which clears it
}

// A use is what one use of such an object takes, in seconds.
type use struct {
	Bytes float64 `json:"bytes"` // that are allocated without a pool
	New   float64 `json:"new"`   // the time without a pool, in a small heap
	Lease float64 `json:"lease"` // and with one
}

// measured comes from the same measurements as docs/choosing.md: go run ./lab/bench/report writes it.
//
//go:embed breakeven.json
var measured []byte

var breakeven = func() (m model) {
	if err := json.Unmarshal(measured, &m); err != nil || len(m.Heaps) != 2 {
		panic(fmt.Sprintf("breakeven.json has %d heaps: %v", len(m.Heaps), err))
	}
	return m
}()

// allocating returns what one allocation costs.
func (m model) allocating(size float64) Range {
	return Range{at(m.Heaps[0].Sizes, m.Heaps[0].New, size), at(m.Heaps[1].Sizes, m.Heaps[1].New, size)}
}

// leasing returns what one lease costs of which so many bytes are cleared.
func (m model) leasing(cleared float64) Range {
	return Range{at(m.Heaps[0].Sizes, m.Heaps[0].Lease, cleared), at(m.Heaps[1].Sizes, m.Heaps[1].Lease, cleared)}
}

// at interpolates between measured sizes. Beyond the largest, the cost grows with the size.
func at(sizes, values []float64, size float64) float64 {
	i, _ := slices.BinarySearch(sizes, size)
	switch last := len(sizes) - 1; {
	case i == 0:
		return values[0]
	case i > last:
		return values[last] * size / sizes[last]
	}
	part := math.Log(size/sizes[i-1]) / math.Log(sizes[i]/sizes[i-1])
	return values[i-1] * math.Pow(values[i]/values[i-1], part)
}

// times returns the cost of n uses in a while, for each second of it.
func (r Range) times(n float64, while time.Duration) Range {
	s := while.Seconds()
	return Range{r.Low * n / s, r.High * n / s}
}
