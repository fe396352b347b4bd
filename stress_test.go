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
				n := random.IntN(60) // more than the word has identities for, too
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
	for _, n := range []int{1, 2, 5, 20, 21, 100} {
		var p rcpool.Pool[message]
		rounds, doubles := max(10, 500/n), 0
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

// Goroutines share one object that is never idle, and now and then use a
// reference that they released: exactly the mistakes are refused, and the object
// is reset once.
//
//rcpool:ignore the mistakes are on purpose
func TestStress_CachedObject(t *testing.T) {
	const goroutines, rounds = 8, 3000
	rcpool.PutBack(t)
	rcpool.OnReport(func(rcpool.Report) {})
	for _, oneIn := range []int{0, 1} {
		rcpool.SetChecking(oneIn)
		resets := 0
		p := rcpool.Pool[parcel]{Reset: func(*parcel) { resets++ }}
		cache := p.Get()
		var wg sync.WaitGroup
		var mistakes, refusals atomic.Int64
		for g := range goroutines {
			r := cache.Retain()
			wg.Add(1)
			go func() {
				defer wg.Done()
				random := rand.New(rand.NewPCG(uint64(g), 2))
				mine := []rcpool.Ref[parcel]{r}
				for range rounds {
					i := random.IntN(len(mine))
					switch n := random.IntN(100); {
					case n < 50 && len(mine) < 20:
						mine = append(mine, mine[i].Retain())
					case len(mine) > 1:
						gone := mine[i]
						gone.Release()
						mine[i] = mine[len(mine)-1]
						mine = mine[:len(mine)-1]
						if n < 90 {
							break
						}
						for _, offend := range []func(){gone.Release, func() { gone.Retain() }, func() { gone.Value() }, func() { gone.Detach() }} {
							mistakes.Add(1)
							if panics(offend) != nil {
								refusals.Add(1)
							}
						}
					}
					mine[random.IntN(len(mine))].Value()
				}
				for _, r := range mine {
					r.Release()
				}
			}()
		}
		cache.Release()
		wg.Wait()
		got := p.Stats()
		if mistakes.Load() == 0 || mistakes.Load() != refusals.Load() || resets != 1 || got.Gets != 1 || got.Releases != 1 || got.InUse != 0 {
			t.Errorf("one in %d is checked: %d mistakes, %d refused, %d resets, %+v", oneIn, mistakes.Load(), refusals.Load(), resets, got)
		}
	}
}

// The only owner of a counted reference detaches the object, while somebody with
// a copy of the same reference retains and releases it: whatever comes first,
// nobody loses an object that they own.
func TestStress_DetachOfACountedReference(t *testing.T) {
	unchecked(t)
	for round := range 3000 {
		var p rcpool.Pool[message]
		cache := cached(&p, 25)
		r := cache.Retain()
		cache.Release()
		var wg sync.WaitGroup
		var detached, released, retained, lost atomic.Int64
		start := make(chan struct{})
		for _, race := range []func(){
			func() {
				if panics(func() { r.Detach() }) == nil {
					detached.Add(1)
				}
			},
			func() {
				var u rcpool.Ref[message]
				if panics(func() { u = r.Retain() }) != nil {
					return // it was detached
				}
				retained.Add(1)
				if panics(r.Release) == nil {
					released.Add(1)
				}
				if panics(u.Release) != nil {
					lost.Add(1)
				}
			},
		} {
			wg.Add(1)
			go func() {
				defer wg.Done()
				<-start
				race()
			}()
		}
		close(start)
		wg.Wait()
		given := detached.Load() + released.Load()
		if lost.Load() != 0 || given > 1 || r.Valid() != (given == 0) {
			t.Fatalf("round %d: %d detached, %d retained, %d released, %d lost an object", round, detached.Load(), retained.Load(), released.Load(), lost.Load())
		}
	}
}
