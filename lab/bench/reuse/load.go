package main

import (
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"sync"
	"time"
	"unsafe"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/lab/bench/reuse/result"
	"github.com/rcpool/rcpool/lab/internal/machine"
)

// measure measures bursts of 1 to most objects, quiet, and bursts again. Checking
// is off, because a checked lease gets a new object.
func measure[T any](store string, most, bursts int, quiet time.Duration) result.Run {
	rcpool.SetChecking(0)
	made := 0
	fresh := func() *T { made++; return new(T) }
	if store == result.Rcpool {
		p := rcpool.Pool[T]{New: fresh, Reset: func(*T) {}}
		u := user[T, rcpool.Ref[T]]{get: p.Get, object: rcpool.Ref[T].Value, put: rcpool.Ref[T].Release, made: &made}
		return u.measure(most, bursts, quiet)
	}
	u := user[T, *T]{get: fresh, object: func(object *T) *T { return object }, put: func(*T) {}, made: &made}
	if store == result.Sync {
		p := sync.Pool{New: func() any { return fresh() }}
		u.get, u.put = func() *T { return p.Get().(*T) }, func(object *T) { p.Put(object) }
	}
	return u.measure(most, bursts, quiet)
}

// A user gets objects from a pool as an L, and counts them.
type user[T, L any] struct {
	get    func() L
	object func(L) *T
	put    func(L)
	got    int
	made   *int // by the pool
	held   []L
}

func (u *user[T, L]) measure(most, bursts int, quiet time.Duration) (r result.Run) {
	var before, after runtime.MemStats
	base := settled()
	runtime.ReadMemStats(&before)
	sizes := rand.New(rand.NewPCG(1, 2))
	work := func() {
		got, made := u.got, *u.made
		u.burst(most) // makes the objects, and does not count
		u.got, *u.made = got, made
		for range bursts {
			u.burst(int(math.Pow(float64(most+1), sizes.Float64()))) // small numbers as often as large ones
		}
	}
	work()
	u.rest(quiet)
	r.Quiet, _ = machine.Resident()
	work()
	_, r.Peak = machine.Resident()
	runtime.ReadMemStats(&after)
	r.Reused = 1 - float64(*u.made)/float64(u.got)
	r.GCs = after.NumGC - before.NumGC
	u.held = nil
	r.Idle = max(settled(), base) - base
	u.put(u.get()) // the pool is reachable until here
	return r
}

// burst gets n objects, makes as much garbage as they have bytes, but 1 KiB for
// each at least, and puts them back.
func (u *user[T, L]) burst(n int) {
	for range n {
		l := u.get()
		touch(u.object(l))
		u.held = append(u.held, l)
		garbage = make([]byte, max(1<<10, unsafe.Sizeof(*new(T))))
	}
	u.got += n
	for _, l := range u.held {
		u.put(l)
	}
	clear(u.held)
	u.held = u.held[:0]
}

// rest leaves the pool alone, and makes 10 MiB of garbage a second.
func (u *user[T, L]) rest(quiet time.Duration) {
	for began := time.Now(); time.Since(began) < quiet; time.Sleep(10 * time.Millisecond) {
		garbage = make([]byte, 100<<10)
	}
}

var garbage []byte

// touch makes an object resident.
func touch[T any](object *T) {
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(object)), unsafe.Sizeof(*object)) // T has no pointers
	for at := 0; at < len(bytes); at += 4096 {
		bytes[at] = 1
	}
}

// settled returns the resident memory after two garbage collections without use.
func settled() uint64 {
	garbage = nil
	runtime.GC()
	time.Sleep(10 * time.Millisecond) // a pool hears of a collection a little later
	debug.FreeOSMemory()              // which is the second one
	time.Sleep(10 * time.Millisecond)
	now, _ := machine.Resident()
	return now
}
