// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Profile struct {
	User  string
	Roles []string
}

func (p *Profile) Reset() {
	clear(p.Roles)
	*p = Profile{Roles: p.Roles[:0]}
}

type call struct {
	done    chan struct{}
	waiters int
	profile rcpool.Ref[Profile]
	err     error
}

// A Loader loads each profile once for all who ask at the same time.
type Loader struct {
	mu    sync.Mutex
	calls map[string]*call
	load  func(user string, p *Profile) error
	pool  rcpool.Pool[Profile]
	loads int
}

// Get returns a reference of the caller's own.
func (l *Loader) Get(user string) (rcpool.Ref[Profile], error) {
	l.mu.Lock()
	if c, ok := l.calls[user]; ok {
		c.waiters++
		l.mu.Unlock()
		<-c.done
		return l.take(c)
	}
	c := &call{done: make(chan struct{}), waiters: 1}
	l.calls[user] = c
	l.loads++
	l.mu.Unlock()

	profile := l.pool.Get()
	if err := l.load(user, profile.Value()); err != nil {
		profile.Release()
		c.err = err
	} else {
		c.profile = profile
	}
	l.mu.Lock()
	delete(l.calls, user)
	l.mu.Unlock()
	close(c.done)
	return l.take(c)
}

// take gives a waiter its reference. The last one gets that of the call.
func (l *Loader) take(c *call) (rcpool.Ref[Profile], error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.err != nil {
		return rcpool.Ref[Profile]{}, c.err
	}
	c.waiters--
	if c.waiters == 0 {
		return rcpool.Move(&c.profile), nil
	}
	return c.profile.Retain(), nil
}

var errUnknown = errors.New("unknown user")

func main() {
	l := &Loader{calls: map[string]*call{}}
	l.load = func(user string, p *Profile) error {
		time.Sleep(10 * time.Millisecond)
		if strings.HasPrefix(user, "?") {
			return errUnknown
		}
		p.User = user
		p.Roles = append(p.Roles, "reader", "writer")
		return nil
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	roles, failed := 0, 0
	for i := range 12 {
		wg.Go(func() {
			profile, err := l.Get([]string{"ann", "bob", "?"}[i%3])
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				failed++
				return
			}
			defer profile.Release()
			roles += len(profile.Value().Roles)
		})
	}
	wg.Wait()
	fmt.Println(roles, failed, l.loads >= 3, l.pool.Stats().InUse)
}
