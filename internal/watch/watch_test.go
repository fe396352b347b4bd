package watch

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
	"weak"

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
	number   int64
	paths    []string
	kept     int
	suspects []Suspect
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

// Places are those of no other lease. The address would not do: garbage is
// collected, and a later lease may get the same one.
func (l *lease) Places() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.number == 0 {
		l.number = numbers.Add(1)
	}
	return fmt.Sprint("lease ", l.number)
}

var numbers atomic.Int64

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
	for deadline := time.Now().Add(time.Minute); !ok(); runtime.Gosched() {
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

// seen is a judge that has just seen what the text says.
func seen(text string) *judge {
	return &judge{last: sighting{number: 1, all: goroutine.Parse(text), at: time.Now().Add(time.Hour)}}
}

// looked is an object of 16 bytes that was found reachable for the nth time.
func looked(n int) *watched {
	return &watched{source: plain, lease: handled{}, shape: shape.Of(reflect.TypeFor[[2]int64]()), address: 0xc0012340, looks: n}
}

type handled struct{ *lease }

func (handled) Functions() []string { return []string{"main.handle"} }
func (handled) Places() string      { return "main.handle" }

// probed makes a lease whose object is kept as keep does, until it was looked at
// that often, and is probed if it is time.
func probed(l *lease, looks int, keep func(*message) (drop func())) {
	probing := func() bool { return docket.due.Load() == math.MaxInt64 }
	for probing() { // an earlier lease
		time.Sleep(step)
	}
	docket.due.Store(0)
	before := fired.Load()
	drop := lendTo(l, keep)
	for probing() {
		time.Sleep(step)
	}
	for fired.Load() < before+int64(looks) {
		runtime.GC()
		time.Sleep(step)
	}
	drop()
}

//go:noinline
func lendTo(l *lease, keep func(*message) (drop func())) (drop func()) {
	object := new(message)
	drop = keep(object)
	Retired(unsafe.Pointer(object), plain, messageShape, nil, 0, l)
	return drop
}

// A pointer that is held for no longer than a garbage collection takes is reported
// when several were made to look for it.
func TestProbe_PointersHeldForMilliseconds(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing is probed")
	}
	work, worked := make(chan func()), make(chan func())
	go func() {
		for f := range work {
			f()
		}
	}()
	defer close(work)
	for _, test := range []struct {
		name    string
		looks   int // as long as it is held
		keep    func(*message) (drop func())
		suspect string
	}{
		{"by a goroutine", 1, func(m *message) func() {
			stop := make(chan bool)
			go holdHere(m, stop)
			return func() { close(stop) }
		}, "github.com/rcpool/rcpool/internal/watch.holdHere"},
		{"by a goroutine that the lease has not started", 2, func(m *message) func() {
			work <- func() {
				<-worked
				runtime.KeepAlive(m)
			}
			return func() { worked <- nil }
		}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			mark := all(t)
			l := new(lease)
			leases := 0
			ready(t, "for a report", func() bool {
				probed(l, test.looks, test.keep)
				leases++
				return l.timesKept() > 0
			})
			if leases <= provingScore/scoreOfHit {
				t.Errorf("reported after %d leases", leases)
			}
			if test.suspect != "" && (len(l.suspects) != 1 || l.suspects[0].Calls[0].Function != test.suspect) {
				t.Errorf("suspects %+v", l.suspects)
			}
			mark.Settle()
		})
	}
}

func TestProbe_OfObjectsThatNobodyUses(t *testing.T) {
	var idle sync.Pool
	for name, keep := range map[string]func(*message) func(){
		"kept by nobody": func(*message) func() { return func() {} },
		"kept by a struct in a sync.Pool": func(m *message) func() {
			idle.Put(&struct{ used *message }{m})
			return func() {}
		},
	} {
		t.Run(name, func(t *testing.T) {
			mark := all(t)
			l := new(lease)
			for range 4 * provingScore {
				probed(l, 1, keep)
			}
			mark.Settle()
			if l.timesKept() != 0 {
				t.Errorf("reported, with suspects %+v", l.suspects)
			}
		})
	}
}

// Garbage is collected for a place only if something new may be found there, and
// the program has garbage collected anyway.
func TestProbe_IsPreparedForPlacesThatMayTell(t *testing.T) {
	full := map[string]*place{}
	for i := range maxPlaces {
		full[fmt.Sprint(i)] = new(place)
	}
	resting := tally{due: time.Now().Add(time.Hour)}
	for _, test := range []struct {
		name   string
		places map[string]*place
		gogc   int
		want   bool
	}{
		{"a new place", nil, 100, true},
		{"a known place", map[string]*place{"called": {}}, 100, true},
		{"one that was reported", map[string]*place{"called": {reported: true}}, 100, false},
		{"one that rests", map[string]*place{"called": {tally: resting}}, 100, false},
		{"a new one, of too many", full, 100, false},
		{"GOGC=off", nil, -1, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer debug.SetGCPercent(debug.SetGCPercent(test.gogc))
			j, w, p := &judge{places: test.places}, &watched{lease: called{}}, new(probe)
			if got := j.prepare(w, p); got != test.want || (w.probe == p) != test.want {
				t.Errorf("prepared: %v", got)
			}
		})
	}
}

