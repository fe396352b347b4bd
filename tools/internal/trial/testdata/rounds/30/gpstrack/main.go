// truth: use-after-release line 69 plain

// Command gpstrack parses positions of vehicles and keeps the distance that
// each one has covered.
package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool"
)

type fix struct {
	vehicle  string
	lat, lon float64
	sats     int
}

var fixes = rcpool.Pool[fix]{Name: "gps.fixes"}

type position struct{ lat, lon float64 }

type tracker struct {
	last    map[string]position
	covered map[string]float64
	weak    int
}

func parse(line string) (rcpool.Ref[fix], error) {
	parts := strings.Split(line, ",")
	if len(parts) != 4 {
		return rcpool.Ref[fix]{}, fmt.Errorf("%q: want 4 fields", line)
	}
	ref := fixes.Get()
	f := ref.Value()
	f.vehicle = parts[0]
	var err error
	if f.lat, err = strconv.ParseFloat(parts[1], 64); err == nil {
		if f.lon, err = strconv.ParseFloat(parts[2], 64); err == nil {
			f.sats, err = strconv.Atoi(parts[3])
		}
	}
	if err != nil {
		ref.Release()
		return rcpool.Ref[fix]{}, err
	}
	return ref, nil
}

func (t *tracker) feed(line string) error {
	ref, err := parse(line)
	if err != nil {
		return err
	}
	f := ref.Value()
	if f.sats < 4 {
		t.weak++
		ref.Release()
		return nil
	}
	here := position{f.lat, f.lon}
	before, known := t.last[f.vehicle]
	t.last[f.vehicle] = here
	ref.Release()
	if known {
		t.covered[f.vehicle] += distance(before, here)
	}
	return nil
}

func distance(a, b position) float64 {
	const degree = 111.2
	mean := (a.lat + b.lat) / 2 * math.Pi / 180
	return degree * math.Hypot(b.lat-a.lat, (b.lon-a.lon)*math.Cos(mean))
}

func main() {
	t := &tracker{last: map[string]position{}, covered: map[string]float64{}}
	for _, line := range []string{
		"van,52.50,13.40,7", "bus,48.10,11.50,3", "van,52.51,13.42,8",
		"van,x,13.42,8", "bus,48.10", "bus,48.11,11.50,5",
	} {
		if err := t.feed(line); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(len(t.covered), t.weak)
}
