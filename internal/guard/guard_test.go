package guard

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

func needGuardPages(tb testing.TB) {
	tb.Helper()
	if !pagesSupported {
		tb.Skip("this system has no guard pages")
	}
}

// newSet returns a set of its own, which must be empty again after the test.
func newSet(tb testing.TB, maxMapped, maxNotes int) *set {
	tb.Helper()
	needGuardPages(tb)
	s := &set{maxMappedBytes: ^uintptr(0), maxMapped: maxMapped, maxNotes: maxNotes,
		space: space{regionSize: 1 << 20, limit: tebibytes(1) >> 4}}
	tb.Cleanup(func() {
		for _, g := range s.objects {
			if !g.ended {
				s.end(g.object)
			}
		}
		if left := s.stats(); left != (counts{}) || len(s.objects) > maxNotes {
			tb.Errorf("the set still has %+v and %d objects", left, len(s.objects))
		}
	})
	return s
}

func (s *set) stats() counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts
}

func mapObject(tb testing.TB, s *set, size uintptr, note any) unsafe.Pointer {
	tb.Helper()
	p, err := s.admit(size, 8, note)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// faultAt is the address at which f faults; ok is false if it does not.
func faultAt(tb testing.TB, f func()) (addr uintptr, ok bool) {
	tb.Helper()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch e := recover().(type) {
		case nil:
		case interface {
			runtime.Error
			Addr() uintptr
		}:
			addr, ok = e.Addr(), true
		default:
			tb.Errorf("panicked with %v, want a fault", e)
		}
	}()
	f()
	return 0, false
}

// touched keeps reads from being optimised away.
var touched atomic.Uint64

func touch(b *byte) { touched.Add(uint64(*b)) }

func TestGuardable(t *testing.T) {
	type plain struct {
		id    uint64
		at    [3]float32
		inner struct {
			flag bool
			c    complex128
			u    uintptr
		}
		mu   sync.Mutex
		n    atomic.Int64
		none [0]*int
	}
	type node struct {
		plain
		next *node
	}
	for _, test := range []struct {
		t    reflect.Type
		want bool
	}{
		{reflect.TypeFor[int](), true},
		{reflect.TypeFor[bool](), true},
		{reflect.TypeFor[float64](), true},
		{reflect.TypeFor[[4096]byte](), true},
		{reflect.TypeFor[plain](), true},
		{reflect.TypeFor[[2]plain](), true},
		{reflect.TypeFor[struct{}](), false},
		{reflect.TypeFor[[0]int](), false},
		{reflect.TypeFor[node](), false},
		{reflect.TypeFor[[1]node](), false},
		{reflect.TypeFor[*int](), false},
		{reflect.TypeFor[string](), false},
		{reflect.TypeFor[[]byte](), false},
		{reflect.TypeFor[map[int]int](), false},
		{reflect.TypeFor[chan int](), false},
		{reflect.TypeFor[func()](), false},
		{reflect.TypeFor[any](), false},
		{reflect.TypeFor[unsafe.Pointer](), false},
		{reflect.TypeFor[time.Time](), false}, // has a *Location
		{reflect.TypeFor[bytes.Buffer](), false},
	} {
		if got, want := Guardable(test.t), test.want && Supported; got != want {
			t.Errorf("Guardable(%v) = %v, want %v", test.t, got, want)
		}
	}
}

func TestMap_Placement(t *testing.T) {
	s := newSet(t, 1000, 1000)
	page := uintptr(os.Getpagesize())
	for _, size := range []uintptr{1, 8, 15, 16, 17, 24, 64, 100, page - 1, page, page + 1, 3*page - 16, 5 << 20} {
		for _, align := range []uintptr{1, 8, 16, 64, page} {
			p, err := s.admit(size, align, nil)
			if err != nil {
				t.Fatalf("size %d, alignment %d: %v", size, align, err)
			}
			align = max(align, 16)
			if uintptr(p)%align != 0 {
				t.Errorf("size %d, alignment %d: object at %p", size, align, p)
			}
			object := unsafe.Slice((*byte)(p), size)
			for i := range object {
				if object[i] != 0 {
					t.Fatalf("size %d, alignment %d: byte %d is %d", size, align, i, object[i])
				}
				object[i] = 0xFF
			}
			slack := (align - size%align) % align
			if addr, ok := faultAt(t, func() { touch((*byte)(unsafe.Add(p, size+slack))) }); !ok || addr != uintptr(p)+size+slack {
				t.Errorf("size %d, alignment %d: reading behind the object: fault %v at %#x", size, align, ok, addr)
			}
			s.end(p)
		}
	}
}

