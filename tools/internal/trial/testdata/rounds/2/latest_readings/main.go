// truth: leak line 34,40 hard
package main

import (
	"fmt"
	"sort"
	"time"

	"github.com/rcpool/rcpool"
)

type Reading struct {
	Sensor  string
	At      time.Duration
	Celsius float64
}

var readings = rcpool.Pool[Reading]{Name: "readings"}

func receive(feed []Reading) <-chan rcpool.Ref[Reading] {
	out := make(chan rcpool.Ref[Reading], len(feed))
	defer close(out)
	for _, f := range feed {
		r := readings.Get()
		*r.Value() = f
		out <- r
	}
	return out
}

// summarize returns one line for each sensor, with its latest reading.
func summarize(in <-chan rcpool.Ref[Reading]) []string {
	latest := make(map[string]rcpool.Ref[Reading])
	for r := range in {
		sensor := r.Value().Sensor
		if old, ok := latest[sensor]; ok && old.Value().At > r.Value().At {
			r.Release()
			continue
		}
		latest[sensor] = r
	}
	var out []string
	for sensor, r := range latest {
		out = append(out, fmt.Sprintf("%s %.1f", sensor, r.Value().Celsius))
		r.Release()
	}
	sort.Strings(out)
	return out
}

func main() {
	for _, line := range summarize(receive([]Reading{
		{"attic", 1 * time.Second, 31.5},
		{"cellar", 2 * time.Second, 12},
		{"attic", 3 * time.Second, 30},
		{"cellar", 1 * time.Second, 11},
		{"attic", 2 * time.Second, 30.5},
	})) {
		fmt.Println(line)
	}
	fmt.Println("open leases:", readings.Stats().InUse)
}
