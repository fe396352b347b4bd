// truth: double-release line 43,49,54 hard
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Aircraft struct {
	Tail  string
	Hours int
}

var fleet = rcpool.Pool[Aircraft]{Name: "aviation.fleet"}

// A leg owns the aircraft that flies it.
type leg struct {
	from, to string
	plane    rcpool.Ref[Aircraft]
}

func (l *leg) fly(hours int) error {
	a := l.plane.Value()
	if a.Hours += hours; a.Hours > 12 {
		return errors.New(a.Tail + " is due for a check")
	}
	return nil
}

func (l *leg) end() { l.plane.Release() }

type roundTrip struct {
	out, back *leg
}

func plan(tail, from, to string) *roundTrip {
	plane := fleet.Get()
	plane.Value().Tail = tail
	return &roundTrip{
		out:  &leg{from: from, to: to, plane: plane},
		back: &leg{from: to, to: from, plane: plane},
	}
}

func (t *roundTrip) end() {
	t.out.end()
	t.back.end()
}

func operate(tail string, hours int) error {
	trip := plan(tail, "MUC", "KEF")
	defer trip.end()
	if err := trip.out.fly(hours); err != nil {
		return err
	}
	return trip.back.fly(hours)
}

func main() {
	fmt.Println(operate("D-AIQA", 4))
	fmt.Println(operate("D-AIQB", 9))
}
