package bench_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/rcpool/rcpool/internal/store"
)

// BenchmarkReuse is bursts: objects are got, some garbage is made, and the objects
// are put. It tells which share of those that were got had been put before ("%"),
// and how many bytes the store still has after two collections without use
// ("idle-B/op").
func BenchmarkReuse(b *testing.B) {
	reuse[[128]byte](b, "128B", 2000)
	reuse[[256 << 10]byte](b, "256KiB", 16)
}

// reuse measures bursts of 1 to most objects, for each store and GOGC.
func reuse[T any](b *testing.B, size string, most int) {
	for _, percent := range []int{25, 100, 400} {
		for _, kind := range []string{"sync", "rcpool"} {
			b.Run(fmt.Sprintf("object=%s/GOGC=%d/store=%s", size, percent, kind), func(b *testing.B) {
				u := usage{fresh: func() unsafe.Pointer { return unsafe.Pointer(new(T)) }, waste: max(1<<10, unsafe.Sizeof(*new(T))/2)}
				u.get, u.put = storeOf[T](kind)
				before := settledHeap()
				defer debug.SetGCPercent(debug.SetGCPercent(percent))
				u.burst(most) // makes the objects
				u.got, u.made = 0, 0
				for range b.N {
					u.burst(int(math.Exp(rand.Float64() * math.Log(float64(most+1))))) // small numbers as often as large ones
				}
				b.StopTimer()
				u.held = nil
				b.ReportMetric(1-u.made/u.got, "%")
				b.ReportMetric(max(0, settledHeap()-before), "idle-B/op")
				u.put(u.fresh()) // the store is reachable until here
			})
		}
	}
}

// storeOf returns the functions of a new store.
func storeOf[T any](kind string) (get func() unsafe.Pointer, put func(unsafe.Pointer)) {
	if kind == "rcpool" {
		s := new(store.Store)
		return s.Get, s.Put
	}
	p := new(sync.Pool)
	get = func() unsafe.Pointer {
		x, _ := p.Get().(*T)
		return unsafe.Pointer(x)
	}
	return get, func(x unsafe.Pointer) { p.Put((*T)(x)) }
}

// A usage counts objects that were got and made.
type usage struct {
	get       func() unsafe.Pointer
	put       func(unsafe.Pointer)
	fresh     func() unsafe.Pointer
	waste     uintptr // garbage for each object, in bytes
	got, made float64
	held      []unsafe.Pointer
}

// burst gets n objects, makes garbage, and puts them.
func (u *usage) burst(n int) {
	for range n {
		x := u.get()
		if x == nil {
			u.made++
			x = u.fresh()
		}
		u.held = append(u.held, x)
		garbage = make([]byte, u.waste)
	}
	u.got += float64(n)
	for i, x := range u.held {
		u.put(x)
		u.held[i] = nil
	}
	u.held = u.held[:0]
}

var garbage []byte

// settledHeap returns the heap after two collections without use.
func settledHeap() float64 {
	for range 2 {
		runtime.GC()
		time.Sleep(10 * time.Millisecond) // the store hears of a collection a little later
	}
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return float64(sample[0].Value.Uint64())
}
