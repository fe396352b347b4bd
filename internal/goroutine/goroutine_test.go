package goroutine

import (
	"reflect"
	"runtime"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	const text = `goroutine 1 [running]:
main.main()
	/src/main.go:3 +0x1

goroutine 7 [chan receive, 2 minutes, locked to thread]:
main.inlined(...)
	/src/main.go:11
main.(*server).publish(0xc000012345, {0x1, 0x2?}, ...)
	/src/dir with space/main.go:10 +0x1d
main.generic[...](0x1)
	C:/src/main.go:12 +0x1d
created by main.main in goroutine 1
	/src/main.go:20 +0x73
`
	want := []Goroutine{
		{State: "running", Calls: []Call{{"main.main", "/src/main.go", 3, false}}},
		{
			State: "chan receive, 2 minutes, locked to thread",
			Calls: []Call{
				{"main.inlined", "/src/main.go", 11, true},
				{"main.(*server).publish", "/src/dir with space/main.go", 10, false},
				{"main.generic[...]", "C:/src/main.go", 12, false},
			},
			Creator: Call{"main.main", "/src/main.go", 20, false},
		},
	}
	if got := parse(text); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v, want\n%+v", got, want)
	}
}

func TestWaiting(t *testing.T) {
	for state, want := range map[string]bool{
		"sleep": true, "chan receive, 2 minutes": true, "select (no cases)": true, "syscall, locked to thread": true,
		"running": false, "runnable": false, "runnable (scan)": false, "preempted": false, "running, locked to thread": false,
	} {
		if got := (&Goroutine{State: state}).Waiting(); got != want {
			t.Errorf("%q: Waiting is %v", state, got)
		}
	}
}

//go:noinline
func waitHere(stop chan bool) { <-stop }

func TestAll_FindsAGoroutine(t *testing.T) {
	stop := make(chan bool)
	defer close(stop)
	go waitHere(stop)
	for {
		all, ok := All()
		if !ok {
			t.Fatal("could not look")
		}
		for _, g := range all {
			if len(g.Calls) > 0 && strings.HasSuffix(g.Calls[0].Function, ".waitHere") && g.Waiting() {
				if !strings.HasSuffix(g.Creator.Function, ".TestAll_FindsAGoroutine") || g.Creator.Line == 0 {
					t.Errorf("created by %+v", g.Creator)
				}
				return
			}
		}
		runtime.Gosched()
	}
}

func TestAll_RefusesTooMany(t *testing.T) {
	stop := make(chan bool)
	defer close(stop)
	for range MaxGoroutines {
		go waitHere(stop)
	}
	if _, ok := All(); ok {
		t.Errorf("looked at %d goroutines", runtime.NumGoroutine())
	}
}
