package lent_test

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
	"github.com/rcpool/rcpool/adapters/internal/lent"
	"github.com/rcpool/rcpool/adapters/internal/testbed"
	"github.com/rcpool/rcpool/rctest"
)

// The misuse here is on purpose, and must not be logged.
func TestMain(m *testing.M) {
	rcpool.OnReport(func(rcpool.Report) {})
	os.Exit(m.Run())
}

// slices lends bytes from pools with the name of the test.
func slices(t *testing.T) *lent.Slices[byte] {
	return &lent.Slices[byte]{Name: testbed.Name(t), Min: 64, Max: 1 << 16, Zero: true}
}

func TestSlices_ClassesFit(t *testing.T) {
	for _, smallest := range []int{16, 64, 1024} {
		s := &lent.Slices[byte]{Min: smallest}
		for n := 1; n < 1<<16; n++ {
			class := s.ClassFor(n)
			if size := s.SizeOf(class); size < n || class > 0 && s.SizeOf(class-1) >= n || n > smallest && size*3 > n*4 {
				t.Fatalf("%d elements are of class %d, which has %d", n, class, size)
			}
		}
	}
}

func TestSlices_Lengths(t *testing.T) {
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
		t.Error("lent an impossible number")
	}
}

// Whatever a library does to the slice, the block goes back whole.
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
				t.Fatal("another block")
			}
			if !s.Put(cut(b)) {
				t.Error("not recognised")
			}
		})
	}
}

func TestPut_Foreign(t *testing.T) {
	rctest.NoLeaks(t)
	s, other := slices(t), &lent.Slices[byte]{Name: "other", Min: 64, Max: 1 << 16}
	b, others := s.Get(1000), other.Get(1000)
	for name, foreign := range map[string][]byte{
		"nil": nil, "empty": {}, "made": make([]byte, 1000), "of another pool": others, "cut at its beginning": b[1:],
		"grown": append(b, make([]byte, 1000)...),
	} {
		if s.Put(foreign) {
			t.Errorf("took a slice that is %s", name)
		}
		if _, ok := s.Resize(foreign, 1); ok {
			t.Errorf("resized a slice that is %s", name)
		}
		s.Returned(foreign)
	}
	other.Put(others)
	if !s.Put(b) {
		t.Error("did not take its own")
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
				if oneIn == 1 && (m.Acquired == nil || m.Released == nil) {
					t.Errorf("a checked lease of %d does not tell its places: %v", n, m)
				}
				testbed.WantMisuse(t, rcpool.DoubleRelease, func() { s.Put(b[:1]) })
				testbed.WantMisuse(t, rcpool.DoubleRelease, func() { s.Resize(b, 10) })
				testbed.WantMisuse(t, rcpool.DoubleRelease, func() { s.Returned(b[:0:0]) })
				testbed.Checking(t, 1)
				for range 2000 { // what lies in state is collected as well
					s.Put(s.Get(100))
				}
				testbed.Checking(t, oneIn)
				runtime.GC()
				runtime.GC() // the pool has let go of it
				m = testbed.WantMisuse(t, rcpool.DoubleRelease, func() { s.Put(b) })
				if oneIn == 1 && (m.Acquired == nil || m.Released == nil) {
					t.Errorf("a checked lease of %d does not tell its places any more: %v", n, m)
				}
			}
		})
	}
}

// Who puts a block twice may use it too, so it is lent to nobody else; and the
// misuse is reported, in case the panic is swallowed.
func TestPut_TwiceRetiresTheBlock(t *testing.T) {
	rctest.Deterministic(t)
	reports := testbed.Reports(t)
	s := slices(t)
	b := s.Get(100)
	s.Put(b)
	testbed.WantMisuse(t, rcpool.DoubleRelease, func() { s.Put(b) })
	if next := s.Get(100); unsafe.SliceData(next) == unsafe.SliceData(b) {
		t.Error("the block was lent again")
	}
	testbed.WantReport(t, reports, rcpool.DoubleRelease, testbed.Name(t)+"(112)")
}

// One giant does not stay.
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

// The book can be behind the garbage collector, and is not deceived.
func TestPut_ForeignWhereABlockWas(t *testing.T) {
	s := slices(t)
	b, foreign := s.Get(1000), make([]byte, 10)
	s.Misplace(b, foreign)
	if s.Put(foreign) {
		t.Error("took memory that it did not lend")
	}
	if !s.Put(b) {
		t.Error("did not take its own")
	}
}

// A slice does not tell whose it is: the limit that is documented.
func TestPut_TwiceAfterTheBlockWasLentAgain(t *testing.T) {
	rctest.Deterministic(t)
	s := slices(t)
	b := s.Get(100)
	s.Put(b)
	next := s.Get(100)
	if unsafe.SliceData(b) != unsafe.SliceData(next) {
		t.Fatal("another block")
	}
	s.Put(b)
	testbed.WantMisuse(t, rcpool.DoubleRelease, func() { s.Put(next) })
}

