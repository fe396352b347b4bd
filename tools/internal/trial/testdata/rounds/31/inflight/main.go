// truth: correct

// Command inflight keeps an index of the requests that are being served, so
// that operators can list them without holding them up.
package main

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type request struct {
	id    uint64
	route string
	steps []string
	mu    sync.Mutex
}

func (r *request) Reset() {
	r.id, r.route = 0, ""
	clear(r.steps)
	r.steps = r.steps[:0]
}

func (r *request) step(name string) {
	r.mu.Lock()
	r.steps = append(r.steps, name)
	r.mu.Unlock()
}

// An index has references that it does not own: they may be stale.
type index struct {
	mu   sync.Mutex
	weak map[uint64]rcpool.Ref[request]
}

type server struct {
	requests rcpool.Pool[request]
	index    index
	next     uint64
}

// admit begins a request. The caller owns the result; the index only knows it.
func (s *server) admit(route string) rcpool.Ref[request] {
	ref := s.requests.Get()
	s.index.mu.Lock()
	defer s.index.mu.Unlock()
	s.next++
	ref.Value().id, ref.Value().route = s.next, route
	s.index.weak[s.next] = ref
	return ref
}

func (s *server) forget(id uint64) {
	s.index.mu.Lock()
	delete(s.index.weak, id)
	s.index.mu.Unlock()
}

// list describes the live requests.
func (s *server) list() []string {
	s.index.mu.Lock()
	var live []rcpool.Ref[request]
	for id, ref := range s.index.weak {
		held, ok := ref.TryRetain()
		if !ok {
			delete(s.index.weak, id)
			continue
		}
		live = append(live, held)
	}
	s.index.mu.Unlock()

	lines := make([]string, 0, len(live))
	for _, ref := range live {
		r := ref.Value()
		r.mu.Lock()
		lines = append(lines, fmt.Sprintf("%d %s %s", r.id, r.route, strings.Join(r.steps, ">")))
		r.mu.Unlock()
		ref.Release()
	}
	sort.Strings(lines)
	return lines
}

func (s *server) serve(ctx context.Context, route string, work time.Duration, tidy bool) error {
	ref := s.admit(route)
	defer ref.Release()
	r := ref.Value()
	if tidy {
		defer s.forget(r.id)
	}
	r.step("auth")
	stop := ref.AfterFunc(time.Minute, func(r *request) { r.step("slow") })
	defer stop()
	select {
	case <-ctx.Done():
		r.step("cancelled")
		return ctx.Err()
	case <-time.After(work):
		r.step("done")
		return nil
	}
}

func main() {
	s := &server{index: index{weak: make(map[uint64]rcpool.Ref[request])}}
	ctx, cancel := context.WithTimeout(context.Background(), 40*time.Millisecond)
	defer cancel()
	var wg sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		wg.Go(func() {
			errs[i] = s.serve(ctx, fmt.Sprintf("/v%d", i), time.Duration(i)*25*time.Millisecond, i%2 == 0)
		})
	}
	time.Sleep(10 * time.Millisecond)
	fmt.Println("live", len(s.list()) > 0)
	wg.Wait()
	fmt.Println("live at the end", len(s.list()), errs[0], errs[3])
	s.index.weak = nil
}
