// Package filledlater has structs that others can find before they get the reference
// that they own.
package filledlater

import (
	"errors"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Profile is loaded once for all callers that ask for it.
type Profile struct{ ID int }

var profiles = rcpool.Pool[Profile]{Name: "profiles"}

var errMissing = errors.New("missing")

type flight struct {
	done    chan struct{}
	waiters int
	profile rcpool.Ref[Profile]
	err     error
}

type loader struct {
	mu      sync.Mutex
	flights map[int]*flight
	started []*flight
	queue   chan *flight
	last    *flight
}

func fetch(id int) (rcpool.Ref[Profile], error) {
	if id < 0 {
		return rcpool.Ref[Profile]{}, errMissing
	}
	p := profiles.Get()
	p.Value().ID = id
	return p, nil
}

// share gives the reference of the flight to the last caller that waited for it.
func (l *loader) share(f *flight) (rcpool.Ref[Profile], error) {
	if f.err != nil {
		return rcpool.Ref[Profile]{}, f.err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if f.waiters--; f.waiters == 0 {
		return rcpool.Move(&f.profile), nil
	}
	return f.profile.Retain(), nil
}
