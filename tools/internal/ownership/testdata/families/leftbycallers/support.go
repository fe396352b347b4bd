package leftbycallers

import (
	"sync"

	"github.com/rcpool/rcpool"
)

type Event struct{ Text string }

var events rcpool.Pool[Event]

func event(text string) rcpool.Ref[Event] {
	ref := events.Get()
	ref.Value().Text = text
	return ref
}

var blocks = sync.Pool{New: func() any { return new([]byte) }}