// But the block of a checked lease is never lent again.
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
					t.Fatalf("%d puts succeeded, %d were refused", done, refused)
				}
			}
		})
	}
}

func TestGet_Zero(t *testing.T) {
	rctest.Deterministic(t)
	s, dirty := slices(t), &lent.Slices[byte]{Name: "dirty", Min: 64, Max: 1 << 16}
	for _, s := range []*lent.Slices[byte]{s, dirty} {
		b := s.Get(100)
		copy(b, bytes.Repeat([]byte{7}, 100))
		s.Put(b)
	}
	b := s.Get(98)
	if resized, ok := s.Resize(b, 112); !ok || bytes.Count(resized, []byte{0}) != 112 {
		t.Errorf("the memory has content: %v", resized)
	}
	if b := dirty.Get(100); bytes.Count(b, []byte{7}) != 100 {
		t.Error("the memory was cleared, or is another one")
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
		t.Error("grew beyond the block")
	}
	s.Put(b)
}

func TestGet_Aligned(t *testing.T) {
	s := &lent.Slices[byte]{Name: testbed.Name(t), Min: 1, Max: 1 << 16, Align: 4096}
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

// Elements with pointers are cleared, so that they keep nothing alive.
func TestPut_Clear(t *testing.T) {
	rctest.Deterministic(t)
	s := &lent.Slices[*int]{Name: testbed.Name(t), Min: 16, Max: 1 << 10, Clear: true}
	b := s.Get(20)
	for i := range b {
		b[i] = new(int)
	}
	s.Put(b[:1])
	for i, p := range s.Get(20) {
		if p != nil {
			t.Fatalf("element %d was kept", i)
		}
	}
}

// What is forgotten is collected and counted, and leaves the book.
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
			testbed.Eventually(t, "the lost are counted, but for those on the last page of the books", func() bool {
				sum := testbed.Stats(testbed.Name(t))
				return sum.Lost+sum.InUse == 200 && sum.Lost >= 160
			})
			testbed.Eventually(t, "the book is empty", func() bool { return s.Len() == 0 })
		})
	}
}

func TestGet_ForgottenIsReported(t *testing.T) {
	testbed.Checking(t, 1)
	reports := testbed.Reports(t)
	slices(t).Get(1000)
	testbed.WantReport(t, reports, rcpool.Leak, testbed.Name(t)+"(1024)")
}

// A slice that is in use is nobody else's, however long it is held.
func TestGet_HeldIsNotCollected(t *testing.T) {
	testbed.Checking(t, 0)
	s := slices(t)
	b := s.Get(1000)
	b[999] = 1
	for range 5 {
		runtime.GC()
	}
	if !s.Put(b) || testbed.Stats(testbed.Name(t)).Lost != 0 {
		t.Error("lost although it was held")
	}
}

// Blocks that are idle are given back to the garbage collector.
func TestSlices_IdleIsCollected(t *testing.T) {
	for name, oneIn := range map[string]int{"unchecked": 0, "checked": 1} {
		t.Run(name, func(t *testing.T) {
			testbed.Checking(t, oneIn)
			s, churn := slices(t), &lent.Slices[byte]{Name: "churn", Min: 64, Max: 1 << 16}
			var held [][]byte
			for range 100 {
				held = append(held, s.Get(1000))
			}
			if s.Len() != 100 {
				t.Fatalf("%d are in the book", s.Len())
			}
			for _, b := range held {
				s.Put(b)
			}
			clear(held)
			testbed.Eventually(t, "the book is empty", func() bool {
				churn.Put(churn.Get(1 << 20)) // if checked, the latest lie in state
				return s.Len() == 0
			})
		})
	}
}

func TestPut_LateWrite(t *testing.T) {
	if raceEnabled {
		t.Skip("the write would be reported as a race")
	}
	testbed.Checking(t, 1)
	reports := testbed.Reports(t)
	s := slices(t)
	b := s.Get(100)
	s.Put(b)
	if b[0] == 0 {
		t.Error("a reader sees no pattern")
	}
	b[50] = 'x'
	for range 2000 { // so many objects lie in state
		s.Put(s.Get(100))
	}
	testbed.WantReport(t, reports, rcpool.LateWrite, testbed.Name(t)+"(112)")
}

// Correct use is never reported, and nobody sees the memory of another.
func TestSlices_UnderLoad(t *testing.T) {
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
							t.Errorf("got memory with content")
						}
						for j := range b {
							b[j] = byte(i)
						}
						if i%100 == 0 {
							runtime.GC()
						}
						if len(b) != bytes.Count(b, []byte{byte(i)}) {
							t.Errorf("somebody else wrote to the memory")
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
				s := &lent.Slices[byte]{Name: "bench", Min: 64, Max: 1 << 20}
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
