package classic_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/classic"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/rctest"
)

// checking checks one lease in n while the test runs, quietly.
func checking(t *testing.T, n int) {
	t.Helper()
	quiet(t)
	t.Cleanup(rcpool.SetChecking(n))
}

// quiet keeps the misuse that the test makes on purpose out of the log.
func quiet(t *testing.T) {
	t.Helper()
	t.Cleanup(rcpool.ForgetReports)
	t.Cleanup(rcpool.OnReport(func(rcpool.Report) {}))
}

// wantMisuse fails the test unless m has the kind and a call site in the test.
func wantMisuse(t *testing.T, m *rcpool.Misuse, kind rcpool.Kind) {
	t.Helper()
	test, _, _ := strings.Cut(t.Name(), "/")
	if m == nil || m.Kind != kind || m.Pool != "classic_test.order" || !strings.Contains(m.MisusedAt.Site(), test) {
		t.Errorf("panics with %v, want %v with a call site in %s", m, kind, test)
	}
}

func TestCount_Idle(t *testing.T) {
	checking(t, 0)
	p := newOrders()
	o := get(p)
	o.DecrementReferenceCount()
	wantMisuse(t, misuse(func() { o.DecrementReferenceCount() }), rcpool.DoubleRelease)
	wantMisuse(t, misuse(func() { o.IncrementReferenceCount() }), rcpool.StaleRetain)
	var next [100]*order
	for i := range next {
		if next[i] = get(p); next[i] == o {
			t.Error("the misused object is leased again")
		}
	}
	for _, o := range next {
		o.DecrementReferenceCount()
	}
}

func TestCount_ExtraDecrementAfterSeveralReferences(t *testing.T) {
	checking(t, 0)
	p := newOrders()
	o := get(p)
	o.IncrementReferenceCount()
	o.IncrementReferenceCount()
	for range 3 {
		o.DecrementReferenceCount()
	}
	wantMisuse(t, misuse(func() { o.DecrementReferenceCount() }), rcpool.DoubleRelease)
}

// In a checked lease the misuse is caught with all call sites, even after many
// other leases. (The test copies the counter, because reading it from the object
// would be a data race by then.)
func TestCount_Checked(t *testing.T) {
	checking(t, 1)
	for name, c := range map[string]struct {
		use  func(classic.ReferenceCounter)
		kind rcpool.Kind
	}{
		"decrement": {func(c classic.ReferenceCounter) { c.DecrementReferenceCount() }, rcpool.DoubleRelease},
		"increment": {func(c classic.ReferenceCounter) { c.IncrementReferenceCount() }, rcpool.StaleRetain},
	} {
		t.Run(name, func(t *testing.T) {
			p := newOrders()
			o := get(p)
			counter := o.ReferenceCounter
			o.IncrementReferenceCount()
			o.DecrementReferenceCount()
			o.DecrementReferenceCount()
			var next [100]*order
			for i := range next {
				if next[i] = get(p); next[i] == o {
					t.Fatal("the object of a checked lease is leased again")
				}
			}
			m := misuse(func() { c.use(counter) })
			wantMisuse(t, m, c.kind)
			if !strings.Contains(m.GotAt.Site(), "classic_test.get ") || !strings.Contains(m.ReleasedAt.Site(), "TestCount_Checked") {
				t.Errorf("does not name the call sites: %v", m)
			}
			for _, o := range next { // they are not affected
				o.DecrementReferenceCount()
			}
		})
	}
}

// The documented limit: after the object of an unchecked lease was leased again,
// an extra decrement takes the reference of the next owner.
func TestCount_ReissuedIsNotCaughtUnlessChecked(t *testing.T) {
	rctest.Deterministic(t)
	quiet(t)
	p := newOrders()
	o := get(p)
	o.DecrementReferenceCount()
	next := get(p)
	if next != o {
		t.Fatal("not leased again")
	}
	if m := misuse(o.DecrementReferenceCount); m != nil {
		t.Fatalf("the extra decrement was caught, so the documentation is wrong: %v", m)
	}
	if m := misuse(next.DecrementReferenceCount); m == nil || m.Kind != rcpool.DoubleRelease {
		t.Errorf("the next owner panics with %v", m)
	}
}

func TestCount_OfAnObjectWithoutAPool(t *testing.T) {
	quiet(t)
	for name, use := range map[string]func(){
		"increment": new(order).IncrementReferenceCount,
		"decrement": new(order).DecrementReferenceCount,
		"instance":  func() { new(order).SetInstance(nil) },
	} {
		if m := misuse(use); m == nil || m.Kind != rcpool.ZeroRef {
			t.Errorf("%s panics with %v, want ZeroRef", name, m)
		}
	}
}

