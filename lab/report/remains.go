package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/lab/experiment"
)

// Remains writes tables in Markdown of what variants leave to allocate for a request, in bytes and in objects.
func Remains(w io.Writer, all []experiment.Remainder) {
	for _, quantity := range []struct {
		name string
		of   func(experiment.Allocated) float64
	}{
		{"bytes", func(a experiment.Allocated) float64 { return a.Bytes }},
		{"objects", func(a experiment.Allocated) float64 { return a.Objects }},
	} {
		fmt.Fprintf(w, "| %s for a request |", quantity.name)
		for _, r := range all {
			fmt.Fprintf(w, " %s |", r.Variant.Title())
		}
		fmt.Fprintf(w, "\n|---|%s\n", strings.Repeat("---:|", len(all)))
		row := func(name string, of []experiment.Library) {
			fmt.Fprintf(w, "| %s |", name)
			for _, r := range all {
				fmt.Fprintf(w, " %.0f |", quantity.of(r.Sum(of)))
			}
			fmt.Fprintln(w)
		}
		for _, library := range experiment.Libraries {
			row(string(library), []experiment.Library{library})
		}
		row("**all**", experiment.Libraries)
		row("the floor", experiment.Floor)
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "An allocation belongs to the innermost function on its stack that is of one of the libraries. The floor is what gRPC, net/http, go-redis and franz-go allocate by themselves. It depends on how they are called: without copies, go-redis reads entries of the cache into leased blocks.")
	for _, r := range all {
		sum, floor := r.Sum(experiment.Libraries), r.Sum(experiment.Floor)
		fmt.Fprintf(w, "\n- %s: %.0f bytes and %.0f objects above its floor.", r.Variant.Title(), sum.Bytes-floor.Bytes, sum.Objects-floor.Objects)
	}
	fmt.Fprintln(w)
}
