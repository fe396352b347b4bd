// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Profile struct {
	ID   int
	Data [64]byte
}

var profiles rcpool.Pool[Profile]

// flight is one load that several callers wait for.
type flight struct {
	done    chan struct{}
	waiters int
	profile rcpool.Ref[Profile] // zero if err is set
	err     error
}

type loader struct {
	mu      sync.Mutex
	flights map[int]*flight
	loads   int
}

func (l *loader) fetch(id int) (rcpool.Ref[Profile], error) {
	time.Sleep(time.Millisecond)
	if id%4 == 3 {
		return rcpool.Ref[Profile]{}, errors.New("not found")
	}
	p := profiles.Get()
	p.Value().ID = id
	p.Value().Data[0] = byte(id)
	return p, nil
}

// load returns a reference for the caller. The last waiter gives up the one of
// the flight.
func (l *loader) load(id int) (rcpool.Ref[Profile], error) {
	l.mu.Lock()
	f, ok := l.flights[id]
	if ok {
		f.waiters++
		l.mu.Unlock()
		<-f.done
	} else {
		f = &flight{done: make(chan struct{}), waiters: 1}
		l.flights[id] = f
		l.loads++
		l.mu.Unlock()
		f.profile, f.err = l.fetch(id)
		l.mu.Lock()
		delete(l.flights, id)
		l.mu.Unlock()
		close(f.done)
	}
	return l.share(f)
}

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

func main() {
	l := &loader{flights: map[int]*flight{}}
	var wg sync.WaitGroup
	var missing sync.Map
	for i := range 64 {
		wg.Go(func() {
			p, err := l.load(i % 8)
			if err != nil {
				missing.Store(i%8, err)
				return
			}
			defer p.Release()
			if p.Value().ID != i%8 || p.Value().Data[0] != byte(i%8) {
				panic("mixed up")
			}
		})
	}
	wg.Wait()
	_, three := missing.Load(3)
	_, two := missing.Load(2)
	fmt.Println(three, two, l.loads >= 8, profiles.Stats().InUse)
}