func TestMap_FailureIsAnError(t *testing.T) {
	s := newSet(t, 2, 2)
	page := uintptr(os.Getpagesize())
	for _, test := range []struct{ size, align uintptr }{
		{0, 8}, {8, 24}, {8, 2 * page}, {^uintptr(0), 8}, {^uintptr(0) >> 1, 8}, {^uintptr(0) >> 3, 8},
	} {
		if p, err := s.admit(test.size, test.align, nil); err == nil {
			t.Errorf("size %#x, alignment %d: object at %p", test.size, test.align, p)
		} else if text := err.Error(); !strings.HasPrefix(text, "rcpool: ") {
			t.Errorf("size %#x, alignment %d: %q", test.size, test.align, text)
		}
	}
	if got := s.stats(); got != (counts{}) {
		t.Errorf("after failures only: %+v", got)
	}

	first, second := mapObject(t, s, 8, nil), mapObject(t, s, 8, nil)
	if _, err := s.admit(8, 8, nil); err != errTooMany {
		t.Errorf("the third of two leases: %v", err)
	}
	s.end(first)
	third := mapObject(t, s, 8, nil)
	s.end(second)
	s.end(third)
}

// The kernel may grant the addresses and then not the memory. A region that was
// reserved for one object must not stay then.
func TestSpace_CancelLeavesNothing(t *testing.T) {
	needGuardPages(t)
	page := uintptr(os.Getpagesize())
	s := space{regionSize: 4 * page, limit: 16 * page}
	for range 100 {
		p, err := s.cut(8 * page)
		if err != nil {
			t.Fatal(err)
		}
		s.cancel(p)
		if unmapPages(p.memory) == nil {
			t.Fatal("the pages were still mapped")
		}
	}
	if s.reserved != 0 {
		t.Errorf("%d bytes are reserved", s.reserved)
	}
	first, err := s.take(page, page)
	if err != nil {
		t.Fatal(err)
	}
	s.cancel(first) // its neighbours in the region may be in use
	second, err := s.take(page, page)
	if err != nil || &second.memory[0] == &first.memory[0] {
		t.Errorf("%v, or the address was used again", err)
	}
}

// When all addresses are used up, there are no more guarded leases.
func TestSpace_IsLimited(t *testing.T) {
	s := newSet(t, 100, 100)
	page := uintptr(os.Getpagesize())
	s.space = space{regionSize: 4 * page, limit: 8 * page}
	var objects []unsafe.Pointer
	for {
		p, err := s.admit(page, 8, nil)
		if err != nil {
			if !errors.Is(err, errNoSpace) {
				t.Error(err)
			}
			break
		}
		objects = append(objects, p)
		s.end(p)
	}
	if len(objects) != 4 {
		t.Errorf("%d objects of two pages each in 8 pages", len(objects))
	}
	for _, p := range objects {
		if _, ok := faultAt(t, func() { touch((*byte)(p)) }); !ok {
			t.Error("a late read went through")
		}
	}
}

// tebibytes is not constant, so that 32-bit machines compile it.
func tebibytes(n uintptr) uintptr {
	for range 4 {
		n <<= 10
	}
	return n
}

func TestProtect_LateUseFaultsAtItsAddress(t *testing.T) {
	for name, use := range map[string]func(object []byte, i int){
		"read":   func(object []byte, i int) { touch(&object[i]) },
		"write":  func(object []byte, i int) { object[i] = 1 },
		"atomic": func(object []byte, i int) { atomic.AddUint64((*uint64)(unsafe.Pointer(&object[i])), 1) },
		"copy":   func(object []byte, i int) { touched.Add(uint64(copy(make([]byte, 8), object[i:]))) },
		"clear":  func(object []byte, i int) { clear(object[i : i+1]) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSet(t, 10, 10)
			const size = 10_000
			var objects [3][]byte
			for lease := range objects {
				objects[lease] = unsafe.Slice((*byte)(mapObject(t, s, size, lease)), size)
			}
			for lease, object := range objects {
				if _, ok := faultAt(t, func() { use(object, 0) }); ok {
					t.Errorf("lease %d faults while it is in use", lease)
				}
			}
			for _, object := range objects {
				s.end(unsafe.Pointer(&object[0]))
			}
			for lease, object := range objects {
				for _, i := range []int{0, 8, 4096, size - 8} {
					addr, ok := faultAt(t, func() { use(object, i) })
					if !ok || addr != uintptr(unsafe.Pointer(&object[i])) {
						t.Errorf("byte %d of lease %d at %p: fault %v at %#x", i, lease, &object[i], ok, addr)
					}
					if note, ok := s.at(addr); !ok || note != lease {
						t.Errorf("byte %d of lease %d: the note is %v, %v", i, lease, note, ok)
					}
				}
			}
		})
	}
}

