// truth: leak line 35,37 hard
package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/rcpool/rcpool"
)

type sample struct {
	sensor string
	at     int
	value  float64
}

var samples = rcpool.Pool[sample]{Name: "samples"}

// report builds the latest sample of each sensor and prints them.
func report(feed []sample, after int) []string {
	latest := make(map[string]rcpool.Ref[sample])
	defer func() {
		for _, r := range latest {
			r.Release()
		}
	}()
	for _, s := range feed {
		if s.at <= after {
			continue
		}
		if old, ok := latest[s.sensor]; ok && old.Value().at > s.at {
			continue
		}
		r := samples.Get()
		*r.Value() = s
		latest[s.sensor] = r
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(latest)) {
		v := latest[name].Value()
		out = append(out, fmt.Sprintf("%s=%.1f@%d", name, v.value, v.at))
	}
	return out
}

func main() {
	feed := []sample{
		{"door", 1, 0},
		{"temp", 2, 21.5},
		{"temp", 4, 22},
		{"temp", 3, 21.8},
		{"door", 5, 1},
		{"hum", 6, 40},
	}
	fmt.Println(report(feed, 4))
	fmt.Println(report(feed, 0))
	fmt.Println("in use:", samples.Stats().InUse)
}
