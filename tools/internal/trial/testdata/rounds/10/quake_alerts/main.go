// truth: use-after-release line 49 plain
package main

import (
	"fmt"
	"math"

	"github.com/rcpool/rcpool"
)

type Event struct {
	Station   string
	Magnitude float64
	Samples   []float64
}

func (e *Event) Reset() { *e = Event{Samples: e.Samples[:0]} }

type Detector struct {
	events    rcpool.Pool[Event]
	threshold float64
	alerts    []string
	quiet     int
}

func (d *Detector) magnitude(samples []float64) float64 {
	var peak float64
	for _, s := range samples {
		peak = math.Max(peak, math.Abs(s))
	}
	if peak == 0 {
		return 0
	}
	return math.Log10(peak)
}

func (d *Detector) Observe(station string, samples ...float64) {
	ref := d.events.Get()
	event := ref.Value()
	event.Station = station
	event.Samples = append(event.Samples, samples...)
	event.Magnitude = d.magnitude(event.Samples)
	strong := event.Magnitude >= d.threshold
	ref.Release()
	if !strong {
		d.quiet++
		return
	}
	d.alerts = append(d.alerts, "quake near "+event.Station)
}

func main() {
	d := &Detector{threshold: 4}
	d.Observe("KBS", 10, -200, 30)
	d.Observe("TRO", 15000, -90000)
	d.Observe("HAM", 0)
	for _, a := range d.alerts {
		fmt.Printf("%q\n", a)
		if a != "quake near TRO" {
			panic("alert without a station")
		}
	}
	fmt.Println(d.quiet)
}
