package rcpool_test

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/race"
)

// fault calls f and returns the address it faults at, if it does.
func fault(f func()) (addr uintptr, ok bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if err, isFault := recover().(interface{ Addr() uintptr }); isFault {
			addr, ok = err.Addr(), true
		}
	}()
	f()
	return 0, false
}

// guardedPool is a pool whose checked leases have pages of their own here.
func guardedPool(t *testing.T) *rcpool.Pool[[512]byte] {
	t.Helper()
	if race.Enabled {
		t.Skip("the race detector does not see memory outside of the heap")
	}
	checked(t)
	p := &rcpool.Pool[[512]byte]{Name: "blocks", Guard: true}
	r := p.Get()
	kept := r.Value()
	r.Release()
	if _, ok := fault(func() { sink += int(kept[0]) }); !ok {
		t.Skip("there are no guard pages in this build")
	}
	return p
}

func TestGuard_StaleUseFaultsAndNamesTheLease(t *testing.T) {
	p := guardedPool(t)
	r := p.Get()
	kept := r.Value()
	kept[17] = 1
	r.Release()
	for name, use := range map[string]func(){
		"read":  func() { sink += int(kept[17]) },
		"write": func() { kept[17] = 2 },
	} {
		addr, ok := fault(use)
		if !ok {
			t.Errorf("a stale %s went through", name)
			continue
		}
		report, ok := rcpool.FaultAt(addr)
		if !ok || report.Pool != "blocks" || !strings.Contains(report.GotAt.Site(), t.Name()) || report.ReleasedAt == nil {
			t.Errorf("%s: FaultAt says %v, %v", name, ok, report)
		}
	}
	if _, ok := rcpool.FaultAt(1); ok {
		t.Error("FaultAt knows address 1")
	}
}

// The address of an object is never that of another one, of whatever pool.
func TestGuard_LateWriteFaultsAfterThousandsOfLeases(t *testing.T) {
	p := guardedPool(t)
	r := p.Get()
	kept := r.Value()
	r.Release()
	q := rcpool.Pool[[64]uint64]{Name: "numbers", Guard: true}
	var numbers []rcpool.Ref[[64]uint64]
	for range 2000 {
		q.Get().Release()
		numbers = append(numbers, q.Get())
	}
	if _, ok := fault(func() { kept[17] = 2 }); !ok {
		t.Error("a late write went through")
	}
	for _, r := range numbers {
		if *r.Value() != [64]uint64{} {
			t.Error("it went into the object of another lease")
		}
		r.Release()
	}
}

// A *T to the pages keeps nothing alive, so a leak must not take them away.
func TestGuard_LeakKeepsTheMemory(t *testing.T) {
	p := guardedPool(t)
	//rcpool:ignore it is lost on purpose
	kept := p.Get().Value()
	kept[3] = 7
	for range 5 {
		runtime.GC()
	}
	if addr, ok := fault(func() { sink += int(kept[3]) }); ok || kept[3] != 7 {
		t.Errorf("fault %v at %x", ok, addr)
	}
}

func TestGuard_DetachGivesACopyThatIsOrdinary(t *testing.T) {
	p := guardedPool(t)
	for range 5000 { // more than can be guarded at a time
		r := p.Get()
		r.Value()[0] = 9
		lent := r.Value()
		mine := r.Detach()
		if mine[0] != 9 || mine == lent {
			t.Fatal("the detached object is not a copy")
		}
	}
	r := p.Get()
	kept := r.Value()
	r.Release()
	if _, ok := fault(func() { sink += int(kept[0]) }); !ok {
		t.Error("there are no pages left")
	}
}

func TestGuard_ResetPanics(t *testing.T) {
	p := guardedPool(t)
	q := rcpool.Pool[[512]byte]{Guard: true, Reset: func(*[512]byte) { panic("boom") }}
	p.Get().Release()
	r := q.Get()
	kept := r.Value()
	panics(r.Release)
	if _, ok := fault(func() { kept[0] = 1 }); !ok {
		t.Error("a late write went through")
	}
}

// An object with pointers cannot have guard pages.
func TestGuard_IsIgnoredForPointers(t *testing.T) {
	checked(t)
	p := rcpool.Pool[message]{Guard: true}
	r := p.Get()
	r.Value().body = strings.Repeat("x", 10)
	runtime.GC()
	if r.Value().body != "xxxxxxxxxx" {
		t.Error("the collector took what the object refers to")
	}
	r.Release()
}

// The slot that was drawn, and whose object could not be guarded, draws anew:
// else every lease of it would be checked.
func TestGuard_IsSampledLikeTheRest(t *testing.T) {
	p := guardedPool(t)
	defer rcpool.SetCheckEvery(0)()
	rcpool.SetChecking(100)
	before := p.Stats()
	for range 20_000 {
		p.Get().Release()
	}
	got := p.Stats()
	if checks := got.RetiredBy.Check - before.RetiredBy.Check; checks < 100 || checks > 300 {
		t.Errorf("%d of 20000 leases were checked, want about 200", checks)
	}
	if got.News > got.Gets {
		t.Errorf("more fresh objects than leases: %+v", got)
	}
}
