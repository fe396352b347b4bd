// Command event has a type whose Reset rcgen writes.
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

//go:generate rcgen -type event

type event struct {
	Name string
	Tags []string
}

var events = rcpool.Pool[event]{Name: "events"}

func main() {
	e := event{Name: "login", Tags: make([]string, 1, 8)}
	e.Reset()
	fmt.Printf("%q %d %d\n", e.Name, len(e.Tags), cap(e.Tags))
	lease := events.Get()
	lease.Release()
}
