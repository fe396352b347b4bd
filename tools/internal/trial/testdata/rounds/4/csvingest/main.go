// truth: leak line 54 plain

// Csvingest loads measurements and sums them by station.
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool"
)

type Row struct {
	Station string
	Cols    []float64
}

func (r *Row) Reset() { *r = Row{Cols: r.Cols[:0]} }

var rows = rcpool.Pool[Row]{Name: "rows"}

var errFields = errors.New("too few fields")

type Ingest struct {
	sums map[string]float64
	bad  []error
}

func parse(line string, row *Row) error {
	name, rest, ok := strings.Cut(line, ",")
	if !ok {
		return errFields
	}
	row.Station = name
	for field := range strings.SplitSeq(rest, ",") {
		f, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return err
		}
		row.Cols = append(row.Cols, f)
	}
	return nil
}

func (in *Ingest) Load(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		ref := rows.Get()
		row := ref.Value()
		if err := parse(line, row); err != nil {
			in.bad = append(in.bad, fmt.Errorf("%q: %w", line, err))
			continue
		}
		for _, c := range row.Cols {
			in.sums[row.Station] += c
		}
		ref.Release()
		n++
	}
	return n
}

func main() {
	in := &Ingest{sums: make(map[string]float64)}
	n := in.Load("# station,values\nnorth,1,2,3\nsouth,4,x\n\nnorth,5\nwest\neast,6,7\n")
	fmt.Println(n, len(in.bad), in.sums)
	fmt.Println("in use:", rows.Stats().InUse)
}
