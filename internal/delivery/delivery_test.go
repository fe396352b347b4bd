package delivery

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
)

func flush(t *testing.T, q *queue) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := q.flush(ctx); err != nil {
		t.Fatal(err)
	}
}

func TestCall_DeliversInOrder(t *testing.T) {
	var q queue
	var got []int
	for i := range most {
		q.add(func(int) { got = append(got, i) })
		runtime.Gosched()
	}
	flush(t, &q)
	if len(got) != most || !slices.IsSorted(got) {
		t.Errorf("got %v", got)
	}
}

// A caller that holds a lock that the function needs is not blocked.
func TestCall_DoesNotBlock(t *testing.T) {
	var q queue
	var mu sync.Mutex
	total := 0
	mu.Lock()
	for range 10 * most {
		q.add(func(missed int) {
			mu.Lock()
			defer mu.Unlock()
			total += 1 + missed
		})
	}
	late, cancel := context.WithCancel(t.Context())
	cancel()
	if q.flush(late) != context.Canceled {
		t.Error("delivered while the receiver was waiting for a lock")
	}
	mu.Unlock()
	flush(t, &q)
	q.add(func(missed int) { total += 1 + missed })
	flush(t, &q)
	if want := 10*most + 1; total != want {
		t.Errorf("%d calls were made or counted as missed, want %d", total, want)
	}
}

func TestCall_GoroutineEnds(t *testing.T) {
	var q queue
	for _, f := range []func(int){func(int) {}, func(int) { runtime.Goexit() }, func(int) {}} {
		q.add(f)
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
