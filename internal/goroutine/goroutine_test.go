package goroutine

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"
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
		{ID: 1, State: "running", Calls: []Call{{"main.main", "/src/main.go", 3, false, ""}}},
		{
			ID:    7,
			State: "chan receive, 2 minutes, locked to thread",
			Calls: []Call{
				{"main.inlined", "/src/main.go", 11, true, "..."},
				{"main.(*server).publish", "/src/dir with space/main.go", 10, false, "0xc000012345, {0x1, 0x2?}, ..."},
				{"main.generic[...]", "C:/src/main.go", 12, false, "0x1"},
			},
			Creator: Call{"main.main", "/src/main.go", 20, false, ""},
			Parent:  1,
		},
	}
	if got := Parse(text); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v, want\n%+v", got, want)
	}
}

func TestParse_Fresh(t *testing.T) {
	for stack, want := range map[string]bool{
		"main.handle(0x1)\n\t/main.go:3\n":                                   true,
		"main.handle(0x1)\n\t/main.go:3 +0x1\n":                              false,
		"main.sum(...)\n\t/main.go:4\nmain.handle(0x1)\n\t/main.go:3 +0x1\n": false,
		"": false,
	} {
		if all := Parse("goroutine 1 [runnable]:\n" + stack + "created by main.main in goroutine 1\n\t/main.go:9 +0x1\n"); all[0].Fresh != want {
			t.Errorf("%q: %+v", stack, all)
		}
	}
}

// A goroutine that has not run yet is found on one processor, where its creator
// has to wait first.
func TestAll_FindsAFreshGoroutine(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	stop := make(chan bool)
	defer close(stop)
	for start := time.Now(); time.Since(start) < time.Minute; runtime.Gosched() {
		go waitHere(stop)
		all, _ := All()
		if slices.ContainsFunc(all, func(g Goroutine) bool { return g.Fresh && g.State == "runnable" }) {
			return
		}
	}
	t.Error("none")
}

func TestCall_HasPointerInto(t *testing.T) {
	for args, want := range map[string]bool{
		"0xc0012340":                    true,
		"0x1, 0xc001235f":               true,
		"0xc0012360":                    false,
		"0xc001233f":                    false,
		"0xc0012340?":                   false,
		"{0x1, {0xc0012348, 0x2}}, ...": true,
		"...":                           false,
		"":                              false,
		"0x":                            false,
	} {
		if got := (&Call{args: args}).HasPointerInto(0xc0012340, 0x20); got != want {
			t.Errorf("%q: %v", args, got)
		}
	}
}

type object struct{ body [64]byte }

//go:noinline
func holdHere(o *object, stop chan bool) {
	<-stop
	o.body[1]++
}

func TestAll_FindsAPointer(t *testing.T) {
	stop := make(chan bool)
	defer close(stop)
	o := new(object)
	go holdHere(o, stop)
	for start := time.Now(); ; runtime.Gosched() {
		all, ok := All()
		if !ok || time.Since(start) > time.Minute {
			t.Fatal("did not see it")
		}
		if slices.ContainsFunc(all, func(g Goroutine) bool {
			f := g.Frame()
			return g.Waiting() && f != nil && f.HasPointerInto(uintptr(unsafe.Pointer(o)), unsafe.Sizeof(*o))
		}) {
			return
		}
	}
}

func TestGoroutine_Frame(t *testing.T) {
	g := Goroutine{Calls: []Call{{Function: "a", Inlined: true}, {Function: "b"}, {Function: "c"}}}
	if f := g.Frame(); f == nil || f.Function != "b" {
		t.Errorf("the frame is %+v", f)
	}
	if f := new(Goroutine).Frame(); f != nil {
		t.Errorf("the frame is %+v", f)
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
				if !strings.HasSuffix(g.Creator.Function, ".TestAll_FindsAGoroutine") || g.Creator.Line == 0 || g.Parent != Current() {
					t.Errorf("created by %+v in %d", g.Creator, g.Parent)
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