// Of several decrements that race for one reference, one succeeds.
func TestDecrement_Racing(t *testing.T) {
	checking(t, 1) // or the object could be leased again between two decrements
	p := newOrders()
	const racers = 4
	for range 500 {
		o := get(p)
		counter := o.ReferenceCounter
		var caught atomic.Int32
		var wg sync.WaitGroup
		start := make(chan struct{})
		for range racers {
			wg.Add(1)
			go func() {
				defer wg.Done()
				<-start
				if m := misuse(counter.DecrementReferenceCount); m != nil {
					if m.Kind != rcpool.DoubleRelease {
						t.Error(m)
					}
					caught.Add(1)
				}
			}()
		}
		close(start)
		wg.Wait()
		if caught.Load() != racers-1 {
			t.Fatalf("%d of %d racing decrements were caught", caught.Load(), racers)
		}
	}
}

// A goroutine without a reference increments during the last decrement. Either its
// increment or its decrement panics, or it came in time. The object never has two
// owners.
func TestIncrement_RacesWithTheLastDecrement(t *testing.T) {
	checking(t, 1)
	p := newOrders()
	for range 2000 {
		o := get(p)
		counter := o.ReferenceCounter
		var late *rcpool.Misuse
		var wg sync.WaitGroup
		start := make(chan struct{})
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-start
			late = misuse(func() {
				counter.IncrementReferenceCount()
				counter.DecrementReferenceCount()
			})
		}()
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-start
			counter.DecrementReferenceCount()
		}()
		close(start)
		wg.Wait()
		if late != nil && late.Kind != rcpool.StaleRetain && late.Kind != rcpool.DoubleRelease {
			t.Fatal(late)
		}
		if m := misuse(counter.DecrementReferenceCount); m == nil {
			t.Fatal("the lease has not ended")
		}
		next := get(p)
		if next == o {
			t.Fatal("the object is leased again")
		}
		next.DecrementReferenceCount()
	}
}

// The same with unchecked leases, whose objects are leased again.
func TestIncrement_RacesWithTheLastDecrementAndTheNextGet(t *testing.T) {
	if race.Enabled {
		t.Skip("the misuse is a data race")
	}
	checking(t, 0)
	p := newOrders()
	var counters [4]atomic.Pointer[classic.ReferenceCounter]
	var wg sync.WaitGroup
	stop := make(chan struct{})
	for i := range counters {
		wg.Add(1)
		go func() { // owners without misuse
			defer wg.Done()
			for range 20_000 {
				o := get(p)
				if o.owners.Add(1) != 1 {
					t.Error("one object has two owners")
				}
				counters[i].Store(&o.ReferenceCounter)
				o.owners.Add(-1)
				o.DecrementReferenceCount()
			}
			if i == 0 {
				close(stop)
			}
		}()
	}
	var intruders sync.WaitGroup
	intruders.Add(1)
	go func() {
		defer intruders.Done()
		for {
			select {
			case <-stop:
				return
			default:
			}
			for i := range counters {
				if c := counters[i].Load(); c != nil {
					misuse(c.IncrementReferenceCount) // without a reference, and never decremented
				}
			}
		}
	}()
	wg.Wait()
	intruders.Wait()
}

// While misuses are only reported, a decrement too many is ignored, and a late
// increment counts, so that the decrement that follows takes nobody's reference.
//
//rcpool:ignore the mistakes are on purpose
func TestReportOnly(t *testing.T) {
	checking(t, 0)
	t.Cleanup(rcpool.SetPanicOnMisuse(false))
	p := newOrders()
	o := get(p)
	o.DecrementReferenceCount()
	o.DecrementReferenceCount()
	o.IncrementReferenceCount()
	o.DecrementReferenceCount()
	var zero order
	zero.SetInstance(&zero)
	zero.IncrementReferenceCount()
	zero.DecrementReferenceCount()
	count := map[rcpool.Kind]int{}
	for _, r := range rcpool.Reports() {
		count[r.Kind] += r.Count
	}
	if count[rcpool.DoubleRelease] != 1 || count[rcpool.StaleRetain] != 1 || count[rcpool.ZeroRef] != 3 {
		t.Errorf("reports: %v", count)
	}
	for range 100 {
		next := get(p)
		defer next.DecrementReferenceCount()
		if next == o {
			t.Error("the misused object is leased again")
		}
	}
}
