package watch

import (
	"bytes"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/rcpool/rcpool/internal/goroutine"
	"github.com/rcpool/rcpool/internal/guard"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/sampling"
	"github.com/rcpool/rcpool/internal/shape"
)

type message struct {
	id   int
	body string
	next *message
}

// A lease notes what it is told.
type lease struct {
	mu       sync.Mutex
	paths    []string
	kept     int
	suspects []Suspect
	shared   bool
}

func (l *lease) LateWrite(found []shape.Finding) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, one := range found {
		l.paths = append(l.paths, one.Path)
	}
}

func (l *lease) KeptPointer(suspects []Suspect) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kept++
	l.suspects = suspects
}

func (l *lease) Functions() []string {
	return []string{"github.com/rcpool/rcpool/internal/watch.lend"}
}

func (l *lease) Shared() bool { return l.shared }

func (l *lease) Places() string { return fmt.Sprintf("%p", l) }

func (l *lease) written() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.paths)
}

func (l *lease) timesKept() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.kept
}

var (
	process      = new(sampling.Rate)
	plain        = NewSource(reflect.TypeFor[message](), process, nil, false)
	messageShape = shape.Of(reflect.TypeFor[message]())
)

// byNew returns the source of a pool whose objects New makes.
func byNew() *Source {
	return NewSource(reflect.TypeFor[message](), process, func() unsafe.Pointer { return unsafe.Pointer(new(message)) }, false)
}

// retire has an object watched, with a write to it and its memory after that.
//
//go:noinline
func retire(l *lease, source *Source, late func(*message, []byte)) {
	object, memory := new(message), make([]byte, 100)
	Retired(unsafe.Pointer(object), source, messageShape, given(memory), 0, l)
	late(object, memory)
}

// given is memory behind an object.
func given(b []byte) []shape.Memory {
	return messageShape.Given(unsafe.Pointer(new(message)), b)
}

// retireWith has an object watched that has memory behind it.
//
//go:noinline
func retireWith(l *lease, source *Source, memory []byte) {
	Retired(unsafe.Pointer(new(message)), source, messageShape, given(memory), 0, l)
}

// Memory is watched for as long as somebody keeps it.
func TestRetired_FollowsMemory(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector reports the late write itself, and fails the test")
	}
	for name, source := range map[string]*Source{"of new(T)": plain, "of New": byNew()} {
		t.Run(name, func(t *testing.T) {
			l, memory := new(lease), make([]byte, 100)
			before := following.Load()
			retireWith(l, source, memory)
			for range 10 {
				runtime.GC()
			}
			ready(t, "it is followed", func() bool { return following.Load() == before+1 })
			if got := l.written(); got != nil {
				t.Fatalf("reported %q before the write", got)
			}
			memory[99] = 1
			ready(t, "a report", func() bool { return l.written() != nil })
			if got := l.written(); !reflect.DeepEqual(got, []string{"memory[99]"}) {
				t.Errorf("reported %q", got)
			}
			ready(t, "nothing is followed", func() bool { return following.Load() == before })

			retireWith(l, source, memory)
			ready(t, "it is followed again", func() bool { return following.Load() == before+1 })
			memory = nil
			ready(t, "it is garbage", func() bool { return following.Load() == before })
		})
	}
}

// An object that nobody knows any more is not verified before its memory is
// filled.
func TestRetired_IsNotCollectedWhileItIsFilled(t *testing.T) {
	if race.Enabled {
		t.Skip("the object is in use until the race detector was told of it")
	}
	var filling atomic.Bool
	var collecting sync.WaitGroup
	filling.Store(true)
	collecting.Add(1)
	go func() {
		defer collecting.Done()
		for filling.Load() {
			runtime.GC()
		}
	}()
	list := shape.Of(reflect.TypeFor[[]message]())
	verified := make(chan bool)
	const tries = 4
	for range tries {
		func() {
			object, elements := new([]message), make([]message, 2<<20) // more than Retired fills, so that it takes long
			*object = elements
			w := &watched{source: plain, lease: new(lease), shape: list, batch: new(batch), state: ended, memory: list.Behind(unsafe.Pointer(object))}
			runtime.SetFinalizer(object, func(*[]message) { verified <- elements[len(elements)-1].id != 0 })
			w.overwrite(unsafe.Pointer(object))
		}()
	}
	for range tries {
		if filled := <-verified; !filled {
			t.Error("verified before it was filled")
		}
	}
	filling.Store(false)
	collecting.Wait()
}

