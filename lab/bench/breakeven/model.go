package breakeven

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

// built are the benchmarks of objects that take longer to build than memory of
// their size takes to allocate, by what pools them.
var built = map[string]string{
	"stdpool.GzipWriter": "StdpoolGzipWriter/level=6", "stdpool.ZlibWriter": "StdpoolZlibWriter", "stdpool.FlateWriter": "StdpoolFlateWriter",
	"stdpool.GzipReader": "StdpoolGzipReader",
}

// Model writes what rcadvise knows of measurements: from this package, what an
// allocation and a lease from rcpool take, in seconds, by the size of the object,
// beside each heap; and from those of package stdpool, what a use of an object
// takes without a pool and with one, and how many bytes it allocates.
func Model(w io.Writer, section, stdpool *summary.Section) error {
	type use struct {
		Bytes float64 `json:"bytes"`
		New   float64 `json:"new"`
		Lease float64 `json:"lease"`
	}
	pools := make(map[string]use)
	for pool, benchmark := range built {
		row, err := stdpool.Row(benchmark)
		if err != nil {
			return err
		}
		bytes, err1 := row.Median(base, figure.Bytes)
		alone, err2 := row.Median(base, figure.Seconds)
		pooled, err3 := row.Median("rcpool", figure.Seconds)
		if err := errors.Join(err1, err2, err3); err != nil {
			return err
		}
		pools[pool] = use{bytes.Median, alone.Median, pooled.Median}
	}
	type curve struct {
		Heap  string    `json:"heap"`
		Sizes []int     `json:"sizes"`
		New   []float64 `json:"new"`
		Lease []float64 `json:"lease"`
	}
	curves, err := Curves(section)
	if err != nil {
		return err
	}
	var heaps []curve
	for _, c := range curves {
		if c.Pool != "rcpool" {
			continue
		}
		h := curve{Heap: c.Heap}
		for _, p := range c.Points {
			h.Sizes, h.New, h.Lease = append(h.Sizes, p.Size), append(h.New, p.Alone.Median), append(h.Lease, p.Pooled.Median)
		}
		heaps = append(heaps, h)
	}
	out := json.NewEncoder(w)
	out.SetIndent("", "\t")
	return out.Encode(map[string]any{"go": section.Run.Go, "cpu": section.Run.CPU, "source": "docs/choosing.md", "heaps": heaps, "pools": pools})
}
