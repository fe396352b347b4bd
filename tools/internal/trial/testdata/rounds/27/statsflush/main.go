// truth: use-after-release line 86 plain

// Statsflush aggregates StatsD lines into a window, and renders the window at
// each flush.
package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type window struct {
	counters map[string]int64
	timers   map[string][]float64
	bad      int
}

var windows = rcpool.Pool[window]{
	Name: "windows",
	New: func() *window {
		return &window{counters: map[string]int64{}, timers: map[string][]float64{}}
	},
	Reset: func(w *window) {
		clear(w.counters)
		clear(w.timers)
		w.bad = 0
	},
}

type aggregator struct {
	current rcpool.Ref[window]
	flushes int
}

func newAggregator() *aggregator { return &aggregator{current: windows.Get()} }

func (a *aggregator) line(text string) {
	w := a.current.Value()
	name, rest, ok := strings.Cut(text, ":")
	value, kind, ok2 := strings.Cut(rest, "|")
	v, err := strconv.ParseFloat(value, 64)
	if !ok || !ok2 || err != nil {
		w.bad++
		return
	}
	switch kind {
	case "c":
		w.counters[name] += int64(v)
	case "ms":
		w.timers[name] = append(w.timers[name], v)
	default:
		w.bad++
	}
}

func render(out *bytes.Buffer, w *window) {
	names := make([]string, 0, len(w.counters))
	for name := range w.counters {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(out, "%s %d\n", name, w.counters[name])
	}
	for name, values := range w.timers {
		fmt.Fprintf(out, "%s max %.1f\n", name, slices.Max(values))
	}
}

func (a *aggregator) flush() error {
	done := a.current
	a.current = windows.Get()
	a.flushes++
	w := done.Value()
	out := stdpool.Buffer()
	defer out.Release()
	render(out.Value(), w)
	done.Release()
	if w.bad > 0 {
		fmt.Fprintf(out.Value(), "bad lines\n")
	}
	_, err := out.Value().WriteTo(os.Stdout)
	return err
}

func (a *aggregator) close() { rcpool.Drop(&a.current) }

func main() {
	a := newAggregator()
	defer a.close()
	for i := range 3 {
		for j := range 4 {
			a.line(fmt.Sprintf("hits.%d:%d|c", j%2, i+j))
		}
		a.line("latency:12.5|ms")
		a.line("garbage")
		if err := a.flush(); err != nil {
			fmt.Println(err)
		}
	}
}