// Memory that the Go runtime does not manage is verified, but not followed.
func TestRetired_MemoryOutsideTheHeap(t *testing.T) {
	if race.Enabled {
		t.Skip("the pattern is written on another goroutine")
	}
	retireWith(new(lease), plain, static[:])
	for range 10 {
		runtime.GC()
	}
	if static != [100]byte(bytes.Repeat([]byte{0xDB}, 100)) {
		t.Error("it is not filled with the pattern")
	}
}

var static [100]byte

// ready waits for it, collecting garbage.
func ready(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !ok(); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("waited in vain: " + what)
		}
		runtime.GC()
	}
}

func TestRetired_ReportsLateWrites(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector reports the late write itself, and fails the test")
	}
	for name, source := range map[string]*Source{"of new(T)": plain, "of New": byNew()} {
		for _, test := range []struct {
			name string
			late func(*message, []byte)
			want []string
		}{
			{"nothing", func(*message, []byte) {}, nil},
			{"a field", func(m *message, _ []byte) { m.id = 1 }, []string{".id"}},
			{"a pointer", func(m *message, _ []byte) { m.next = new(message) }, []string{".next"}},
			{"the memory behind it", func(_ *message, b []byte) { b[7] = 0 }, []string{"memory[7]"}},
		} {
			t.Run(name+"/"+test.name, func(t *testing.T) {
				mark := all(t)
				l := new(lease)
				retire(l, source, test.late)
				mark.Settle()
				if got := l.written(); !reflect.DeepEqual(got, test.want) {
					t.Errorf("reported %v, want %v", got, test.want)
				}
			})
		}
	}
}

func TestRetired_FillsTheObjectAndItsMemory(t *testing.T) {
	if race.Enabled {
		t.Skip("another goroutine fills the object")
	}
	object, memory := &message{id: 1, body: "body"}, []byte("memory")
	Retired(unsafe.Pointer(object), plain, messageShape, given(memory), 0, new(lease))
	if object.id == 1 || object.body == "body" || string(memory) == "memory" {
		t.Errorf("the object is %+v, its memory %q", object, memory)
	}
}

// Memory that is a part of the object must not keep the object alive.
func TestRetired_IgnoresMemoryInsideTheObject(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector reports the late write itself, and fails the test")
	}
	type small struct {
		used int
		data [64]byte
	}
	l := new(lease)
	func() {
		object := new(small)
		s := shape.Of(reflect.TypeFor[small]())
		Retired(unsafe.Pointer(object), NewSource(reflect.TypeFor[small](), process, nil, false), s, s.Given(unsafe.Pointer(object), object.data[:]), 0, l)
		object.used = 1
	}()
	ready(t, "for the object to be verified", func() bool { return len(l.written()) > 0 })
}

// Of objects that may hide much behind them only a few are held, but the memory
// that they say is theirs is verified in any case.
func TestRetired_MemoryOfAnObjectThatIsNotHeld(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector reports the late write itself, and fails the test")
	}
	type hiding struct {
		behind atomic.Pointer[message]
		number int
	}
	mark := all(t)
	source, s := NewSource(reflect.TypeFor[hiding](), process, nil, false), shape.Of(reflect.TypeFor[hiding]())
	for holding.take(true, 0) {
		defer holding.give(true, 0)
	}
	l := new(lease)
	func() {
		memory := make([]byte, 100)
		Retired(unsafe.Pointer(new(hiding)), source, s, given(memory), 0, l)
		memory[7] = 0
	}()
	mark.Settle()
	if got := l.written(); !reflect.DeepEqual(got, []string{"memory[7]"}) {
		t.Errorf("reported %v", got)
	}
}