func TestProbe_WaitsWhileAGoroutineIsInDoubt(t *testing.T) {
	for _, test := range []struct {
		name      string
		functions []string
		want      bool
	}{
		{"nobody is at work in a function of the lease", []string{"main.handle"}, true},
		{"the test is", []string{"github.com/rcpool/rcpool/internal/watch.TestProbe_WaitsWhileAGoroutineIsInDoubt"}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			stop := make(chan bool)
			defer close(stop)
			go func() { // at work in a function that the test declares
				for {
					select {
					case <-stop:
						return
					default:
					}
				}
			}()
			w := &watched{source: plain, lease: called{functions: test.functions}, shape: messageShape}
			got := false
			ready(t, "for a look", func() bool { // it may be caught in a function of the runtime
				got = new(probe).prepareThoroughly(w)
				return got == test.want
			})
		})
	}
}

// called is a lease with given functions.
type called struct {
	*lease
	functions []string
}

func (c called) Functions() []string { return c.functions }
func (called) Places() string        { return "called" }

//go:noinline
func waitAndWork(m *message, begin chan bool, stop *atomic.Bool) {
	m.id++
	<-begin
	for !stop.Load() {
	}
}

// What goes to work after its wait may have been found at work, and with a pointer
// that is out of use.
func TestProbe_DoubtsWhoGoesToWork(t *testing.T) {
	begin, object := make(chan bool), new(message)
	var stop atomic.Bool
	defer stop.Store(true)
	go waitAndWork(object, begin, &stop)
	p := &probe{}
	ready(t, "for it to wait", func() bool {
		all, _ := goroutine.All()
		for i := range all {
			if g := &all[i]; g.Waiting() && strings.HasSuffix(g.Calls[0].Function, ".waitAndWork") {
				p.holders = append(p.holders, g)
			}
		}
		return len(p.holders) == 1
	})
	if p.watch(); p.doubt {
		t.Error("in doubt while it waits")
	}
	close(begin)
	ready(t, "for the doubt", func() bool {
		p.watch()
		return p.doubt
	})
}

// What a thorough probe has found counts only if nothing but a kept pointer
// explains it.
func TestProbe_CountsWhatNothingElseExplains(t *testing.T) {
	var stop atomic.Bool
	defer stop.Store(true)
	begin, timer := make(chan bool), new(canary)
	go waitAndWork(new(message), begin, &stop)
	close(begin)
	const before = provingScore - scoreOfHit
	for _, test := range []struct {
		name      string
		change    func(*probe)
		functions []string
		proof     bool
		score     int
	}{
		{"nothing explains it", func(*probe) {}, nil, true, provingScore},
		{"a goroutine that may hold it went to work", func(p *probe) { p.doubt = true }, nil, false, before + scoreOfDoubt},
		{"a goroutine stays at work", func(p *probe) { p.stays = true }, nil, false, before},
		{"a stopped timer is still known", func(p *probe) { p.timer = weak.Make(timer) }, nil, false, before},
		{"a goroutine is at work in a function of the lease", func(*probe) {}, []string{"github.com/rcpool/rcpool/internal/watch.waitAndWork"}, false, before},
	} {
		t.Run(test.name, func(t *testing.T) {
			ready(t, "for a look", func() bool { // it may be caught in a function of the runtime
				p := &probe{thorough: true, looks: 1, inquiry: inquiry{functions: test.functions}, over: make(chan struct{})}
				close(p.over)
				test.change(p)
				tally := tally{score: before}
				return p.found(1, &tally) == test.proof && tally.score == test.score
			})
		})
	}
	runtime.KeepAlive(timer)
}

// A probe that collects garbage twice lets the program rest for all that it took.
func TestProbe_RestsAfterTheSecondGarbageCollection(t *testing.T) {
	for name, p := range map[string]*probe{
		"for a share of the time":      {began: time.Now().Add(-time.Minute / shareOfTime), rest: betweenGCs},
		"for the goroutines looked at": {began: time.Now(), rest: time.Minute},
	} {
		p.over = make(chan struct{})
		close(p.over)
		var j judge
		before := time.Since(started)
		j.collect(p)
		if rest := time.Duration(j.due.Load()) - before; rest < time.Minute {
			t.Errorf("%s: it rests for %v, want a minute", name, rest)
		}
	}
}

