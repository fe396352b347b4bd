//go:build cgo

package ccode

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rctest"
)

// collect collects garbage until stop is called.
func collect() (stop func()) {
	done, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-done:
				return
			default:
				runtime.GC()
				time.Sleep(time.Millisecond)
			}
		}
	}()
	return func() {
		close(done)
		<-stopped
	}
}

// C has borrowed the packet for the time of a call, or for longer if it is
// pinned. Neither is reported.
func TestPackets_OfCorrectPrograms(t *testing.T) {
	packets := rcpool.Pool[Packet]{Name: "packets"}
	rctest.NoLeaks(t, &packets)
	defer collect()()
	const users, leases = 4, 2000
	var holding sync.Mutex // C holds one packet at a time
	var wg sync.WaitGroup
	for range users {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range leases {
				ref := packets.Get()
				p := ref.Value()
				p.data[rand.IntN(len(p.data))] = 1
				var want, got uint
				switch rand.IntN(3) {
				case 0:
					want, got = 1, p.sum()
				case 1:
					want, got = 2, p.sumSlowly()
				case 2:
					var pinner runtime.Pinner
					holding.Lock()
					pinner.Pin(p)
					p.hold()
					runtime.Gosched()
					want, got = 1, sumHeld()
					release()
					pinner.Unpin()
					holding.Unlock()
				}
				if got != want {
					t.Errorf("the sum is %d, want %d", got, want)
				}
				ref.Release()
			}
		}()
	}
	wg.Wait()
	if stats := packets.Stats(); stats.RetiredBy.Check != users*leases {
		t.Errorf("not every lease was checked: %+v", stats)
	}
	for _, r := range packets.Reports() {
		t.Errorf("%v", r)
	}
}

// What stays pinned for C after the lease is reported.
func TestPackets_PinnedAfterTheLease(t *testing.T) {
	packets := rcpool.Pool[Packet]{Name: "packets"}
	defer rcpool.OnReport(func(rcpool.Report) {})()
	defer packets.SetChecking(1)()
	var pinner runtime.Pinner
	defer pinner.Unpin()
	defer release()
	func() {
		ref := packets.Get()
		defer ref.Release()
		pinner.Pin(ref.Value())
		ref.Value().hold()
	}()
	for start := time.Now(); len(packets.Reports()) == 0; runtime.GC() {
		if time.Since(start) > time.Minute {
			t.Fatal("no report")
		}
		time.Sleep(time.Millisecond)
	}
	if r := packets.Reports()[0]; r.Kind != rcpool.KeptPointer {
		t.Errorf("reported %v", r)
	}
}