// Through a *T, the address need not be that of the field, but it is in the
// object, and tells the lease.
func TestProtect_LateUseOfAField(t *testing.T) {
	needGuardPages(t)
	type record struct {
		id   uint64
		body [9000]byte
		sum  uint32
	}
	p, err := Map(unsafe.Sizeof(record{}), unsafe.Alignof(record{}), "the record's lease")
	if err != nil {
		t.Fatal(err)
	}
	kept := (*record)(p)
	kept.sum = 7
	Protect(p)
	for name, use := range map[string]func(){
		"read":       func() { touched.Add(uint64(kept.sum)) },
		"write":      func() { kept.sum++ },
		"whole":      func() { *kept = record{} },
		"comparison": func() { touched.Add(uint64(len(fmt.Sprint(*kept == record{})))) },
	} {
		addr, ok := faultAt(t, use)
		if !ok || addr-uintptr(p) >= unsafe.Sizeof(*kept) {
			t.Errorf("%s: fault %v at %#x, the object is at %p", name, ok, addr, p)
		}
		if note, ok := At(addr); !ok || note != "the record's lease" {
			t.Errorf("%s: the note is %v, %v", name, note, ok)
		}
	}
}

func TestProtect_SystemCallFails(t *testing.T) {
	s := newSet(t, 1, 1)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	object := unsafe.Slice((*byte)(mapObject(t, s, 64, nil)), 64)
	if _, err := w.Write(object); err != nil {
		t.Error(err)
	}
	s.end(unsafe.Pointer(&object[0]))
	if _, err := w.Write(object); err == nil {
		t.Error("the kernel read a protected buffer")
	}
}

func TestAt(t *testing.T) {
	s := newSet(t, 10, 10)
	page := uintptr(os.Getpagesize())
	p := uintptr(mapObject(t, s, 100, "lease"))
	first := p &^ (page - 1)
	var local int
	for _, test := range []struct {
		addr uintptr
		want bool
	}{
		{p, true}, {p + 99, true}, {first, true}, {first + 2*page - 1, true},
		{first - 1, false}, {first + 2*page, false},
		{0, false}, {^uintptr(0), false}, {uintptr(unsafe.Pointer(&local)), false}, {uintptr(unsafe.Pointer(new([64]int))), false},
	} {
		note, ok := s.at(test.addr)
		if ok != test.want || ok && note != "lease" {
			t.Errorf("address %#x of an object at %#x: %v, %v", test.addr, p, note, ok)
		}
	}
}

func TestGuarded_NotesAreForgotten(t *testing.T) {
	s := newSet(t, 10, 1)
	type record struct{ id [4]int }
	var collected atomic.Int32
	for range 6 {
		note := new(record)
		runtime.AddCleanup(note, func(int) { collected.Add(1) }, 0)
		s.end(mapObject(t, s, 8, note))
	}
	for deadline := time.Now().Add(10 * time.Second); collected.Load() < 5 && time.Now().Before(deadline); {
		runtime.GC()
		runtime.Gosched()
	}
	if got := collected.Load(); got != 5 {
		t.Errorf("%d notes of 6 were collected, want all but the latest", got)
	}
}

// An address is used once: a pointer that was kept faults forever, and never
// reads or writes the object of another.
func TestMap_NeverUsesAnAddressAgain(t *testing.T) {
	s := newSet(t, 100, 16)
	page := uintptr(os.Getpagesize())
	var open []unsafe.Pointer // they end in another order than they began
	seen := map[uintptr]int{}
	mappings := countMappings(t)
	const leases = 3000 // many regions
	for lease := range leases {
		size := []uintptr{8, 3 * page, 64}[lease%3]
		p := mapObject(t, s, size, lease)
		*(*byte)(p) = 1
		if earlier, ok := seen[uintptr(p)]; ok {
			t.Fatalf("lease %d has the address of lease %d", lease, earlier)
		}
		seen[uintptr(p)] = lease
		open = append(open, p)
		if len(open) == 50 {
			i := lease * 7 % 50
			s.end(open[i])
			open = append(open[:i], open[i+1:]...)
		}
	}
	if n := countMappings(t) - mappings; n > 200 {
		t.Errorf("%d leases that are over, and 50 that go on, have %d mappings", leases, n)
	}
}

