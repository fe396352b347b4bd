// truth: correct

// Command inflight answers calls over a fake transport, and has an admin view
// of the calls that are in flight. The view does not own them.
package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Call struct {
	ID      uint64
	Method  string
	Args    []byte
	Started time.Time
}

func (c *Call) Reset() {
	*c = Call{Args: c.Args[:0]}
}

type Registry struct {
	mu    sync.Mutex
	calls map[uint64]rcpool.Ref[Call] // not owned: see Peek
}

func (r *Registry) enter(call *rcpool.Ref[Call]) (leave func()) {
	id := call.Value().ID
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls[id] = *call
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.calls, id)
	}
}

// Peek returns a reference for the caller, if the call is still in flight.
func (r *Registry) Peek(id uint64) (rcpool.Ref[Call], bool) {
	r.mu.Lock()
	call := r.calls[id]
	r.mu.Unlock()
	return call.TryRetain()
}

func (r *Registry) ids() (ids []uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id := range r.calls {
		ids = append(ids, id)
	}
	return ids
}

type Server struct {
	pool     rcpool.Pool[Call]
	inFlight Registry
	handlers map[string]func(context.Context, []byte) (string, error)
}

func (s *Server) Serve(ctx context.Context, id uint64, method, args string) (string, error) {
	call := s.pool.Get()
	defer call.Release()
	c := call.Value()
	c.ID, c.Method, c.Started = id, method, time.Now()
	c.Args = append(c.Args, args...)
	defer s.inFlight.enter(&call)()

	h, ok := s.handlers[method]
	if !ok {
		return "", fmt.Errorf("call %d: no method %s", id, method)
	}
	return h(ctx, c.Args)
}

// Describe lists the calls that have been in flight for at least d.
func (s *Server) Describe(d time.Duration) (lines []string) {
	for _, id := range s.inFlight.ids() {
		call, ok := s.inFlight.Peek(id)
		if !ok {
			continue
		}
		if c := call.Value(); time.Since(c.Started) >= d {
			lines = append(lines, fmt.Sprintf("#%d %s %q", c.ID, c.Method, c.Args))
		}
		call.Release()
	}
	return lines
}

func main() {
	hold := make(chan struct{})
	s := &Server{
		inFlight: Registry{calls: make(map[uint64]rcpool.Ref[Call])},
		handlers: map[string]func(context.Context, []byte) (string, error){
			"echo": func(_ context.Context, args []byte) (string, error) { return string(args), nil },
			"wait": func(ctx context.Context, args []byte) (string, error) {
				select {
				case <-hold:
					return "held " + string(args), nil
				case <-ctx.Done():
					return "", ctx.Err()
				}
			},
		},
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var wg sync.WaitGroup
	for i, method := range []string{"echo", "wait", "nope"} {
		wg.Go(func() {
			out, err := s.Serve(ctx, uint64(i), method, fmt.Sprint("arg", i))
			fmt.Println(len(out) > 0, err)
		})
	}
	for len(s.Describe(time.Millisecond)) == 0 {
		time.Sleep(time.Millisecond)
	}
	fmt.Println(s.Describe(0))
	close(hold)
	wg.Wait()
	fmt.Println(s.Describe(0))
}
