package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/rcpool/rcpool/lab/traffic"
)

// Attack writes what a load measured in the layout that vegeta had before its version 12 and that the article of 2017
// about reference counted pools printed.
func Attack(w io.Writer, r traffic.Result) error {
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	l := r.Latency
	fmt.Fprintf(table, "Requests\t[total, rate]\t%d, %.2f\n", r.Requests, r.Rate())
	fmt.Fprintf(table, "Duration\t[total, attack, wait]\t%v, %v, %v\n", round(r.Attack+r.Wait), round(r.Attack), round(r.Wait))
	fmt.Fprintf(table, "Latencies\t[mean, 50, 95, 99, max]\t%v, %v, %v, %v, %v\n",
		round(l.Mean()), round(l.Quantile(0.50)), round(l.Quantile(0.95)), round(l.Quantile(0.99)), round(l.Max()))
	fmt.Fprintf(table, "Bytes In\t[total, mean]\t%d, %.2f\n", r.BytesIn, mean(r.BytesIn, r.Requests))
	fmt.Fprintf(table, "Bytes Out\t[total, mean]\t%d, %.2f\n", r.BytesOut, mean(r.BytesOut, r.Requests))
	fmt.Fprintf(table, "Success\t[ratio]\t%.2f%%\n", 100*r.Success())
	fmt.Fprintf(table, "Status Codes\t[code:count]\t%s\n", strings.Join(codes(r.Codes), "  "))
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, strings.Join(append([]string{"Error Set:"}, slices.Sorted(maps.Keys(r.Errors))...), "\n"))
	return err
}

func codes(counts map[string]int) []string {
	var all []string
	for _, code := range slices.SortedFunc(maps.Keys(counts), byNumber) {
		all = append(all, code+":"+strconv.Itoa(counts[code]))
	}
	return all
}

func byNumber(a, b string) int {
	x, _ := strconv.Atoi(a)
	y, _ := strconv.Atoi(b)
	return x - y
}

func mean(total uint64, n int) float64 {
	if n == 0 {
		return 0
	}
	return float64(total) / float64(n)
}

// round drops digits that nobody reads: to the next smaller unit, as vegeta does.
func round(d time.Duration) time.Duration {
	for unit := time.Second; unit > 1; unit /= 1000 {
		if d >= unit {
			return d.Round(unit / 1000)
		}
	}
	return d
}
