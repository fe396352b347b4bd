package slicepool_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"runtime"
	"sync"
	"testing"
	"unsafe"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/internal/slicepool"
	"github.com/rcpool/rcpool/adapters/internal/testbed"
	"github.com/rcpool/rcpool/rctest"
)

// The misuse here is on purpose, so keep it out of the log.
func TestMain(m *testing.M) {
	rcpool.OnReport(func(rcpool.Report) {})
	os.Exit(m.Run())
}

// slices returns a pool of bytes with the name of the test.
func slices(t *testing.T) *slicepool.Pool[byte] {
	return &slicepool.Pool[byte]{Name: testbed.Name(t), Min: 64, Max: 1 << 16, Zero: true}
}

func TestPool_Lengths(t *testing.T) {
	rctest.NoLeaks(t)
	s := slices(t)
	for _, n := range []int{0, 1, 63, 64, 65, 4096, 4097, 1 << 16, 1<<16 + 1, 1 << 20} {
		b := s.Get(n)
		if len(b) != n || cap(b) != n {
			t.Errorf("asked for %d, got %d of %d", n, len(b), cap(b))
		}
		if !s.Put(b) {
			t.Errorf("%d bytes are not recognised", n)
		}
	}
	if testbed.Panics(func() { s.Get(-1) }) == nil || testbed.Panics(func() { s.Get(math.MaxInt) }) == nil {
		t.Error("leased an impossible number of bytes")
	}
}

// The whole block goes back, however a library reslices it.
func TestPut_Resliced(t *testing.T) {
	rctest.Deterministic(t)
	s := slices(t)
	first := unsafe.SliceData(s.Get(5000))
	s.Put(unsafe.Slice(first, 5000))
	for name, cut := range map[string]func([]byte) []byte{
		"shorter":     func(b []byte) []byte { return b[:7] },
		"empty":       func(b []byte) []byte { return b[:0] },
		"capped":      func(b []byte) []byte { return b[:3:3] },
		"no capacity": func(b []byte) []byte { return b[:0:0] },
	} {
		t.Run(name, func(t *testing.T) {
			b := s.Get(5000)
			if unsafe.SliceData(b) != first || len(b) != 5000 {
				t.Fatal("got another block")
			}
			if !s.Put(cut(b)) {
				t.Error("not recognised")
			}
		})
	}
}

func TestPut_Foreign(t *testing.T) {
	rctest.NoLeaks(t)
	s, other := slices(t), &slicepool.Pool[byte]{Name: "other", Min: 64, Max: 1 << 16}
	b, others := s.Get(1000), other.Get(1000)
	for name, foreign := range map[string][]byte{
		"nil": nil, "empty": {}, "made": make([]byte, 1000), "of another pool": others, "cut at its beginning": b[1:],
		"grown": append(b, make([]byte, 1000)...),
	} {
		if s.Put(foreign) {
			t.Errorf("accepted a slice: %s", name)
		}
		if _, ok := s.Resize(foreign, 1); ok {
			t.Errorf("resized a slice: %s", name)
		}
		s.Returned(foreign)
	}
	other.Put(others)
	if !s.Put(b) {
		t.Error("did not accept its own slice")
	}
}

func TestPut_Twice(t *testing.T) {
	for name, oneIn := range map[string]int{"unchecked": 0, "checked": 1} {
		t.Run(name, func(t *testing.T) {
			testbed.Checking(t, oneIn)
			s := slices(t)
			for _, n := range []int{100, 1 << 17} {
				b := s.Get(n)
				s.Put(b)
				m := testbed.WantMisuse(t, rcpool.DoubleRelease, func() { s.Put(b) })
				if oneIn == 1 && (m.GotAt == nil || m.ReleasedAt == nil) {
					t.Errorf("a checked lease of %d does not know its call sites: %v", n, m)
				}
				testbed.WantMisuse(t, rcpool.DoubleRelease, func() { s.Put(b[:1]) })
				testbed.WantMisuse(t, rcpool.DoubleRelease, func() { s.Resize(b, 10) })
				testbed.WantMisuse(t, rcpool.DoubleRelease, func() { s.Returned(b[:0:0]) })
				testbed.Checking(t, 1)
				for range 2000 { // more than the pool holds back for checking
					s.Put(s.Get(100))
				}
				testbed.Checking(t, oneIn)
				runtime.GC()
				runtime.GC() // the second one frees what the pool held
				m = testbed.WantMisuse(t, rcpool.DoubleRelease, func() { s.Put(b) })
				if oneIn == 1 && (m.GotAt == nil || m.ReleasedAt == nil) {
					t.Errorf("a checked lease of %d no longer knows its call sites: %v", n, m)
				}
			}
		})
	}
}

