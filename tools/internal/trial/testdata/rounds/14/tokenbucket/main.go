// truth: correct

// Command tokenbucket delays jobs of a tenant until the rate limiter lets them pass.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type job struct {
	Tenant string
	Cost   int
	Args   []string
}

func (j *job) Reset() {
	clear(j.Args)
	*j = job{Args: j.Args[:0]}
}

var jobs = rcpool.Pool[job]{Name: "jobs"}

type parked struct {
	cost int
	run  func()
}

type bucket struct {
	mu     sync.Mutex
	tokens int
	burst  int
	queue  []parked
}

// submit runs f now or when there are tokens. The caller keeps its reference.
func (b *bucket) submit(ref *rcpool.Ref[job], f func(*job)) {
	b.mu.Lock()
	j := ref.Value()
	if len(b.queue) > 0 || j.Cost > b.tokens {
		b.queue = append(b.queue, parked{j.Cost, ref.Hold(f)})
		b.mu.Unlock()
		return
	}
	b.tokens -= j.Cost
	b.mu.Unlock()
	f(j)
}

func (b *bucket) refill(n int) (ran int) {
	b.mu.Lock()
	b.tokens = min(b.tokens+n, b.burst)
	var ready []parked
	for len(b.queue) > 0 && b.queue[0].cost <= b.tokens {
		b.tokens -= b.queue[0].cost
		ready = append(ready, b.queue[0])
		b.queue = b.queue[1:]
	}
	b.mu.Unlock()
	for _, p := range ready {
		p.run()
	}
	return len(ready)
}

// Close runs what is still parked, whatever it costs.
func (b *bucket) Close() {
	b.mu.Lock()
	rest := b.queue
	b.queue = nil
	b.mu.Unlock()
	var wg sync.WaitGroup
	for _, p := range rest {
		wg.Go(p.run)
	}
	wg.Wait()
}

type server struct {
	limits map[string]*bucket
	mu     sync.Mutex
	done   map[string]int
}

func (s *server) finish(j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done[j.Tenant] += len(j.Args)
}

func (s *server) handle(tenant string, args ...string) error {
	b, ok := s.limits[tenant]
	if !ok {
		return fmt.Errorf("unknown tenant %s", tenant)
	}
	ref := jobs.Get()
	defer ref.Release()
	j := ref.Value()
	j.Tenant, j.Cost = tenant, len(args)
	j.Args = append(j.Args, args...)
	b.submit(&ref, s.finish)
	return nil
}

func main() {
	s := &server{done: map[string]int{}, limits: map[string]*bucket{"a": {tokens: 2, burst: 3}, "b": {burst: 1}}}
	for _, err := range []error{
		s.handle("a", "x", "y"), s.handle("a", "z"), s.handle("a", "1", "2", "3"),
		s.handle("b", "late"), s.handle("c"),
	} {
		if err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(s.done["a"], s.limits["a"].refill(2), s.done["a"])
	for _, b := range s.limits {
		b.Close()
	}
	fmt.Println(s.done)
}
