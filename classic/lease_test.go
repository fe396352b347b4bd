package classic

import (
	"testing"

	"github.com/rcpool/rcpool"
)

type note struct{ ReferenceCounter }

// The increment comes after the last decrement has read the count and before it
// ends the lease. No test can hit that moment from outside.
func TestLease_IncrementedWhileItEnds(t *testing.T) {
	var reports []rcpool.Report
	defer rcpool.OnReport(func(r rcpool.Report) { reports = append(reports, r) })()
	defer rcpool.SetChecking(0)()

	p := NewReferenceCountedPool(
		func(c ReferenceCounter) ReferenceCountable { return &note{c} },
		func(interface{}) error { return nil })
	n := p.Get().(*note)
	n.IncrementReferenceCount()
	n.lease.ref.Release() // what a decrement does after it has found extra to be 0

	if err := rcpool.FlushReports(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(reports) != 1 || reports[0].Kind != rcpool.StaleRetain {
		t.Errorf("reported %v", reports)
	}
	for range 100 {
		if p.Get() == n { //rcpool:ignore held until the test ends
			t.Fatal("the incremented object is leased again")
		}
	}
	for name, count := range map[string]func(){"decrement": n.DecrementReferenceCount, "increment": n.IncrementReferenceCount} {
		if recovered(count) == nil {
			t.Errorf("the %s does not panic", name)
		}
	}
}

// The next owner takes a late increment for a reference. Taking it back after the
// last decrement of that owner ends the lease.
func TestLease_TakeBackAfterTheLastDecrementEndsTheLease(t *testing.T) {
	p := NewReferenceCountedPool(
		func(c ReferenceCounter) ReferenceCountable { return &note{c} },
		func(interface{}) error { return nil })
	n := p.Get().(*note)
	n.lease.extra.Add(1)
	n.DecrementReferenceCount()
	if p.leases.Stats().InUse != 1 {
		t.Fatal("the decrement has ended the lease")
	}
	n.lease.takeBack() //rcpool:ignore this is what takeBack is for
	if p.leases.Stats().InUse != 0 {
		t.Error("taking the increment back has not ended the lease")
	}
}

func recovered(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}