// A goroutine that puts a block twice may still use it, so the block is not leased
// again. The misuse is also reported, in case someone recovers the panic.
func TestPut_TwiceRetiresTheBlock(t *testing.T) {
	rctest.Deterministic(t)
	reports := testbed.Reports(t)
	s := slices(t)
	b := s.Get(100)
	s.Put(b)
	testbed.WantMisuse(t, rcpool.DoubleRelease, func() { s.Put(b) })
	if next := s.Get(100); unsafe.SliceData(next) == unsafe.SliceData(b) {
		t.Error("the block was leased again")
	}
	testbed.WantReport(t, reports, rcpool.DoubleRelease, testbed.Name(t)+"(112)")
}

// A block beyond Max is not kept.
func TestPut_LargeIsNotKept(t *testing.T) {
	testbed.Checking(t, 0)
	s := slices(t)
	for range 3 {
		s.Put(s.Get(1 << 20))
	}
	for _, of := range rcpool.AllStats() {
		if of.Name == testbed.Name(t)+"(>65536)" && of.RetiredBy.Keep != 3 {
			t.Errorf("%+v", of)
		}
	}
}

// The registry may lag behind the garbage collector without harm.
func TestPut_ForeignWhereABlockWas(t *testing.T) {
	s := slices(t)
	b, foreign := s.Get(1000), make([]byte, 10)
	s.Misplace(b, foreign)
	if s.Put(foreign) {
		t.Error("accepted memory that it did not lease")
	}
	if !s.Put(b) {
		t.Error("did not accept its own slice")
	}
}

// The documented limit: a slice does not say which lease it belongs to.
func TestPut_TwiceAfterTheBlockWasLeasedAgain(t *testing.T) {
	rctest.Deterministic(t)
	s := slices(t)
	b := s.Get(100)
	s.Put(b)
	next := s.Get(100)
	if unsafe.SliceData(b) != unsafe.SliceData(next) {
		t.Fatal("got another block")
	}
	s.Put(b)
	testbed.WantMisuse(t, rcpool.DoubleRelease, func() { s.Put(next) })
}

// But the block of a checked lease is never leased again.
func TestPut_TwiceChecked(t *testing.T) {
	testbed.Checking(t, 1)
	s := slices(t)
	b := s.Get(100)
	s.Put(b)
	for range 100 {
		next := s.Get(100)
		defer s.Put(next)
	}
	testbed.WantMisuse(t, rcpool.DoubleRelease, func() { s.Put(b) })
}

func TestPut_Racing(t *testing.T) {
	for name, oneIn := range map[string]int{"unchecked": 0, "checked": 1} {
		t.Run(name, func(t *testing.T) {
			testbed.Checking(t, oneIn)
			s := slices(t)
			for range 200 {
				b := s.Get(100)
				var wg sync.WaitGroup
				var mu sync.Mutex
				done, refused := 0, 0
				for range 4 {
					wg.Go(func() {
						failed := testbed.Panics(func() { s.Put(b) }) != nil
						mu.Lock()
						defer mu.Unlock()
						if failed {
							refused++
						} else {
							done++
						}
					})
				}
				wg.Wait()
				if done != 1 || refused != 3 {
					t.Fatalf("%d puts succeeded, %d panicked", done, refused)
				}
			}
		})
	}
}

func TestGet_Zero(t *testing.T) {
	rctest.Deterministic(t)
	s, dirty := slices(t), &slicepool.Pool[byte]{Name: "dirty", Min: 64, Max: 1 << 16}
	for _, s := range []*slicepool.Pool[byte]{s, dirty} {
		b := s.Get(100)
		copy(b, bytes.Repeat([]byte{7}, 100))
		s.Put(b)
	}
	b := s.Get(98)
	if resized, ok := s.Resize(b, 112); !ok || bytes.Count(resized, []byte{0}) != 112 {
		t.Errorf("the memory is not zero: %v", resized)
	}
	if b := dirty.Get(100); bytes.Count(b, []byte{7}) != 100 {
		t.Error("the memory was cleared, or is another block")
	}
}

