package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool/lab/internal/figure"
)

// fleet writes what the service of the lab needs on each of so many machines that share so many requests a second,
// computed from what a request took in the experiment.
func (r results) fleet(rate, machines float64) (string, error) {
	lab, err := r.experiment("lab")
	if err != nil {
		return "", err
	}
	each := rate / machines
	var text strings.Builder
	fmt.Fprintf(&text, "| each machine, %s requests/s |", figure.Digits(each))
	for _, v := range lab.Variants {
		fmt.Fprintf(&text, " %s |", v.Title())
	}
	text.WriteString("\n|---|" + strings.Repeat("---:|", len(lab.Variants)) + "\n")
	for _, row := range []struct {
		key, name, unit string
		requests        float64 // that the figure is for
	}{
		{"cpu", "processors", "", 1000},
		{"bytes", "allocated in a second", figure.Bytes, 1},
		{"objects", "objects allocated in a second", figure.Allocs, 1},
		{"gc", "garbage collections in a second", "", 1000},
	} {
		fmt.Fprintf(&text, "| %s |", row.name)
		for _, v := range lab.Variants {
			value, err := lab.Value(row.key, v)
			if err != nil {
				return "", err
			}
			value *= each / row.requests
			if row.unit == "" {
				fmt.Fprintf(&text, " %s |", figure.Digits(value))
			} else {
				fmt.Fprintf(&text, " %s |", figure.Quantity(value, row.unit))
			}
		}
		text.WriteString("\n")
	}
	leases := lab.Leases()
	if leases == 0 {
		return "", errors.New("lab has no pools")
	}
	lease, err := r.median("core", "Lease", "rcpool", figure.Seconds)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&text, "\nWith rcpool, a request leases %s objects. So there are %s leases a second on each machine, and %s million on all. One takes %s, so they take %s of one processor of each machine.\n",
		figure.Digits(leases), figure.Digits(leases*each), figure.Digits(leases*rate/1e6), figure.Quantity(lease.Median, figure.Seconds), figure.Quantity(leases*each*lease.Median, figure.Share))
	return text.String(), nil
}