func TestGuarded_EndsOnce(t *testing.T) {
	s := newSet(t, 10, 10)
	p := mapObject(t, s, 8, nil)
	s.end(p)
	for name, p := range map[string]unsafe.Pointer{"protected": p, "none": unsafe.Pointer(new(int))} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: ended again", name)
				}
			}()
			s.end(p)
		}()
	}
}

func TestGuarded_ThousandsOfObjects(t *testing.T) {
	const n = 4000
	s := newSet(t, n, n)
	objects := make([]*[64]int, n)
	for lease := range objects {
		objects[lease] = (*[64]int)(mapObject(t, s, unsafe.Sizeof([64]int{}), lease))
		objects[lease][63] = lease
	}
	for range 3 {
		runtime.GC() // must not mind pointers to what is not its own
	}
	for lease, object := range objects {
		if object[0] != 0 || object[63] != lease {
			t.Fatalf("lease %d holds %d, %d", lease, object[0], object[63])
		}
		s.end(unsafe.Pointer(object))
	}
	runtime.GC()
	for lease := range n {
		addr, ok := faultAt(t, func() { objects[lease][0]++ })
		if note, known := s.at(addr); !ok || !known || note != lease {
			t.Fatalf("lease %d: fault %v at %#x, the note is %v", lease, ok, addr, note)
		}
	}
	runtime.KeepAlive(objects)
}

// Goroutines lease, hand over and end; nobody ever sees an object of another.
func TestGuarded_ConcurrentUse(t *testing.T) {
	s := newSet(t, 64, 32)
	const goroutines, rounds = 8, 500
	type lease struct {
		object *[100]int
		id     int
	}
	handOver := make(chan lease, 16)
	var refused atomic.Int64
	var senders, receivers sync.WaitGroup
	for g := range goroutines {
		senders.Add(1)
		go func() {
			defer senders.Done()
			for i := range rounds {
				id := g*rounds + i + 1
				p, err := s.admit(unsafe.Sizeof([100]int{}), 8, id)
				if err != nil {
					refused.Add(1)
					continue
				}
				object := (*[100]int)(p)
				if *object != [100]int{} {
					t.Errorf("lease %d is not zero: %v", id, object)
				}
				for j := range object {
					object[j] = id
				}
				handOver <- lease{object, id}
			}
		}()
		receivers.Add(1)
		go func() {
			defer receivers.Done()
			for l := range handOver {
				for _, v := range l.object {
					if v != l.id {
						t.Errorf("lease %d holds %d", l.id, v)
					}
				}
				if note, ok := s.at(uintptr(unsafe.Pointer(l.object))); !ok || note != l.id {
					t.Errorf("lease %d: the note is %v, %v", l.id, note, ok)
				}
				s.end(unsafe.Pointer(l.object))
			}
		}()
	}
	senders.Wait()
	close(handOver)
	receivers.Wait()
	if got := s.stats(); got != (counts{}) || len(s.objects) != 32 {
		t.Errorf("after %d refusals: %+v", refused.Load(), got)
	}
}

// Without SetPanicOnFault the process ends, and the traceback names the line.
func TestGuarded_CrashNamesTheLine(t *testing.T) {
	needGuardPages(t)
	const crash = "RCPOOL_TEST_GUARD_CRASH"
	if os.Getenv(crash) != "" {
		p, err := Map(8, 8, nil)
		if err != nil {
			t.Fatal(err)
		}
		Protect(p)
		keptTooLong((*int)(p))
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestGuarded_CrashNamesTheLine$")
	cmd.Env = append(os.Environ(), crash+"=1")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("a late write went well:\n%s", out)
	}
	for _, want := range []string{"unexpected fault address", "guard.keptTooLong", "guard_test.go:"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%q is missing in:\n%s", want, out)
		}
	}
}

//go:noinline
func keptTooLong(object *int) { *object++ }

func BenchmarkGuarded(b *testing.B) {
	for _, size := range []uintptr{64, 4096, 64 << 10} {
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			set := newSet(b, 64, 64)
			for b.Loop() {
				p := mapObject(b, set, size, nil)
				*(*byte)(p) = 1
				set.end(p)
			}
		})
	}
}
