package delivery

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
)

const most = 100

func flush(t *testing.T, q *Queue) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := q.Flush(ctx); err != nil {
		t.Fatal(err)
	}
}

func TestCall_DeliversInOrder(t *testing.T) {
	q := Queue{Most: most}
	var got []int
	for i := range most {
		q.Call(func(int) { got = append(got, i) })
		runtime.Gosched()
	}
	flush(t, &q)
	if len(got) != most || !slices.IsSorted(got) {
		t.Errorf("got %v", got)
	}
}

// A caller that holds a lock that the function needs is not blocked.
func TestCall_DoesNotBlock(t *testing.T) {
	q := Queue{Most: most}
	var mu sync.Mutex
	total := 0
	mu.Lock()
	for range 10 * most {
		q.Call(func(missed int) {
			mu.Lock()
			defer mu.Unlock()
			total += 1 + missed
		})
	}
	late, cancel := context.WithCancel(t.Context())
	cancel()
	if q.Flush(late) != context.Canceled {
		t.Error("delivered while the receiver was waiting for a lock")
	}
	mu.Unlock()
	flush(t, &q)
	q.Call(func(missed int) { total += 1 + missed })
	flush(t, &q)
	if want := 10*most + 1; total != want {
		t.Errorf("%d calls were made or counted as missed, want %d", total, want)
	}
}

func TestCall_GoroutineEnds(t *testing.T) {
	q := Queue{Most: most}
	for _, f := range []func(int){func(int) {}, func(int) { runtime.Goexit() }, func(int) {}} {
		q.Call(f)
	}
	flush(t, &q)
	for start := time.Now(); ; runtime.Gosched() {
		q.mu.Lock()
		running := q.running
		q.mu.Unlock()
		if !running {
			return
		}
		if time.Since(start) > time.Minute {
			t.Fatal("the goroutine goes on when there is nothing to do")
		}
	}
}

func TestQueue_TakesAnyNumberOfCalls(t *testing.T) {
	var q Queue
	hold := make(chan bool)
	q.Call(func(int) { <-hold })
	calls, missed := 0, 0
	for range 10 * most {
		q.Call(func(m int) { calls++; missed += m })
	}
	close(hold)
	flush(t, &q)
	if calls != 10*most || missed != 0 {
		t.Errorf("%d of %d calls were made, %d missed", calls, 10*most, missed)
	}
}
