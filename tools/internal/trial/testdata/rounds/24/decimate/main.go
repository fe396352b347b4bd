// truth: double-release line 98 hard

// Command decimate reduces a time series for a chart: of each bucket it keeps
// the lowest and the highest sample.
package main

import (
	"fmt"
	"math"
	"sync"
)

type sample struct {
	at    int64
	value float64
	tags  []string
}

var samples = sync.Pool{New: func() any { return new(sample) }}

func getSample(at int64, value float64, tags ...string) *sample {
	s := samples.Get().(*sample)
	s.at, s.value = at, value
	s.tags = append(s.tags, tags...)
	return s
}

func putSample(s *sample) {
	clear(s.tags)
	s.at, s.value, s.tags = 0, 0, s.tags[:0]
	samples.Put(s)
}

type point struct {
	at    int64
	value float64
	label string
}

func (s *sample) point() point {
	p := point{at: s.at, value: s.value}
	if len(s.tags) > 0 {
		p.label = s.tags[0]
	}
	return p
}

type decimator struct {
	width  int64
	from   int64
	bucket []*sample
	out    []point
}

// add takes s over.
func (d *decimator) add(s *sample) {
	if math.IsNaN(s.value) {
		putSample(s)
		return
	}
	if s.at >= d.from+d.width {
		d.flush()
		d.from = s.at / d.width * d.width
	}
	d.bucket = append(d.bucket, s)
}

// flush reduces the bucket and gives its samples back.
func (d *decimator) flush() {
	if len(d.bucket) == 0 {
		return
	}
	lo, hi := d.bucket[0], d.bucket[0]
	for _, s := range d.bucket[1:] {
		if s.value < lo.value {
			lo = s
		}
		if s.value > hi.value {
			hi = s
		}
	}
	first, second := lo, hi
	if hi.at < lo.at {
		first, second = hi, lo
	}
	d.out = append(d.out, first.point())
	if second.value != first.value {
		d.out = append(d.out, second.point())
	}
	for i, s := range d.bucket {
		if s != lo && s != hi {
			putSample(s)
		}
		d.bucket[i] = nil
	}
	d.bucket = d.bucket[:0]
	putSample(lo)
	putSample(hi)
}

func main() {
	d := &decimator{width: 10}
	for i := range int64(95) {
		value := 50 + 40*math.Sin(float64(i)/7)
		if i%11 == 6 {
			value = math.NaN()
		}
		if i > 40 && i < 59 {
			continue // the sensor was off
		}
		var tags []string
		if i%10 == 0 {
			tags = append(tags, fmt.Sprint("t", i))
		}
		d.add(getSample(i, value, tags...))
	}
	d.flush()
	for _, p := range d.out {
		fmt.Printf("%d %.1f %s\n", p.at, p.value, p.label)
	}
}
