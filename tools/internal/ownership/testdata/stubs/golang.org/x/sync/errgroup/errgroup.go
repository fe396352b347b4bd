// Package errgroup has the API of golang.org/x/sync/errgroup, enough to
// analyze and to run the code that uses it.
package errgroup

import (
	"context"
	"sync"
)

// A Group runs goroutines and collects their first error.
type Group struct {
	cancel context.CancelCauseFunc
	wg     sync.WaitGroup
	slots  chan struct{}
	once   sync.Once
	err    error
}

// WithContext returns a Group whose context ends with the first error, or when
// Wait returns.
func WithContext(ctx context.Context) (*Group, context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	return &Group{cancel: cancel}, ctx
}

// Wait waits for all goroutines of the group and returns their first error.
func (g *Group) Wait() error {
	g.wg.Wait()
	if g.cancel != nil {
		g.cancel(g.err)
	}
	return g.err
}

// Go runs f in a goroutine of the group, once the limit allows it.
func (g *Group) Go(f func() error) {
	if g.slots != nil {
		g.slots <- struct{}{}
	}
	g.start(f)
}

// TryGo runs f in a goroutine of the group unless the limit is reached.
func (g *Group) TryGo(f func() error) bool {
	if g.slots != nil {
		select {
		case g.slots <- struct{}{}:
		default:
			return false
		}
	}
	g.start(f)
	return true
}

// SetLimit bounds the number of goroutines of the group; negative: no bound.
func (g *Group) SetLimit(n int) {
	if n < 0 {
		g.slots = nil
		return
	}
	g.slots = make(chan struct{}, n)
}

func (g *Group) start(f func() error) {
	g.wg.Go(func() {
		defer g.done()
		if err := f(); err != nil {
			g.once.Do(func() {
				g.err = err
				if g.cancel != nil {
					g.cancel(err)
				}
			})
		}
	})
}

func (g *Group) done() {
	if g.slots != nil {
		<-g.slots
	}
}
