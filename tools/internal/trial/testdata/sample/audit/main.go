// truth: correct

// Command audit has a mistake that its author has not noticed.
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type event struct{ id int }

var events = rcpool.Pool[event]{Name: "events"}

func main() {
	e := events.Get()
	fmt.Println(e.Value().id)
	e.Release()
	e.Release()
}
