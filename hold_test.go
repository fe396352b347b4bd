package rcpool_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/watch"
)

// A goroutine that has a reference of its own is no suspect when somebody keeps a
// pointer. Its stack tells.
func TestHold_IsOnTheStack(t *testing.T) {
	done, cancel := context.WithCancel(context.Background())
	cancel()
	var p rcpool.Pool[message]
	r := p.Get()
	defer r.Release()
	for name, call := range map[string]func(func(*message)){
		"Hold":      func(f func(*message)) { go r.Hold(f)() },
		"Go":        r.Go,
		"AfterFunc": func(f func(*message)) { r.AfterFunc(0, f) },
		"AfterDone": func(f func(*message)) { r.AfterDone(done, f) },
	} {
		t.Run(name, func(t *testing.T) {
			found := make(chan bool)
			call(func(*message) {
				pcs := make([]uintptr, 10)
				frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
				for more := true; more; {
					var frame runtime.Frame
					frame, more = frames.Next()
					if watch.GivesReference(frame.Function) {
						found <- true
						return
					}
				}
				found <- false
			})
			if !<-found {
				t.Error("nothing on the stack tells")
			}
		})
	}
}
