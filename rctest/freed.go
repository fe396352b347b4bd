package rctest

import (
	"fmt"
	"runtime"
	"testing"
	"time"
)

// AllFreed fails the test if, at its end, the pools have not freed every object
// that they have made, except those that Ref.Detach took out; see
// rcpool.Pool.Free. To find out, it collects garbage until everything is freed or
// some seconds have passed. An object is not freed while it is leased, nor while
// somebody keeps its *T or a stale Ref, and never if its own pointers lead back
// to it.
//
// Call AllFreed first, so that it looks after the cleanup functions of the test
// have run. It works in parallel tests. Do not call it in a test that calls
// [Deterministic], which keeps idle objects.
func AllFreed(t testing.TB, pools ...Pool) {
	t.Helper()
	t.Cleanup(func() {
		t.Helper()
		for start := time.Now(); ; time.Sleep(time.Millisecond) {
			runtime.GC()
			left := unfreed(pools)
			if left == "" {
				return
			}
			if time.Since(start) > grace || t.Failed() {
				t.Errorf("rctest.AllFreed:%s", left)
				return
			}
		}
	})
}

// unfreed says which pools have objects that are not freed, and why that may be.
func unfreed(pools []Pool) (left string) {
	for _, p := range pools {
		s := p.Stats()
		if s.Freed == s.Made {
			continue
		}
		left += fmt.Sprintf("\npool %s has not freed %d of the %d objects that it has made: ", s.Name, s.Made-s.Freed, s.Made)
		if s.InUse > 0 {
			left += fmt.Sprintf("%d are leased", s.InUse)
		} else {
			left += "somebody keeps a *T or a stale Ref, or the pointers of an object lead back to it"
		}
	}
	return left
}