func TestHasMoved(t *testing.T) {
	const wait = "time.Sleep(0x1)\n\t/sleep.go:1 +0x1\nmain.publish(0x1)\n\t/main.go:1 +0x1\n"
	const receive = "main.receive(0x1)\n\t/main.go:5 +0x1\n"
	for _, test := range []struct {
		name, before, now string
		want              bool
	}{
		{"it still waits", "[sleep]:\n" + wait, "[sleep]:\n" + wait, false},
		{"it may go on", "[sleep]:\n" + wait, "[runnable]:\n" + wait, false},
		{"it goes on", "[sleep]:\n" + wait, "[running]:\nmain.publish(0x1)\n\t/main.go:2 +0x1\n", true},
		{"it waits for something else", "[sleep]:\n" + wait, "[chan receive]:\n" + receive, false},
		{"it may go on where it received", "[chan receive]:\n" + receive, "[runnable]:\n" + receive, false},
		{"it goes on where it received", "[chan receive]:\n" + receive, "[runnable]:\nmain.receive(0x1)\n\t/main.go:6 +0x1\n", true},
		{"it begins", "[runnable]:\n", "[runnable]:\n" + receive, true},
	} {
		before, now := goroutine.Parse("goroutine 1 "+test.before), goroutine.Parse("goroutine 1 "+test.now)
		if got := hasMoved(&before[0], &now[0]); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestProbe_RestsWhereNothingIsFound(t *testing.T) {
	const suspicion, hit, miss = 's', 'h', 'm'
	for _, test := range []struct {
		probes string
		proof  bool
		rest   time.Duration
	}{
		{strings.Repeat("s", 20), false, 0},
		{"shhh", false, 0},
		{"shhhh", true, 0},
		{"shhmhm", false, 0},
		{"shhmhmhh", true, 0},
		{"s" + strings.Repeat("hm", 5), false, 0},
		{"s" + strings.Repeat("hm", 5) + "h", true, 0},
		{"m", false, minRest},
		{"mmm", false, 4 * minRest},
		{"mmms", false, 4 * minRest},
		{"mmmsh", false, 0},
		{strings.Repeat("sm", 3), false, 4 * minRest},
		{strings.Repeat("shmmm", 3), false, minRest},
		{strings.Repeat("sm", 50), false, maxRest},
	} {
		tally, now, proof := tally{}, time.Now(), false
		for _, p := range test.probes {
			switch p {
			case suspicion, hit:
				proof = tally.found(p == hit)
			case miss:
				tally.missed(now, scoreOfMiss)
			}
		}
		if proof != test.proof || tally.rest != test.rest || tally.score == 0 && !tally.due.Equal(now.Add(tally.rest)) {
			t.Errorf("%.20s: proof %v, rest %v, due %v later", test.probes, proof, tally.rest, tally.due.Sub(now))
		}
	}
}

func TestStopTimer_TellsWhenTimersAreRemoved(t *testing.T) {
	timer := stopTimer()
	ready(t, "for it to be removed", func() bool {
		cleanTimers()
		runtime.GC()
		return timer.Value() == nil
	})
}

// A goroutine may have been interrupted in a function that has the object in its
// frame, but does not use it any more.
func TestJudge_GoroutinesInDoubt(t *testing.T) {
	work := func(id int, calls ...string) string {
		text := fmt.Sprintf("goroutine %d [runnable]:\n", id)
		for _, call := range calls {
			text += call + "\n\t/main.go:1 +0x1\n"
		}
		return text + "\n"
	}
	for _, test := range []struct {
		name  string
		all   func(look int) string
		looks int // after which the object counts as kept; 0 for never
	}{
		{"none", func(int) string { return "" }, cleanLooks},
		{"in a function of the lease", func(int) string { return work(1, "main.handle(0x1)") }, 0},
		{"about to begin one", func(int) string { return "goroutine 1 [runnable]:\nmain.handle(0x1)\n\t/main.go:1\n" }, cleanLooks},
		{"in a function literal", func(int) string { return work(1, "main.handle.func1()") }, 0},
		{"in an inlined function", func(int) string { return work(1, "main.sum(...)", "main.handle(0x1)") }, 0},
		{"in a callee", func(look int) string { return work(look, "main.sum(0x1)", "main.handle(0x1)") }, cleanLooks},
		{"in a function that has had the object", func(int) string { return work(1, "main.work(0xc0012340)") }, 0},
		{"in the same function for long", func(int) string { return work(1, "main.spin()") }, strangerLooks + 2},
		{"in the same function, each time another", func(look int) string { return work(look, "main.spin()") }, cleanLooks},
		{"each time in another function", func(look int) string { return work(1, fmt.Sprintf("main.spin%d()", look)) }, cleanLooks},
	} {
		t.Run(test.name, func(t *testing.T) {
			w, j, kept := looked(0), seen(""), 0
			for w.looks < 2*strangerLooks && kept == 0 {
				w.looks++
				j.last.all = goroutine.Parse(test.all(w.looks))
				if _, ok := j.decide(w); ok {
					kept = w.looks
				}
			}
			if kept != test.looks {
				t.Errorf("kept after %d looks, want %d", kept, test.looks)
			}
		})
	}
}

func TestJudge_WhereGoroutinesAreTooMany(t *testing.T) {
	j := seen("")
	j.last.blind = true
	w := looked(blindLooks)
	for range 3 {
		if _, kept := j.decide(w); kept {
			t.Error("reported at once")
		}
	}
	j.places["main.handle"].since = time.Now().Add(-blindTime)
	if _, kept := j.decide(w); !kept {
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
