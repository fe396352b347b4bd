package classic_test

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/classic"
	"github.com/rcpool/rcpool/rctest"
)

type order struct {
	classic.ReferenceCounter
	id     int
	owners atomic.Int32
}

func newOrder(counter classic.ReferenceCounter) classic.ReferenceCountable {
	return &order{ReferenceCounter: counter}
}

func resetOrder(i interface{}) error {
	i.(*order).id = 0
	return nil
}

func newOrders() *classic.ReferenceCountedPool {
	return classic.NewReferenceCountedPool(newOrder, resetOrder)
}

func get(p *classic.ReferenceCountedPool) *order { return p.Get().(*order) }

// panics returns the value that f panics with, or nil.
func panics(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

// misuse returns the misuse that f panics with, or nil.
func misuse(f func()) *rcpool.Misuse {
	m, _ := panics(f).(*rcpool.Misuse)
	return m
}

func counts(t *testing.T, p *classic.ReferenceCountedPool, allocated, referenced, returned uint32) {
	t.Helper()
	stats := p.Stats()
	if stats["allocated"] != allocated || stats["referenced"] != referenced || stats["returned"] != returned || len(stats) != 3 {
		t.Errorf("the stats are %v, want %d, %d, %d", stats, allocated, referenced, returned)
	}
}

func TestGet_ReusesResetObjects(t *testing.T) {
	rctest.Deterministic(t)
	p := newOrders()
	first := get(p)
	first.id = 7
	first.IncrementReferenceCount()
	first.DecrementReferenceCount()
	if first.id != 7 {
		t.Error("reset while a reference is held")
	}
	counts(t, p, 1, 1, 0)
	first.DecrementReferenceCount()
	counts(t, p, 1, 1, 1)
	second := get(p)
	if second != first || second.id != 0 {
		t.Errorf("got %p with id %d, want %p, reset", second, second.id, first)
	}
	third := get(p)
	if third == second {
		t.Error("one object has two owners")
	}
	third.DecrementReferenceCount()
	second.DecrementReferenceCount()
	counts(t, p, 2, 3, 3)
}

func TestGet_InterfaceAndCopyOfTheCounterAreTheSameCounter(t *testing.T) {
	p := newOrders()
	o := get(p)
	var countable classic.ReferenceCountable = o
	counter := o.ReferenceCounter
	countable.IncrementReferenceCount()
	counter.DecrementReferenceCount()
	counts(t, p, 1, 1, 0)
	o.DecrementReferenceCount()
	counts(t, p, 1, 1, 1)
}

func TestPool_IsNamedAfterTheTypeOfItsObjects(t *testing.T) {
	type invoice struct{ order }
	p := classic.NewReferenceCountedPool(
		func(c classic.ReferenceCounter) classic.ReferenceCountable {
			return &invoice{order{ReferenceCounter: c}}
		},
		func(interface{}) error { return nil })
	p.Get().DecrementReferenceCount()
	for _, stats := range rcpool.AllStats() {
		if stats.Name == "classic_test.invoice" && stats.Gets == 1 {
			return
		}
	}
	t.Errorf("no such pool in %v", rcpool.AllStats())
}

func TestNew_RefusesNil(t *testing.T) {
	for name, f := range map[string]func(){
		"factory": func() { classic.NewReferenceCountedPool(nil, resetOrder) },
		"reset":   func() { classic.NewReferenceCountedPool(newOrder, nil) },
	} {
		if panics(f) == nil {
			t.Errorf("a nil %s was accepted", name)
		}
	}
}

func TestGet_FactoryReturnsNil(t *testing.T) {
	quiet(t)
	p := classic.NewReferenceCountedPool(func(classic.ReferenceCounter) classic.ReferenceCountable { return nil }, resetOrder)
	for range 2 {
		if m := misuse(func() { p.Get() }); m == nil || m.Kind != rcpool.NilNew { //rcpool:ignore it panics
			t.Errorf("panics with %v, want NilNew", m)
		}
	}
}

func TestGet_FactoryPanics(t *testing.T) {
	fail := true
	p := classic.NewReferenceCountedPool(func(c classic.ReferenceCounter) classic.ReferenceCountable {
		if fail {
			panic("boom")
		}
		return newOrder(c)
	}, resetOrder)
	if got := panics(func() { p.Get() }); got != "boom" { //rcpool:ignore it panics
		t.Errorf("panics with %v", got)
	}
	fail = false
	p.Get().DecrementReferenceCount()
	counts(t, p, 1, 1, 1)
}

// The code of the article crashed in the Get after one of these.
func TestCounter_IsRestored(t *testing.T) {
	rctest.Deterministic(t)
	for name, p := range map[string]*classic.ReferenceCountedPool{
		"a factory that drops the counter": classic.NewReferenceCountedPool(
			func(classic.ReferenceCounter) classic.ReferenceCountable { return new(Event) }, ResetEvent),
		"a reset that zeroes everything": classic.NewReferenceCountedPool(
			func(c classic.ReferenceCounter) classic.ReferenceCountable { return &Event{ReferenceCounter: c} },
			func(i interface{}) error { *i.(*Event) = Event{}; return nil }),
	} {
		t.Run(name, func(t *testing.T) {
			for range 3 {
				p.Get().DecrementReferenceCount()
			}
			counts(t, p, 1, 3, 3)
		})
	}
}

func TestSetInstance_SetsWhatIsReset(t *testing.T) {
	var reset any
	p := classic.NewReferenceCountedPool(newOrder, func(i interface{}) error { reset = i; return nil })
	o := get(p)
	o.DecrementReferenceCount()
	if reset != any(o) {
		t.Errorf("reset was called with %v", reset)
	}
	o = get(p)
	o.SetInstance("something else")
	o.DecrementReferenceCount()
	if reset != "something else" {
		t.Errorf("reset was called with %v", reset)
	}
}

var errReset = errors.New("cannot reset")

// An object whose reset fails is never leased again.
func TestDecrement_ResetFails(t *testing.T) {
	rctest.Deterministic(t)
	for name, reset := range map[string]func(interface{}) error{
		"by an error": func(interface{}) error { return errReset },
		"by a panic":  func(interface{}) error { panic(errReset) },
	} {
		t.Run(name, func(t *testing.T) {
			p := classic.NewReferenceCountedPool(newOrder, reset)
			o := get(p)
			err, _ := panics(o.DecrementReferenceCount).(error)
			if !errors.Is(err, errReset) {
				t.Errorf("panics with %v", err)
			}
			//rcpool:ignore held until the test ends
			if get(p) == o {
				t.Error("it was leased again")
			}
			counts(t, p, 2, 2, 1)
		})
	}
}

// With many owners and no misuse, no object ever has an owner who was not given
// it.
func TestPool_UnderLoad(t *testing.T) {
	p := newOrders()
	const workers, leases = 8, 2000
	var wg sync.WaitGroup
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range leases {
				o := get(p)
				if o.owners.Add(1) != 1 {
					t.Error("one object has two owners")
				}
				o.id = i + 1
				var readers sync.WaitGroup
				for range i % 4 {
					o.IncrementReferenceCount()
					readers.Add(1)
					go func() {
						defer readers.Done()
						if o.id != i+1 {
							t.Error("the object has changed under a reader")
						}
						o.DecrementReferenceCount()
					}()
				}
				if i%2 == 0 {
					readers.Wait()
				}
				o.owners.Add(-1)
				o.DecrementReferenceCount()
				readers.Wait()
			}
		}()
	}
	wg.Wait()
	stats := p.Stats()
	if want := uint32(workers * leases); stats["referenced"] != want || stats["returned"] != want {
		t.Errorf("the stats are %v, want %d leases", stats, want)
	}
}

//go:noinline
func forget(p *classic.ReferenceCountedPool) { get(p).IncrementReferenceCount() } //rcpool:ignore the leak is on purpose

// A leaked object is garbage collected, and the report has the call site of its
// Get.
func TestLeak_IsReportedWithItsGet(t *testing.T) {
	var mu sync.Mutex
	var reports []rcpool.Report
	checking(t, 1)
	rcpool.OnReport(func(r rcpool.Report) {
		mu.Lock()
		defer mu.Unlock()
		reports = append(reports, r)
	})
	p := newOrders()
	forget(p)
	found := func() bool {
		runtime.GC()
		mu.Lock()
		defer mu.Unlock()
		return slices.ContainsFunc(reports, func(r rcpool.Report) bool {
			return r.Kind == rcpool.Leak && r.Pool == "classic_test.order" && strings.Contains(r.GotAt.String(), "classic_test.forget")
		})
	}
	for range 1000 {
		if found() {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("the leak is not reported; the reports are %v", reports)
}
