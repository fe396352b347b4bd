package process

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Group is a set of children that end together. The zero Group is ready to use, by any number of goroutines.
type Group struct {
	mu       sync.Mutex
	children []*Child
	closed   bool
	starting sync.WaitGroup
}

// errClosed is what Start returns once the group is stopped: nothing may start while everything ends.
var errClosed = errors.New("the lab is stopping")

// Start is Start, and the group owns the child.
func (g *Group) Start(ctx context.Context, c Command, ready any) (*Child, error) {
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		return nil, errClosed
	}
	g.starting.Add(1)
	g.mu.Unlock()
	defer g.starting.Done()

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

// Stop stops all children, the last started first, so that services end before what they depend on.
// It tells which had to be killed.
func (g *Group) Stop(grace time.Duration) error {
	var errs []error
	for _, child := range g.close() {
		errs = append(errs, child.Stop(grace))
	}
	g.starting.Wait()
	return errors.Join(errs...)
}

// Kill ends all children at once.
func (g *Group) Kill() {
	var gone sync.WaitGroup
	for _, child := range g.close() {
		gone.Go(child.Kill)
	}
	gone.Wait()
}

// close takes the children out of the group, the last started first, and lets no more in.
func (g *Group) close() []*Child {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	last := make([]*Child, 0, len(g.children))
	for i := len(g.children) - 1; i >= 0; i-- {
		last = append(last, g.children[i])
	}
	return last
}
