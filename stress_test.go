package rcpool_test

import (
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/rcpool/rcpool"
)

// parcel is written by one owner and checked by everybody who holds it.
type parcel struct {
	owner  int
	serial int
	copies [8]int
	sent   atomic.Int32
}

func (p *parcel) Reset() {
	p.owner, p.serial, p.copies = 0, 0, [8]int{}
	if n := p.sent.Swap(0); n != 0 {
		panic("reset while somebody holds it")
	}
}

// Goroutines lease, share, hand over and release; no object ever has two
// owners, and every lease ends exactly once.
func TestStress_HandOver(t *testing.T) {
	const senders, rounds = 8, 2000
	var p rcpool.Pool[parcel]
	mail := make(chan rcpool.Ref[parcel], 64)
	var read atomic.Uint64
	var receivers, sending sync.WaitGroup
	for range 4 {
		receivers.Add(1)
		go func() {
			defer receivers.Done()
			for r := range mail {
				v := r.Value()
				for _, c := range v.copies {
					if c != v.serial || v.owner == 0 {
						t.Errorf("parcel %d of %d holds %v", v.serial, v.owner, v.copies)
					}
				}
				v.sent.Add(-1)
				read.Add(1)
				r.Release()
			}
		}()
	}
	var sent atomic.Uint64
	for s := range senders {
		sending.Add(1)
		go func() {
			defer sending.Done()
			random := rand.New(rand.NewPCG(uint64(s), 1))
			for i := range rounds {
				r := p.Get()
				v := r.Value()
				if v.owner != 0 || v.copies != [8]int{} {
					t.Errorf("leased a parcel of %d", v.owner)
				}
				v.owner, v.serial = s+1, i
				for c := range v.copies {
					v.copies[c] = i
				}
				n := random.IntN(30) // beyond the references with an identity, too
				v.sent.Add(int32(n))
				for range n {
					mail <- r.Retain()
				}
				sent.Add(uint64(n))
				r.Release()
			}
		}()
	}
	sending.Wait()
	close(mail)
	receivers.Wait()
	got := p.Stats()
	if read.Load() != sent.Load() || got.Gets != senders*rounds || got.Releases != senders*rounds || got.InUse != 0 || got.Retired != 0 {
		t.Errorf("sent %d, read %d, %+v", sent.Load(), read.Load(), got)
	}
}

// Of k releases for n references exactly n succeed, and the others panic, also
// when they race.
func TestStress_RacingReleases(t *testing.T) {
	for _, n := range []int{1, 2, 5, 20} {
		var p rcpool.Pool[message]
		rounds, doubles := 500, 0
		for range rounds {
			refs := share(p.Get(), n)
			var wg sync.WaitGroup
			var succeeded, refusals atomic.Int64
			start := make(chan struct{})
			for range 3 {
				for _, r := range refs {
					wg.Add(1)
					go func() {
						defer wg.Done()
						<-start
						defer func() {
							if err, ok := recover().(error); ok {
								var m *rcpool.Misuse
								if !errors.As(err, &m) || m.Kind != rcpool.DoubleRelease {
									t.Errorf("panicked with %v", err)
								}
								refusals.Add(1)
							}
						}()
						r.Release()
						succeeded.Add(1)
					}()
				}
			}
			close(start)
			wg.Wait()
			if succeeded.Load() != int64(n) || refusals.Load() != int64(2*n) {
				t.Fatalf("%d references, %d releases: %d succeeded, %d panicked", n, 3*n, succeeded.Load(), refusals.Load())
			}
			doubles += int(refusals.Load())
		}
		got := p.Stats()
		if got.Gets != uint64(rounds) || got.Releases != uint64(rounds) || got.InUse != 0 || doubles != rounds*2*n {
			t.Errorf("%d references: %+v", n, got)
		}
	}
}

// Stale references hammer a pool that is in honest use, and nobody but them
// notices.
//
//rcpool:ignore the mistakes are on purpose
func TestStress_StaleReferencesHurtNobody(t *testing.T) {
	var p rcpool.Pool[parcel]
	stop := make(chan struct{})
	stale := make(chan rcpool.Ref[parcel], 16)
	var offenders, honest sync.WaitGroup
	var refusals atomic.Int64
	for range 2 {
		offenders.Add(1)
		go func() {
			defer offenders.Done()
			for {
				select {
				case r := <-stale:
					for _, offend := range []func(){r.Release, func() { r.Retain() }, func() { r.Value() }, func() { r.Detach() }} {
						if panics(offend) != nil {
							refusals.Add(1)
						} else {
							t.Error("a stale reference was let through")
						}
					}
				case <-stop:
					return
				}
			}
		}()
	}
	for g := range 4 {
		honest.Add(1)
		go func() {
			defer honest.Done()
			for i := range 3000 {
				r := p.Get()
				v := r.Value()
				if v.owner != 0 {
					t.Errorf("leased a parcel of %d", v.owner)
				}
				v.owner = g + 1
				second := r.Retain()
				r.Release()
				if i%10 == 0 {
					select {
					case stale <- r:
					default:
					}
				}
				if second.Value().owner != g+1 {
					t.Errorf("a parcel of %d became one of %d", g+1, second.Value().owner)
				}
				second.Release()
			}
		}()
	}
	honest.Wait()
	close(stop)
	offenders.Wait()
	got := p.Stats()
	if got.Gets != 12000 || got.Releases != 12000 || got.InUse != 0 || got.RetiredBy.Panic != 0 {
		t.Errorf("after %d refusals: %+v", refusals.Load(), got)
	}
	if refusals.Load() == 0 {
		t.Error("no stale reference was used")
	}
}
