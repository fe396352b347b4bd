// Package hold has work that holds references of its own: Hold, Go, With,
// TryRetain.
package hold

import (
	"github.com/rcpool/rcpool"
)

// An Alarm goes off later.
type Alarm struct {
	ID    int
	Level int
}

var alarms = rcpool.Pool[Alarm]{Name: "alarms"}

func ring(*Alarm) {}

var loudest *Alarm

// A panel lists alarms that it does not own.
type panel struct {
	seen  map[int]rcpool.Ref[Alarm]
	hooks []func()
}
