package classic

import (
	"testing"

	"github.com/rcpool/rcpool"
)

type note struct{ ReferenceCounter }

// The moment that no test can hit from outside: an increment that came after
// the last decrement had looked, and before it ended the lease.
func TestLease_IncrementedWhileItEnds(t *testing.T) {
	var reports []rcpool.Report
	rcpool.OnReport(func(r rcpool.Report) { reports = append(reports, r) })
	defer rcpool.OnReport(nil)
	before := rcpool.Checking()
	rcpool.SetChecking(0)
	defer rcpool.SetChecking(before)

	p := NewReferenceCountedPool(
		func(c ReferenceCounter) ReferenceCountable { return &note{c} },
		func(interface{}) error { return nil })
	n := p.Get().(*note)
	n.IncrementReferenceCount()
	n.lease.ref.Release() // as a decrement does that has found extra to be 0

	if len(reports) != 1 || reports[0].Kind != rcpool.StaleRetain {
		t.Errorf("reported %v", reports)
	}
	for range 100 {
		if p.Get() == n { //rcpool:ignore the end of the program gives it up
			t.Fatal("the object that was incremented is leased again")
		}
	}
	for name, count := range map[string]func(){"decrement": n.DecrementReferenceCount, "increment": n.IncrementReferenceCount} {
		if recovered(count) == nil {
			t.Errorf("the %s does not panic", name)
		}
	}
}

// An increment that came too late is seen by the next owner, and taken back
// after that one's last decrement: it ends his lease.
func TestLease_TakeBackEndsTheLeaseItWasTakenForAReferenceOf(t *testing.T) {
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
		t.Error("nobody has ended the lease")
	}
}

func recovered(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}
