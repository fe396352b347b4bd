// Package compared has references by which callbacks tell whether they are meant.
package compared

import (
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Typing struct {
	User string
	Keys int
}

var typings = rcpool.Pool[Typing]{Name: "typings"}

type indicator struct {
	ref  rcpool.Ref[Typing]
	stop func() bool
}

type channel struct {
	mu     sync.Mutex
	active map[string]indicator
	ttl    time.Duration
}

func (c *channel) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for user, ind := range c.active {
		ind.stop()
		ind.ref.Release()
		delete(c.active, user)
	}
}