// all has every lease checked, for the test, and returns a mark of its begin.
func all(t *testing.T) Mark {
	before := sampling.Current()
	t.Cleanup(func() { sampling.Change(func(s *sampling.Settings) { *s = before }) })
	sampling.Change(func(s *sampling.Settings) { s.OneIn = 1 })
	return Begin()
}

// A second finalizer would end the program.
func TestRetired_ObjectsThatHaveAFinalizer(t *testing.T) {
	mark := all(t)
	l := new(lease)
	object := new(message)
	runtime.SetFinalizer(object, func(*message) { t.Error("was called with the pattern") })
	Retired(unsafe.Pointer(object), plain, messageShape, nil, 0, l)
	object = nil
	mark.Settle()
	if l.timesKept() != 0 || len(l.written()) != 0 {
		t.Errorf("reported %+v", l)
	}
}

// What is kept must be in a variable that the compiler does not see through.
var global any

func TestSettle_FindsKeptPointers(t *testing.T) {
	for name, source := range map[string]*Source{"of new(T)": plain, "of New": byNew()} {
		t.Run(name, func(t *testing.T) {
			mark := all(t)
			l := new(lease)
			retire(l, source, func(m *message, _ []byte) { global = m })
			defer func() { global = nil }()
			mark.Settle()
			if l.timesKept() != 1 || len(l.written()) != 0 {
				t.Errorf("reported %d times as kept, and %v as written", l.timesKept(), l.written())
			}
		})
	}
}

// A late write is found while somebody still holds the *T, also after a kept
// pointer was reported.
func TestLook_FindsLateWritesWhileThePointerIsHeld(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector reports the late write itself, and fails the test")
	}
	for name, source := range map[string]*Source{"of new(T)": plain, "of New": byNew()} {
		t.Run(name, func(t *testing.T) {
			mark := all(t)
			l := new(lease)
			retire(l, source, func(m *message, _ []byte) { global = m })
			defer func() { global = nil }()
			mark.Settle()
			for i := range 50 {
				global.(*message).id = i + 1
			}
			ready(t, "for the late write", func() bool { return len(l.written()) > 0 })
			if got := l.written(); !reflect.DeepEqual(got, []string{".id"}) {
				t.Errorf("reported %v", got)
			}
		})
	}
}

// Objects that are reachable by right are never reported: New made them known.
func TestSettle_IsSilentAboutObjectsThatNewMadeKnown(t *testing.T) {
	mark := all(t)
	var registry []*message
	var array []message
	for name, fresh := range map[string]func() *message{
		"a registry": func() *message {
			m := new(message)
			registry = append(registry, m)
			return m
		},
		"an array": func() *message {
			if len(array) == 0 {
				array = make([]message, 64)
				registry = append(registry, &array[0])
			}
			m := &array[0]
			array = array[1:]
			return m
		},
		"a package variable": func() *message { return &variable },
	} {
		t.Run(name, func(t *testing.T) {
			source := NewSource(reflect.TypeFor[message](), process, func() unsafe.Pointer { return unsafe.Pointer(fresh()) }, false)
			l := new(lease)
			retired := map[*message]bool{}
			for range 20 {
				if object := fresh(); !retired[object] {
					retired[object] = true
					Retired(unsafe.Pointer(object), source, messageShape, nil, 0, l)
				}
			}
			clear(retired)
			mark.Settle()
			if l.timesKept() != 0 || len(l.written()) != 0 {
				t.Errorf("reported %d times as kept, and %v as written", l.timesKept(), l.written())
			}
		})
	}
	runtime.KeepAlive(registry)
}

var variable message