func TestResize(t *testing.T) {
	rctest.NoLeaks(t)
	s := slices(t)
	b := s.Get(100)
	copy(b, "hello")
	for _, n := range []int{112, 5, 0, 100} {
		resized, ok := s.Resize(b, n)
		if !ok || len(resized) != n || unsafe.SliceData(resized) != unsafe.SliceData(b) {
			t.Fatalf("resized to %d: %v, %d", n, ok, len(resized))
		}
		b = resized
	}
	if _, ok := s.Resize(b, 113); ok {
		t.Error("resized beyond the block")
	}
	s.Put(b)
}

func TestGet_Aligned(t *testing.T) {
	s := &slicepool.Pool[byte]{Name: testbed.Name(t), Min: 16, Max: 1 << 16, Align: 4096}
	for n := range 300 {
		b := s.Get(n * 7)
		if address := uintptr(unsafe.Pointer(unsafe.SliceData(b))); address%4096 != 0 {
			t.Fatalf("%d bytes at %#x", n*7, address)
		}
		if !s.Put(b) {
			t.Fatal("not recognised")
		}
	}
}

// Clear clears elements with pointers, so that they keep nothing alive.
func TestPut_Clear(t *testing.T) {
	rctest.Deterministic(t)
	s := &slicepool.Pool[*int]{Name: testbed.Name(t), Min: 16, Max: 1 << 10, Clear: true}
	b := s.Get(20)
	for i := range b {
		b[i] = new(int)
	}
	s.Put(b[:1])
	for i, p := range s.Get(20) {
		if p != nil {
			t.Fatalf("element %d was not cleared", i)
		}
	}
}

// A forgotten block is garbage collected, counted as lost, and leaves the registry.
func TestGet_Forgotten(t *testing.T) {
	for name, oneIn := range map[string]int{"unchecked": 0, "checked": 1} {
		t.Run(name, func(t *testing.T) {
			testbed.Checking(t, oneIn)
			s := slices(t)
			func() {
				for range 100 {
					s.Get(1000)
					s.Get(1 << 17)
				}
			}()
			testbed.Eventually(t, "lost leases are counted, apart from those of the last chunk of counters", func() bool {
				sum := testbed.Stats(testbed.Name(t))
				return sum.Lost+sum.InUse == 200 && sum.Lost >= 160
			})
			testbed.Eventually(t, "the registry is empty", func() bool { return s.Len() == 0 })
		})
	}
}

func TestGet_ForgottenIsReported(t *testing.T) {
	s := slices(t)
	testbed.WantLeak(t, testbed.Name(t)+"(1024)", func() { s.Get(1000) })
}

// A slice that is in use is not garbage collected, however long it is held.
func TestGet_HeldIsNotCollected(t *testing.T) {
	testbed.Checking(t, 0)
	s := slices(t)
	b := s.Get(1000)
	b[999] = 1
	for range 5 {
		runtime.GC()
	}
	if !s.Put(b) || testbed.Stats(testbed.Name(t)).Lost != 0 {
		t.Error("the lease was lost while the slice was held")
	}
}

// Idle blocks are garbage collected.
func TestPool_IdleIsCollected(t *testing.T) {
	for name, oneIn := range map[string]int{"unchecked": 0, "checked": 1} {
		t.Run(name, func(t *testing.T) {
			testbed.Checking(t, oneIn)
			s, churn := slices(t), &slicepool.Pool[byte]{Name: "churn", Min: 64, Max: 1 << 16}
			var held [][]byte
			for range 100 {
				held = append(held, s.Get(1000))
			}
			if s.Len() != 100 {
				t.Fatalf("%d blocks are in the registry", s.Len())
			}
			for _, b := range held {
				s.Put(b)
			}
			clear(held)
			testbed.Eventually(t, "the registry is empty", func() bool {
				churn.Put(churn.Get(1 << 20)) // in checked leases the pool holds back the latest
				return s.Len() == 0
			})
		})
	}
}

