// Package breakeven finds out which objects are worth pooling. Its benchmarks
// use objects of 16 bytes to 64 KiB, with little else in the heap and with a
// million pointers in it: allocated, from a sync.Pool, and from an rcpool.Pool.
// From their results it decides where a pool pays, and writes docs/choosing.md
// and the drawing in it. To measure, and write both anew:
//
//	go run ./lab/bench/report -only breakeven
package breakeven

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/rcpool/rcpool/lab/bench/rounds"
)

// A Verdict says whether a pool is worth it.
type Verdict string

const (
	Pays    Verdict = "pays"           // the pool takes less time than an allocation
	Even    Verdict = "even"           // it takes as much, as far as can be told
	Costs   Verdict = "costs"          // it takes more
	Unknown Verdict = "too few rounds" // to say anything
)

// margin is the least difference that matters: less than that depends on the
// machine, the build, and the day.
const margin = 0.05

// Decide judges a pool by the time that it takes, as a multiple of that of an
// allocation. It is sure only if all of the 95 % interval is on one side of 1,
// and the median differs from it by 5 % or more.
func Decide(ratio rounds.Estimate) Verdict {
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
	Alone   rounds.Estimate // what an allocation takes, in seconds
	Pooled  rounds.Estimate // what the pool takes, in seconds
	Ratio   rounds.Estimate // of the two
	Verdict Verdict
}

// Heaps and Pools are what the curves are about, in the order in which they are shown.
var (
	Heaps = []string{"small", "1M"}
	Pools = []string{"sync", "rcpool"}
)

const (
	variant = "pool"
	base    = "none"
	seconds = "sec/op"
)

// Curves are those that the results have: one for each heap and pool.
func Curves(set *rounds.Set) ([]Curve, error) {
	var curves []Curve
	for _, heap := range Heaps {
		for _, pool := range Pools {
			curve := Curve{Heap: heap, Pool: pool}
			for _, row := range set.Rows(variant) {
				alone, pooled := row.Variants[base], row.Variants[pool]
				if row.Part["heap"] != heap || alone == nil || pooled == nil {
					continue
				}
				size, err := strconv.Atoi(row.Part["size"])
				if err != nil {
					return nil, fmt.Errorf("%s has no size: %w", row.Name, err)
				}
				ratio := rounds.Ratio((*pooled)[seconds], (*alone)[seconds])
				curve.Points = append(curve.Points, Point{
					Size: size, Ratio: ratio, Verdict: Decide(ratio),
					Alone: rounds.Median((*alone)[seconds]), Pooled: rounds.Median((*pooled)[seconds]),
				})
			}
			if len(curve.Points) == 0 {
				return nil, fmt.Errorf("there is nothing on heap=%s, pool=%s", heap, pool)
			}
			slices.SortFunc(curve.Points, func(a, b Point) int { return cmp.Compare(a.Size, b.Size) })
			curves = append(curves, curve)
		}
	}
	return curves, nil
}

// From is the size from which the pool pays: at it, and at all that are larger.
// There may be none.
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

// Last is the point of the largest object.
func (c Curve) Last() Point { return c.Points[len(c.Points)-1] }