// Memory that the program has mapped itself is none of the garbage collector's.
func TestRetired_ObjectsOutsideOfTheHeap(t *testing.T) {
	mark := all(t)
	if !guard.Supported {
		t.Skip("no pages")
	}
	type number struct{ n [4]int }
	page, err := guard.Map(32, 8, nil)
	if err != nil {
		t.Skip(err)
	}
	defer guard.Protect(page)
	l := new(lease)
	source := NewSource(reflect.TypeFor[number](), process, func() unsafe.Pointer { return page }, false)
	for range 20 {
		Retired(page, source, shape.Of(reflect.TypeFor[number]()), nil, 0, l)
	}
	mark.Settle()
	if l.timesKept() != 0 {
		t.Error("reported")
	}
}

type selfish struct {
	self  atomic.Pointer[selfish]
	pool  sync.Pool
	fired func()
}

//go:noinline
func register(in interface{ Put(any) }, object any) { in.Put(object) }

// What an object refers to, and what the runtime knows of it, is nobody else's
// hold on it.
func TestSettle_IsSilentAboutObjectsThatNobodyKeeps(t *testing.T) {
	mark := all(t)
	source, s := NewSource(reflect.TypeFor[selfish](), process, nil, false), shape.Of(reflect.TypeFor[selfish]())
	l := new(lease)
	for range 100 {
		func() {
			object := new(selfish)
			object.self.Store(object)
			register(&object.pool, object)
			object.fired = func() { object.pool.Get() }
			timer := time.AfterFunc(time.Minute, object.fired)
			runtime.AddCleanup(object, func(int) {}, 1)
			timer.Stop()
			Retired(unsafe.Pointer(object), source, s, nil, 0, l)
		}()
	}
	mark.Settle()
	if l.timesKept() != 0 || undecided.Load() != 0 {
		t.Errorf("reported %d; %d are not decided", l.timesKept(), undecided.Load())
	}
}

func TestRetired_TinyObjectsShareBlocks(t *testing.T) {
	mark := all(t)
	l := new(lease)
	source, s := NewSource(reflect.TypeFor[uint16](), process, nil, false), shape.Of(reflect.TypeFor[uint16]())
	var mates []*uint16
	for range 100 {
		mates = append(mates, new(uint16)) // in the same block, and rightly held
		Retired(unsafe.Pointer(new(uint16)), source, s, nil, 0, l)
	}
	mark.Settle()
	if l.timesKept() != 0 {
		t.Error("reported")
	}
	runtime.KeepAlive(mates)
}

// lend hands the object to a goroutine that holds it.
//
//go:noinline
func lend(l *lease, stop chan bool) {
	object := new(message)
	go holdHere(object, stop)
	Retired(unsafe.Pointer(object), plain, messageShape, nil, 0, l)
}

//go:noinline
func holdHere(m *message, stop chan bool) {
	<-stop
	runtime.KeepAlive(m)
}

func TestSuspects_AreWhatTheLeaseHasStarted(t *testing.T) {
	mark := all(t)
	stop := make(chan bool)
	defer close(stop)
	l := new(lease)
	lend(l, stop)
	mark.Settle()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.kept != 1 || len(l.suspects) != 1 {
		t.Fatalf("kept %d, suspects %+v", l.kept, l.suspects)
	}
	s := l.suspects[0]
	if s.Goroutines != 1 || s.State != "chan receive" || len(s.Calls) != 1 ||
		s.Calls[0].Function != "github.com/rcpool/rcpool/internal/watch.holdHere" || s.Calls[0].Line == 0 ||
		s.CreatedBy.Function != "github.com/rcpool/rcpool/internal/watch.lend" {
		t.Errorf("suspect %+v", s)
	}
}

