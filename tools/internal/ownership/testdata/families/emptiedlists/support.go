// Package emptiedlists has methods that release some elements of a list, and return early if
// none is left.
package emptiedlists

import (
	"bytes"
	"sync"

	"github.com/rcpool/rcpool"
)

type Ticket struct{ Since, Rank int }

var tickets = rcpool.Pool[Ticket]{Name: "tickets"}

func get(since int) rcpool.Ref[Ticket] {
	t := tickets.Get()
	t.Value().Since = since
	return t
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
