// truth: use-after-release line 48 hard
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type sample struct {
	at   int
	vals []float64
}

func (s *sample) Reset() {
	s.at = 0
	s.vals = s.vals[:0]
}

var samples = rcpool.Pool[sample]{Name: "tsdb.samples"}

// A series is a list of samples, in the order of their times.
type series struct {
	items []rcpool.Ref[sample]
	upTo  int
}

func (s *series) add(at int, vals ...float64) {
	ref := samples.Get()
	ref.Value().at = at
	ref.Value().vals = append(ref.Value().vals, vals...)
	s.items = append(s.items, ref)
}

// compact merges neighbours: the longer one takes the values of the other.
func (s *series) compact() {
	n := 0
	for i := 0; i+1 < len(s.items); i += 2 {
		a, b := s.items[i], s.items[i+1]
		keep, drop := a, b
		if len(b.Value().vals) > len(a.Value().vals) {
			keep, drop = b, a
		}
		keep.Value().vals = append(keep.Value().vals, drop.Value().vals...)
		drop.Release()
		s.items[n] = keep
		n++
		s.upTo = b.Value().at
	}
	if len(s.items)%2 == 1 {
		s.items[n] = s.items[len(s.items)-1]
		n++
	}
	clear(s.items[n:])
	s.items = s.items[:n]
}

func (s *series) mean() float64 {
	sum, n := 0.0, 0
	for _, ref := range s.items {
		for _, v := range ref.Value().vals {
			sum += v
			n++
		}
	}
	return sum / float64(max(n, 1))
}

func (s *series) close() {
	for i := range s.items {
		rcpool.Drop(&s.items[i])
	}
	s.items = nil
}

func main() {
	var s series
	s.add(10, 1)
	s.add(20, 2, 3)
	s.add(30, 4, 5, 6)
	s.add(40, 7)
	s.add(50, 8)
	s.compact()
	fmt.Println(len(s.items), s.upTo, s.mean())
	s.close()
}
