package watch

import (
	"slices"
	"testing"

	"github.com/rcpool/rcpool/internal/goroutine"
)

// A lease of these functions is over, and its object is still reachable.
var handler = inquiry{[]string{"main.handle", "main.(*queue).drain"}, 0xc0012340, 16}

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
		name    string
		g       goroutine.Goroutine
		suspect bool
	}{
		{"started with go", of("main.handle", "sleep", "time.Sleep", "main.publish"), true},
		{"started, and at work", of("main.handle", "runnable", "main.publish"), true},
		{"started by a literal", of("main.handle.func1", "chan send", "main.publish"), true},
		{"a literal that WaitGroup.Go runs", of("sync.(*WaitGroup).Go", "sleep", "time.Sleep", "main.handle.func1", "sync.(*WaitGroup).Go.func1"), true},
		{"in the function", of("net/http.(*Server).Serve", "IO wait", "net.read", "main.handle"), false},
		{"in a literal that the function calls", of("main.main", "select", "main.handle.func2", "main.handle"), false},
		{"in a literal of one function that another calls", of("main.main", "select", "main.handle.func2", "main.(*queue).drain"), false},
		{"another", of("main.main", "sleep", "main.tick"), false},
		{"with a similar name", of("main.handleAll", "sleep", "main.handleAll.func1"), false},
		{"with a reference of its own", of("github.com/rcpool/rcpool.Ref[main.Event].Go", "sleep", "main.handle.func1", "github.com/rcpool/rcpool.runHeld[...]"), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			all := []goroutine.Goroutine{test.g}
			if suspects := handler.holders(all, handler.isChild); (len(suspects) == 1) != test.suspect {
				t.Errorf("suspects %v, want %v", suspects, test.suspect)
			}
			if suspects := handler.holders(all, func(*goroutine.Goroutine) bool { return false }); len(suspects) > 0 {
				t.Errorf("suspects %v of another lease", suspects)
			}
		})
	}
}

func TestInquiry_ThoseWithThePointerAreSuspectedFirst(t *testing.T) {
	all := goroutine.Parse(`goroutine 1 [sleep]:
main.publish(0x1)
	/main.go:1 +0x1
created by main.handle in goroutine 3
	/main.go:2 +0x1

goroutine 2 [sleep]:
main.send(0xc0012348)
	/main.go:3 +0x1
created by main.main in goroutine 4
	/main.go:2 +0x1
`)
	suspects := group(handler.holders(all, handler.isChild))
	if len(suspects) != 1 || suspects[0].Calls[0].Function != "main.send" {
		t.Errorf("suspects %+v", suspects)
	}
}

// A goroutine that was not there at an earlier look did not hold the object then.
func TestWatched_SuspectsWereThereAtEachLook(t *testing.T) {
	w := &watched{lease: handled{}, shape: messageShape}
	q := w.inquiry()
	for look, test := range []struct{ there, suspects []int }{
		{[]int{1, 2, 3}, []int{1, 2, 3}},
		{[]int{2, 3, 4}, []int{2, 3}},
		{[]int{1, 3, 4}, []int{3}},
		{[]int{1, 2, 4}, nil},
	} {
		var all []goroutine.Goroutine
		for _, id := range test.there {
			all = append(all, goroutine.Goroutine{ID: id, Creator: goroutine.Call{Function: "main.handle"}})
		}
		was, got := w.accompanied(q, all), []int(nil)
		for i := range all {
			if was(&all[i]) {
				got = append(got, all[i].ID)
			}
		}
		if !slices.Equal(got, test.suspects) {
			t.Errorf("look %d: %v, want %v", look, got, test.suspects)
		}
	}
}
