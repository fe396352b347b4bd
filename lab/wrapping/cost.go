package main

import (
	"fmt"
	"strings"
)

// Cost is what was measured: the file cost.json, and a table of
// docs/wrapping.md.
type Cost struct {
	Zerolog, Go, System string
	Processors, Rounds  int
	Rows                []Row
}

// A Row is one benchmark with one shape.
type Row struct {
	Case, Shape   string
	Ns            float64 // in the quickest round
	Ratio         float64 // to zerolog as released: the median of the rounds
	Low, High     float64 // half of the rounds are between these
	Bytes, Allocs int     // of each line, in the heap
}

// cases are the benchmarks, see testdata/client/line.
var cases = []struct{ name, what string }{
	{"Chain", "a line of two fields"},
	{"TenFields", "a line of ten fields"},
	{"Kept", "a line whose event is kept in a variable that escapes"},
	{"Disabled", "a line that is not logged, for its level"},
	{"Parallel", "a line of two fields, on all processors"},
}

// table has a line for each case, and a column for each shape.
func (c Cost) table() string {
	var b strings.Builder
	b.WriteString("| |")
	for _, s := range shapes {
		fmt.Fprintf(&b, " %s |", s.what)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(shapes)) + "\n")
	for _, each := range cases {
		fmt.Fprintf(&b, "| %s |", each.what)
		for _, r := range c.Rows {
			if r.Case == each.name {
				fmt.Fprintf(&b, " %s |", r)
			}
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\nzerolog %s, %s, %s, %d processors, %d interleaved rounds.\n", c.Zerolog, c.Go, c.System, c.Processors, c.Rounds)
	return b.String()
}

// String is a cell of the table.
func (r Row) String() string {
	text := fmt.Sprintf("%.0f ns", r.Ns)
	if r.Shape != "released" {
		text = fmt.Sprintf("%.2f× (%.2f to %.2f)", r.Ratio, r.Low, r.High)
	}
	if r.Allocs > 0 {
		text += fmt.Sprintf(", %d B", r.Bytes)
	}
	return text
}
