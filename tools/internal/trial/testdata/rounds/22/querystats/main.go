// truth: use-after-release line 68 plain

// Command querystats runs queries and keeps statistics of slow ones.
package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/rcpool/rcpool"
)

type rows struct {
	cells [][]string
	bytes int
}

func (r *rows) Reset() {
	clear(r.cells)
	r.cells, r.bytes = r.cells[:0], 0
}

var results = rcpool.Pool[rows]{Name: "rows"}

type stats struct {
	queries, bytes int
	slow           []string
}

type db struct {
	stats stats
	data  map[string][]string
	clock func() time.Duration
}

func (d *db) run(query string) (rcpool.Ref[rows], error) {
	lines, ok := d.data[query]
	if !ok {
		return rcpool.Ref[rows]{}, fmt.Errorf("no table %q", query)
	}
	ref := results.Get()
	r := ref.Value()
	for _, line := range lines {
		r.cells = append(r.cells, strings.Fields(line))
		r.bytes += len(line)
	}
	return ref, nil
}

func (d *db) print(query string, out *strings.Builder) error {
	begin := d.clock()
	ref, err := d.run(query)
	if err != nil {
		return err
	}
	r := ref.Value()
	for _, row := range r.cells {
		if len(row) == 0 {
			ref.Release()
			return fmt.Errorf("%s: empty row", query)
		}
		fmt.Fprintln(out, strings.Join(row, ","))
	}
	ref.Release()
	d.stats.queries++
	if took := d.clock() - begin; took > time.Millisecond {
		d.stats.slow = append(d.stats.slow, fmt.Sprintf("%s: %v, %d rows", query, took, len(r.cells)))
	}
	return nil
}

func main() {
	var now time.Duration
	d := &db{
		data:  map[string][]string{"users": {"1 ann", "2 bob"}, "holes": {"1 x", ""}},
		clock: func() time.Duration { now += time.Millisecond * 2; return now },
	}
	var out strings.Builder
	for _, q := range []string{"users", "holes", "none", "users"} {
		if err := d.print(q, &out); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Print(out.String())
	fmt.Println(d.stats.queries, d.stats.slow)
}
