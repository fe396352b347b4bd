package process

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Group is a set of children that end together. The zero Group is ready to use, by any number of goroutines.
type Group struct {
	mu       sync.Mutex
	children []*Child
	closed   bool
}

// errClosed is what Start returns once the group is killed: nothing may start while everything ends.
var errClosed = errors.New("the lab is stopping")

// Start is Start, and the group owns the child.
func (g *Group) Start(ctx context.Context, c Command, ready any) (*Child, error) {
	g.mu.Lock()
	closed := g.closed
	g.mu.Unlock()
	if closed {
		return nil, errClosed
	}
	child, err := Start(ctx, c, ready)
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		child.Kill()
		return nil, errClosed
	}
	g.children = append(g.children, child)
	return child, nil
}

// Watch returns a context that ends when one of the children started so far ends unasked;
// its cause is then that child's *Death. The caller must call cancel.
func (g *Group) Watch(parent context.Context) (ctx context.Context, cancel context.CancelFunc) {
	ctx, cause := context.WithCancelCause(parent)
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, child := range g.children {
		go func() {
			select {
			case <-child.Done():
				if death := child.Died(); death != nil {
					cause(death)
				}
			case <-ctx.Done():
			}
		}()
	}
	return ctx, func() { cause(nil) }
}

// Renew stops all children, the last started first, so that services end before what they depend on. Others may be
// started afterwards, unless the group is killed. It tells which had to be killed, and must not run beside a Start.
func (g *Group) Renew(grace time.Duration) error {
	var errs []error
	for _, child := range g.last(false) {
		errs = append(errs, child.Stop(grace))
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.children = nil // only now: a Kill meanwhile still finds them
	return errors.Join(errs...)
}

// Kill ends all children at once, for good: nothing can be started any more.
func (g *Group) Kill() {
	var gone sync.WaitGroup
	for _, child := range g.last(true) {
		gone.Go(child.Kill)
	}
	gone.Wait()
}

// last returns the children, the last started first, and may let no more in.
func (g *Group) last(closing bool) []*Child {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = g.closed || closing
	backwards := slices.Clone(g.children)
	slices.Reverse(backwards)
	return backwards
}
