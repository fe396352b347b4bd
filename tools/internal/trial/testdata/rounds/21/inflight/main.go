// truth: correct
package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

// Call is a request that the gateway is working on.
type Call struct {
	ID      int
	Route   string
	Started time.Time
	killed  atomic.Bool
}

func (c *Call) Reset() {
	c.ID, c.Route, c.Started = 0, "", time.Time{}
	c.killed.Store(false)
}

var calls = rcpool.Pool[Call]{Name: "calls"}

// table lists the calls in flight. It does not own them: a call may end while
// somebody looks at the list.
type table struct {
	mu    sync.Mutex
	calls map[int]rcpool.Ref[Call]
	next  int
}

// start enters a new call. The caller owns the reference.
func (t *table) start(route string) rcpool.Ref[Call] {
	ref := calls.Get()
	c := ref.Value()
	c.Route, c.Started = route, time.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.next++
	c.ID = t.next
	t.calls[c.ID] = ref
	return ref
}

func (t *table) end(id int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.calls, id)
}

// find returns a reference to a call, if it has not ended yet.
func (t *table) find(id int) (rcpool.Ref[Call], bool) {
	t.mu.Lock()
	ref := t.calls[id]
	t.mu.Unlock()
	return ref.TryRetain()
}

func (t *table) kill(id int) bool {
	ref, ok := t.find(id)
	if !ok {
		return false
	}
	defer ref.Release()
	ref.Value().killed.Store(true)
	return true
}

// routes counts the calls of each route.
func (t *table) routes() map[string]int {
	t.mu.Lock()
	refs := make([]rcpool.Ref[Call], 0, len(t.calls))
	for _, ref := range t.calls {
		if own, ok := ref.TryRetain(); ok {
			refs = append(refs, own)
		}
	}
	t.mu.Unlock()
	counts := map[string]int{}
	for _, ref := range refs {
		counts[ref.Value().Route]++
		ref.Release()
	}
	return counts
}

func handle(ctx context.Context, t *table, route string, started chan<- int) (killed bool) {
	call := t.start(route)
	c := call.Value()
	id := c.ID
	defer t.end(id)
	defer call.Release()
	started <- id
	for !c.killed.Load() {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(time.Millisecond):
		}
	}
	return true
}

func main() {
	t := &table{calls: map[int]rcpool.Ref[Call]{}}
	ctx, cancel := context.WithCancel(context.Background())
	started := make(chan int)
	var wg sync.WaitGroup
	var killed atomic.Int64
	for i := range 6 {
		route := []string{"/users", "/orders"}[i%2]
		wg.Go(func() {
			if handle(ctx, t, route, started) {
				killed.Add(1)
			}
		})
	}
	var ids []int
	for range 6 {
		ids = append(ids, <-started)
	}
	fmt.Println(t.routes())
	for _, id := range ids[:2] {
		t.kill(id)
	}
	for killed.Load() < 2 {
		time.Sleep(time.Millisecond)
	}
	fmt.Println(t.kill(ids[0]), t.kill(1000))
	cancel()
	wg.Wait()
	fmt.Println(killed.Load(), t.routes(), len(t.calls))
}
