// truth: use-after-release line 91 plain

// Command tsquery evaluates range queries over time series, window by window.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/rcpool/rcpool"
)

type window struct {
	values []float64
	from   time.Time
	sorted bool
}

func (w *window) Reset() {
	w.values = w.values[:0]
	w.from = time.Time{}
	w.sorted = false
}

var windows = rcpool.Pool[window]{Name: "query.windows"}

type series struct {
	start  time.Time
	step   time.Duration
	points []float64
}

var errNoData = errors.New("no data in range")

// load copies the points of a range. The caller owns the window if the error is
// nil.
func (s *series) load(from time.Time, d time.Duration) (rcpool.Ref[window], error) {
	first := int(from.Sub(s.start) / s.step)
	last := min(first+int(d/s.step), len(s.points))
	if first < 0 || first >= last {
		return rcpool.Ref[window]{}, errNoData
	}
	ref := windows.Get()
	w := ref.Value()
	w.from = from
	w.values = append(w.values, s.points[first:last]...)
	return ref, nil
}

func (w *window) quantile(q float64) float64 {
	if !w.sorted {
		slices.SortFunc(w.values, cmp.Compare[float64])
		w.sorted = true
	}
	i := int(q * float64(len(w.values)-1))
	return w.values[i]
}

type result struct {
	at    time.Time
	value float64
	count int
}

type query struct {
	over     time.Duration
	quantile float64
	ceiling  float64
}

// eval returns one result for each window that has data.
func (q query) eval(s *series, from, to time.Time) ([]result, error) {
	var out []result
	for at := from; at.Before(to); at = at.Add(q.over) {
		ref, err := s.load(at, q.over)
		if errors.Is(err, errNoData) {
			continue
		}
		if err != nil {
			return nil, err
		}
		w := ref.Value()
		v := w.quantile(q.quantile)
		if math.IsNaN(v) || v > q.ceiling {
			ref.Release()
			return nil, fmt.Errorf("window of %d points at %s: value %g is out of bounds",
				len(w.values), at.Format(time.TimeOnly), v)
		}
		out = append(out, result{w.from, v, len(w.values)})
		ref.Release()
	}
	return out, nil
}

func main() {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := &series{start: start, step: time.Second}
	for i := range 300 {
		s.points = append(s.points, math.Round(100*math.Abs(math.Sin(float64(i)/20))))
	}
	q := query{over: time.Minute, quantile: 0.9, ceiling: 1000}
	results, err := q.eval(s, start.Add(-2*time.Minute), start.Add(10*time.Minute))
	for _, r := range results {
		fmt.Println(r.at.Format(time.TimeOnly), r.value, r.count)
	}
	fmt.Println(err)
	q.ceiling = 98
	_, err = q.eval(s, start, start.Add(time.Hour))
	fmt.Println(err != nil)
}
