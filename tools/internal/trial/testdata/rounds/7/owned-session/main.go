// truth: correct

// Command owned-session has sessions whose Close may be called by whoever
// notices the end first, and again by everybody else.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

// owned makes one reference closeable any number of times.
type owned[T any] struct {
	mu  sync.Mutex
	ref rcpool.Ref[T]
}

func own[T any](ref rcpool.Ref[T]) *owned[T] { return &owned[T]{ref: ref} }

var errClosed = errors.New("closed")

// use calls f with the object, unless o is closed.
func (o *owned[T]) use(f func(*T)) error {
	o.mu.Lock()
	if o.ref.IsZero() {
		o.mu.Unlock()
		return errClosed
	}
	ref := o.ref.Retain()
	o.mu.Unlock()
	defer ref.Release()
	f(ref.Value())
	return nil
}

func (o *owned[T]) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	rcpool.Drop(&o.ref)
	return nil
}

type state struct {
	mu    sync.Mutex
	vars  map[string]string
	reads int
}

var states = rcpool.Pool[state]{
	Name: "states",
	New:  func() *state { return &state{vars: make(map[string]string)} },
	Reset: func(s *state) {
		clear(s.vars)
		s.reads = 0
	},
}

type session struct{ *owned[state] }

func open(user string) session {
	ref := states.Get()
	ref.Value().vars["user"] = user
	return session{own(ref)}
}

func (s session) lookup(name string) (value string, err error) {
	err = s.use(func(v *state) {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.reads++
		value = v.vars[name]
	})
	return
}

func main() {
	s := open("ann")
	defer s.Close()
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			for n := range 20 {
				if _, err := s.lookup("user"); errors.Is(err, errClosed) {
					return
				}
				if n == 10+i {
					s.Close()
				}
			}
		})
	}
	wg.Wait()
	_, err := s.lookup("user")
	fmt.Println(err)
}
