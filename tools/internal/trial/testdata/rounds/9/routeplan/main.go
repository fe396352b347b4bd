// truth: correct
package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool"
)

type Stop struct {
	Depot string
	Km    float64
}

type Plan struct {
	Vehicle string
	Stops   []Stop
}

type planner struct {
	plans *rcpool.Pool[Plan]
	maxKm float64
}

func newPlanner(max float64) *planner {
	return &planner{
		maxKm: max,
		plans: &rcpool.Pool[Plan]{
			Name:  "plan",
			Reset: func(p *Plan) { clear(p.Stops); *p = Plan{Stops: p.Stops[:0]} },
			Keep:  func(p *Plan) bool { return cap(p.Stops) <= 64 },
		},
	}
}

// parse reads lines such as "leeds 40.5". The caller owns the plan.
func (p *planner) parse(vehicle, text string) (_ rcpool.Ref[Plan], err error) {
	plan := p.plans.Get()
	defer rcpool.Drop(&plan)
	v := plan.Value()
	v.Vehicle = vehicle
	var total float64
	for n, line := range strings.Split(strings.TrimSpace(text), "\n") {
		depot, dist, ok := strings.Cut(line, " ")
		if !ok {
			return rcpool.Ref[Plan]{}, fmt.Errorf("line %d: no distance", n+1)
		}
		km, err := strconv.ParseFloat(dist, 64)
		if err != nil {
			return rcpool.Ref[Plan]{}, fmt.Errorf("line %d: %w", n+1, err)
		}
		if total += km; total > p.maxKm {
			return rcpool.Ref[Plan]{}, fmt.Errorf("%s: more than %v km", vehicle, p.maxKm)
		}
		v.Stops = append(v.Stops, Stop{depot, km})
	}
	return rcpool.Move(&plan), nil
}

// merge appends b's stops to a. It takes over both plans and hands one back.
func merge(a, b rcpool.Ref[Plan]) rcpool.Ref[Plan] {
	if a.IsZero() {
		return b
	}
	if !b.IsZero() {
		a.Value().Stops = append(a.Value().Stops, b.Value().Stops...)
		b.Release()
	}
	return a
}

func main() {
	p := newPlanner(100)
	var tour rcpool.Ref[Plan]
	for i, text := range []string{"leeds 40.5\nyork 20", "hull x", "bath 101", "ripon 3\nselby 4"} {
		plan, err := p.parse(fmt.Sprint("van ", i), text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		tour = merge(tour, plan)
	}
	fmt.Println(tour.Value().Vehicle, len(tour.Value().Stops))
	rcpool.Drop(&tour)
	rcpool.Drop(&tour)
	fmt.Println(p.plans.Stats().InUse)
}
