package watch

import (
	"testing"

	"github.com/rcpool/rcpool/internal/goroutine"
)

// A lease of these functions is over, and its object is still reachable.
var handler = inquiry{[]string{"main.handle", "main.(*queue).drain"}}

func TestInquiry_Suspects(t *testing.T) {
	calls := func(functions ...string) (all []goroutine.Call) {
		for _, f := range functions {
			all = append(all, goroutine.Call{Function: f})
		}
		return all
	}
	of := func(creator string, state string, functions ...string) goroutine.Goroutine {
		return goroutine.Goroutine{State: state, Calls: calls(functions...), Creator: goroutine.Call{Function: creator}}
	}
	for _, test := range []struct {
		name            string
		g               goroutine.Goroutine
		suspect, waited bool
	}{
		{"started with go", of("main.handle", "sleep", "time.Sleep", "main.publish"), true, true},
		{"started, and at work", of("main.handle", "runnable", "main.publish"), true, false},
		{"started by a literal", of("main.handle.func1", "chan send", "main.publish"), true, true},
		{"a literal that WaitGroup.Go runs", of("sync.(*WaitGroup).Go", "sleep", "time.Sleep", "main.handle.func1", "sync.(*WaitGroup).Go.func1"), true, true},
		{"in the function", of("net/http.(*Server).Serve", "IO wait", "net.read", "main.handle"), true, false},
		{"in a literal that the function calls", of("main.main", "select", "main.handle.func2", "main.handle"), true, false},
		{"in a literal of one function that another calls", of("main.main", "select", "main.handle.func2", "main.(*queue).drain"), true, false},
		{"another", of("main.main", "sleep", "main.tick"), false, false},
		{"with a similar name", of("main.handleAll", "sleep", "main.handleAll.func1"), false, false},
		{"with a reference of its own", of("github.com/rcpool/rcpool.Ref[main.Event].Go", "sleep", "main.handle.func1", "github.com/rcpool/rcpool.runHeld[...]"), false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			suspects, waited := handler.suspects([]goroutine.Goroutine{test.g})
			if (len(suspects) == 1) != test.suspect || waited != test.waited {
				t.Errorf("suspects %v, one that was started waits: %v; want %v, %v", suspects, waited, test.suspect, test.waited)
			}
		})
	}
}
