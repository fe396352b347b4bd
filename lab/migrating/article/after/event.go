// Package after is the same with a Pool.
package after

import "github.com/rcpool/rcpool"

type Event struct {
	User string `json:"user"`
}

var events = rcpool.Pool[Event]{Name: "events"}

func Handle(user string, publish func(*Event)) string {
	event := events.Get()
	defer event.Release()

	event.Value().User = user
	event.Go(publish) // retains, runs, releases
	return "hello " + event.Value().User
}