// The same place twice within a minute, in the hands of a goroutine, is enough
// after one collection; once is not.
func TestJudge_PointersHeldForMilliseconds(t *testing.T) {
	waiting := []goroutine.Goroutine{{
		State:   "sleep",
		Calls:   []goroutine.Call{{Function: "main.publish"}},
		Creator: goroutine.Call{Function: "main.handle"},
	}}
	for _, test := range []struct {
		name  string
		all   []goroutine.Goroutine
		hits  int
		wants bool
	}{
		{"once", waiting, 1, false},
		{"twice", waiting, 2, true},
		{"nobody was started", nil, 2, false},
		{"of a shared lease", waiting, 2, false},
		{"started by others", []goroutine.Goroutine{{State: "sleep", Creator: goroutine.Call{Function: "main.handler"}}}, 2, false},
		{"with a reference of its own", []goroutine.Goroutine{{
			State:   "sleep",
			Calls:   []goroutine.Call{{Function: "main.handle.func1"}, {Function: "github.com/rcpool/rcpool.runHeld[...]"}},
			Creator: goroutine.Call{Function: "main.handle"},
		}}, 2, false},
		{"interrupted in the function", append([]goroutine.Goroutine{{
			State: "runnable",
			Calls: []goroutine.Call{{Function: "main.sum", Inlined: true}, {Function: "main.handle"}},
		}}, waiting...), 2, false},
		{"interrupted in a callee", append([]goroutine.Goroutine{{
			State: "runnable",
			Calls: []goroutine.Call{{Function: "main.sum"}, {Function: "main.handle"}},
		}}, waiting...), 2, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			j := judge{seen: test.all, number: 1, seenAt: time.Now().Add(time.Hour)}
			kept := false
			for range test.hits {
				l := handled{&lease{shared: test.name == "of a shared lease"}}
				_, kept = j.decide(&watched{source: plain, lease: l, looks: 1})
			}
			if kept != test.wants {
				t.Errorf("kept is %v", kept)
			}
		})
	}
}

type handled struct{ *lease }

func (handled) Functions() []string { return []string{"main.handle"} }
func (handled) Places() string      { return "main.handle" }

func TestJudge_WhereGoroutinesAreTooMany(t *testing.T) {
	j := judge{blind: true, number: 1, seenAt: time.Now().Add(time.Hour)}
	if _, kept := j.decide(&watched{source: plain, lease: handled{}, looks: blindLooks}); kept {
		t.Error("reported at once")
	}
	j.places["main.handle"].since = time.Now().Add(-blindTime)
	if _, kept := j.decide(&watched{source: plain, lease: handled{}, looks: blindLooks}); !kept {
		t.Error("never reported")
	}
}

func TestHold_IsBounded(t *testing.T) {
	for _, test := range []struct {
		name  string
		hides bool
		size  uintptr
		want  int
	}{
		{"by number", false, 1, maxHeld},
		{"by size", false, 1 << 20, maxHeldSize >> 20},
		{"where nobody knows the size", true, 1, maxHiding},
		{"too large to be held", false, maxHeldSize + 1, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			var h hold
			n := 0
			for n <= maxHeld && h.take(test.hides, test.size) {
				n++
			}
			if n != test.want {
				t.Errorf("%d objects are held, want %d", n, test.want)
			}
			for range n {
				h.give(test.hides, test.size)
			}
			if h.count != 0 || h.hiding != 0 || h.size != 0 {
				t.Errorf("%d, %d, and %d bytes are left", h.count, h.hiding, h.size)
			}
		})
	}
}

// Settle does not wait for objects of before its mark.
func TestSettle_WaitsForWhatCameAfterTheMark(t *testing.T) {
	before := all(t)
	old := new(lease)
	retire(old, plain, func(m *message, _ []byte) { global = m })
	defer func() { global = nil }()
	mark := Begin()
	mark.Settle()
	if old.timesKept() != 0 {
		t.Error("waited for an older object")
	}
	l := new(lease)
	retire(l, plain, func(m *message, _ []byte) { global = []any{m, global} })
	mark.Settle()
	if l.timesKept() != 1 {
		t.Error("did not wait")
	}
	before.Settle()
	if old.timesKept() != 1 {
		t.Error("did not wait for the older object")
	}
}
