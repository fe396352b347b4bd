// Package cutunseen has lists that own what is in them. A function makes room in one, or drops an
// element, and has not looked at what it takes off.
package cutunseen

import "github.com/rcpool/rcpool"

type Sample struct {
	No    int
	Value float64
}

var samples = rcpool.Pool[Sample]{Name: "samples"}

func get(no int) rcpool.Ref[Sample] {
	s := samples.Get()
	s.Value().No = no
	return s
}