func TestPut_LateWrite(t *testing.T) {
	s := slices(t)
	testbed.WantLateWrite(t, testbed.Name(t)+"(112)", func() ([]byte, func()) {
		b := s.Get(100)
		return b, func() { s.Put(b) }
	})
}

func TestPut_LateReadSeesAPattern(t *testing.T) {
	if testbed.RaceEnabled {
		t.Skip("the read would be reported as a race")
	}
	testbed.Checking(t, 1)
	s := slices(t)
	b := s.Get(100)
	s.Put(b)
	if b[0] == 0 {
		t.Error("a read after Put sees no pattern")
	}
}

// Correct use is never reported, and no owner sees the memory of another.
func TestPool_UnderLoad(t *testing.T) {
	for name, oneIn := range map[string]int{"unchecked": 0, "checked": 1, "sampled": 10} {
		t.Run(name, func(t *testing.T) {
			if oneIn == 1 {
				rctest.NoLeaks(t)
			} else {
				testbed.Checking(t, oneIn)
			}
			testbed.NoReports(t)
			s := slices(t)
			var wg sync.WaitGroup
			pass := make(chan []byte, 16)
			for g := range 4 {
				wg.Go(func() {
					for i := range 500 {
						b := s.Get((g*131 + i*17) % 3000)
						if len(bytes.Trim(b, "\x00")) > 0 {
							t.Errorf("got memory that is not zero")
						}
						for j := range b {
							b[j] = byte(i)
						}
						if i%100 == 0 {
							runtime.GC()
						}
						if len(b) != bytes.Count(b, []byte{byte(i)}) {
							t.Errorf("another owner wrote to the memory")
						}
						pass <- b
						s.Put(<-pass)
					}
				})
			}
			wg.Wait()
			if sum := testbed.Stats(testbed.Name(t)); sum.Gets != 2000 || sum.Releases != 2000 || sum.InUse != 0 {
				t.Errorf("%+v", sum)
			}
		})
	}
}

func BenchmarkSlices(b *testing.B) {
	for _, size := range []int{1 << 10, 32 << 10} {
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			b.Run("pool=default", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					sink = make([]byte, size)
					sink[0] = 1
				}
			})
			b.Run("pool=sync", func(b *testing.B) {
				b.ReportAllocs()
				pool := sync.Pool{New: func() any { m := make([]byte, size); return &m }}
				for b.Loop() {
					m := pool.Get().(*[]byte)
					(*m)[0] = 1
					pool.Put(m)
				}
			})
			b.Run("pool=rcpool", func(b *testing.B) {
				b.ReportAllocs()
				s := &slicepool.Pool[byte]{Name: "bench", Min: 64, Max: 1 << 20}
				for b.Loop() {
					m := s.Get(size)
					m[0] = 1
					s.Put(m)
				}
			})
		})
	}
}

var sink []byte // what is stored here is allocated on the heap

// While misuses are only reported, memory that was put before is left alone.
func TestReportOnly(t *testing.T) {
	for _, oneIn := range []int{0, 1} {
		testbed.Checking(t, oneIn)
		t.Cleanup(rcpool.ForgetReports)
		t.Cleanup(rcpool.SetPanicOnMisuse(false))
		s := slices(t)
		b := s.Get(100)
		copy(b, "content")
		s.Put(b)
		for name, use := range map[string]func(){
			"Put": func() {
				if !s.Put(b) {
					t.Error("takes its own block for a foreign one")
				}
			},
			"Resize": func() {
				if got, ok := s.Resize(b, 50); !ok || len(got) != 50 || &got[0] == &b[0] || bytes.Count(got, []byte{0}) != 50 {
					t.Errorf("resized to %q, %v", got, ok)
				}
			},
			"Returned": func() { s.Returned(b[:0:0]) },
		} {
			rcpool.ForgetReports()
			use()
			if n := len(rcpool.Reports()); n != 1 || rcpool.Reports()[0].Kind != rcpool.DoubleRelease {
				t.Errorf("%s: %d reports: %v", name, n, rcpool.Reports())
			}
		}
	}
}
