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
	Bytes, Allocs int     // in the heap, for each line
}

// cases are the benchmarks, see testdata/client/line.
var cases = []struct{ name, what string }{
	{"Chain", "a line of two fields"},
	{"Empty", "an empty line"},
	{"TenFields", "a line of ten fields"},
	{"Kept", "a line whose event is kept in a variable that escapes"},
	{"Disabled", "a line that is not logged, for its level"},
	{"Parallel", "a line of two fields, on all processors"},
}

// table has a line for each case, and a column for each shape.
func (c Cost) table() string {
	var b strings.Builder
	b.WriteString("| |")
	for _, s := range measured {
		fmt.Fprintf(&b, " %s |", s.what)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(measured)) + "\n")
	for _, each := range cases {
		fmt.Fprintf(&b, "| %s |", each.what)
		var released float64
		for _, r := range c.Rows {
			switch {
			case r.Case != each.name:
				continue
			case r.Shape == "released":
				released = r.Ns
				fmt.Fprintf(&b, " %.0f ns", r.Ns)
			default:
				fmt.Fprintf(&b, " %.2f×", r.Ns/released)
			}
			if r.Allocs > 0 {
				fmt.Fprintf(&b, ", %d B", r.Bytes)
			}
			b.WriteString(" |")
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\nzerolog %s, %s, %s, %d processors, the quickest of %d interleaved rounds.\n", c.Zerolog, c.Go, c.System, c.Processors, c.Rounds)
	return b.String()
}
