// Package breakeven measures which objects are worth pooling. Its benchmarks
// use objects of 16 bytes to 16 MiB, with little else in the heap and with a
// million pointers in it: allocated, from a sync.Pool, and from an rcpool.Pool.
// From their summary it decides where a pool pays, and writes docs/choosing.md
// and its drawing. To measure and write them:
//
//	go run ./lab/bench/report -only breakeven
package breakeven

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

// A Verdict reports whether a pool is worth it.
type Verdict string

const (
	Pays    Verdict = "pays"           // the pool takes less time than an allocation
	Even    Verdict = "even"           // no difference can be told
	Costs   Verdict = "costs"          // the pool takes more time
	Unknown Verdict = "too few rounds" // to say anything
)

// margin is the smallest difference that matters: less depends on the machine,
// the build, and the day.
const margin = 0.05

// Decide judges a pool by the time it takes, as a multiple of the time of an
// allocation. It decides only if all of the 95 % interval is on one side of 1
// and the median differs from 1 by 5 % or more.
func Decide(ratio figure.Estimate) Verdict {
	switch {
	case !ratio.Known():
		return Unknown
	case ratio.High < 1 && ratio.Median <= 1-margin:
		return Pays
	case ratio.Low > 1 && ratio.Median >= 1+margin:
		return Costs
	}
	return Even
}

// A Curve is one pool beside one heap.
type Curve struct {
	Heap   string // small, or 1M
	Pool   string // sync, or rcpool
	Points []Point
}

// A Point is an object of one size.
type Point struct {
	Size    int             // in bytes
	Alone   figure.Estimate // time of an allocation
	Pooled  figure.Estimate // time of the pool
	Ratio   figure.Estimate // of the pool to the allocation
	Verdict Verdict
}

// Heaps and Pools are what the curves are about, in the order of the page.
var (
	Heaps = []string{"small", "1M"}
	Pools = []string{"sync", "rcpool"}
)

// Key is the part of the names of the benchmarks that tells the variants apart,
// and Bases are the variants that the page shows ratios to.
const Key = "pool"

var Bases = []string{base, "sync"}

const base = "none"

// Curves returns a curve for each heap and pool.
func Curves(section *summary.Section) ([]Curve, error) {
	var curves []Curve
	for _, heap := range Heaps {
		for _, pool := range Pools {
			curve := Curve{Heap: heap, Pool: pool}
			for _, row := range section.Rows {
				if row.Part("heap") != heap {
					continue
				}
				point, err := newPoint(row, pool)
				if err != nil {
					return nil, err
				}
				curve.Points = append(curve.Points, point)
			}
			if len(curve.Points) == 0 {
				return nil, fmt.Errorf("there are no results of heap=%s", heap)
			}
			slices.SortFunc(curve.Points, func(a, b Point) int { return cmp.Compare(a.Size, b.Size) })
			curves = append(curves, curve)
		}
	}
	return curves, nil
}

func newPoint(row summary.Row, pool string) (Point, error) {
	size, err := strconv.Atoi(row.Part("size"))
	if err != nil {
		return Point{}, fmt.Errorf("%s has no size: %w", row.Name, err)
	}
	p := Point{Size: size}
	if p.Alone, err = row.Median(base, figure.Seconds); err != nil {
		return p, err
	}
	if p.Pooled, err = row.Median(pool, figure.Seconds); err != nil {
		return p, err
	}
	if p.Ratio, err = row.Ratio(pool, base, figure.Seconds); err != nil {
		return p, err
	}
	p.Verdict = Decide(p.Ratio)
	return p, nil
}

// From returns the size from which on the pool pays, and whether there is one.
func (c Curve) From() (size int, ok bool) {
	for _, p := range slices.Backward(c.Points) {
		if p.Verdict != Pays {
			break
		}
		size, ok = p.Size, true
	}
	return size, ok
}

// Known reports whether there were enough rounds for all points.
func (c Curve) Known() bool {
	return !slices.ContainsFunc(c.Points, func(p Point) bool { return p.Verdict == Unknown })
}

// Last returns the point of the largest object.
func (c Curve) Last() Point { return c.Points[len(c.Points)-1] }
