package rcarrow_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/internal/testbed"
	"github.com/rcpool/rcpool/adapters/rcarrow"
	"github.com/rcpool/rcpool/rctest"
)

func TestMain(m *testing.M) {
	rcpool.OnReport(func(rcpool.Report) {})
	os.Exit(m.Run())
}

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "n", Type: arrow.PrimitiveTypes.Int64},
	{Name: "name", Type: arrow.BinaryTypes.String, Nullable: true},
	{Name: "tags", Type: arrow.ListOf(arrow.PrimitiveTypes.Int32)},
}, nil)

// build builds a record batch of n rows.
func build(allocator memory.Allocator, n, seed int) arrow.RecordBatch {
	b := array.NewRecordBuilder(allocator, schema)
	defer b.Release()
	for i := range n {
		b.Field(0).(*array.Int64Builder).Append(int64(i * seed))
		if i%7 == 0 {
			b.Field(1).AppendNull()
		} else {
			b.Field(1).(*array.StringBuilder).Append(fmt.Sprintf("row %d of %d", i, seed))
		}
		tags := b.Field(2).(*array.ListBuilder)
		tags.Append(true)
		for j := range i % 4 {
			tags.ValueBuilder().(*array.Int32Builder).Append(int32(j + seed))
		}
	}
	return b.NewRecordBatch()
}

// send writes the batch to a stream and reads it back.
func send(t *testing.T, allocator memory.Allocator, batch arrow.RecordBatch) arrow.RecordBatch {
	var stream bytes.Buffer
	w := ipc.NewWriter(&stream, ipc.WithSchema(schema), ipc.WithAllocator(allocator), ipc.WithZstd())
	if err := errors.Join(w.Write(batch), w.Close()); err != nil {
		t.Fatal(err)
	}
	r, err := ipc.NewReader(&stream, ipc.WithAllocator(allocator))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	if !r.Next() {
		t.Fatal(r.Err())
	}
	received := r.RecordBatch()
	received.Retain()
	return received
}

// Several goroutines build, slice, send and receive columns. The content is the
// same as with Arrow's own allocator, and all memory comes back.
func TestAllocator_UnderLoad(t *testing.T) {
	for name, oneIn := range map[string]int{"every lease checked": 1, "sampled": 20} {
		t.Run(name, func(t *testing.T) {
			rctest.NoLeaks(t)
			rcpool.SetChecking(oneIn)
			testbed.NoReports(t)
			allocator := memory.NewCheckedAllocator(&rcarrow.Allocator{Name: testbed.Name(t)})
			var wg sync.WaitGroup
			for worker := range 4 {
				wg.Go(func() {
					for i, n := range []int{0, 1, 10, 100, 1000, 3000} {
						seed := worker*10 + i
						batch := build(allocator, n, seed)
						want := build(memory.NewGoAllocator(), n, seed)
						received := send(t, allocator, batch)
						part := received.NewSlice(int64(n/3), int64(n))
						wantPart := want.NewSlice(int64(n/3), int64(n))
						batch.Release()
						if !array.RecordEqual(received, want) {
							t.Errorf("the content of %d rows is different", n)
						}
						received.Release()
						if !array.RecordEqual(part, wantPart) {
							t.Errorf("the content of a part of %d rows is different", n)
						}
						part.Release()
						wantPart.Release()
						want.Release()
					}
				})
			}
			wg.Wait()
			allocator.AssertSize(t, 0)
			if sum := testbed.Stats(testbed.Name(t)); sum.Gets < 100 || sum.Gets != sum.Releases || oneIn > 1 && sum.News > sum.Gets/2 && !testbed.RaceEnabled {
				t.Errorf("%+v", sum)
			}
		})
	}
}

func TestAllocator_ZeroValue(t *testing.T) {
	rctest.NoLeaks(t)
	var a rcarrow.Allocator
	b := a.Allocate(1000)
	if len(b) != 1000 || len(bytes.Trim(b, "\x00")) != 0 {
		t.Errorf("%d bytes, or not zero", len(b))
	}
	a.Free(b)
	testbed.WantPool(t, "arrow.Memory(1024)")
}

func TestAllocate(t *testing.T) {
	rctest.NoLeaks(t)
	a := &rcarrow.Allocator{Name: testbed.Name(t), MaxBytes: 10_000}
	for _, n := range []int{0, 1, 63, 64, 100, 1000, 10_000, 10_001, 1 << 20} {
		b := a.Allocate(n)
		if len(b) != n || n > 0 && uintptr(unsafe.Pointer(&b[0]))%64 != 0 {
			t.Errorf("asked for %d, got %d at %p", n, len(b), b)
		}
		a.Free(b)
	}
	if testbed.Panics(func() { a.Allocate(-1) }) == nil {
		t.Error("Allocate accepted a negative size")
	}
}

func TestReallocate(t *testing.T) {
	rctest.NoLeaks(t)
	for _, c := range []struct {
		from, to int
		moves    bool
	}{{0, 100, true}, {100, 0, true}, {100, 50, false}, {50, 64, false}, {100, 112, false}, {100, 113, true}, {100, 1 << 25, true}, {1 << 25, 100, false}} {
		t.Run(fmt.Sprintf("%d to %d", c.from, c.to), func(t *testing.T) {
			a := &rcarrow.Allocator{Name: testbed.Name(t)}
			b := a.Allocate(c.from)
			for i := range b {
				b[i] = byte(i) | 1
			}
			r := a.Reallocate(c.to, b)
			if len(r) != c.to || (unsafe.SliceData(r) != unsafe.SliceData(b)) != c.moves {
				t.Errorf("%d bytes, moved: %v", len(r), !c.moves)
			}
			for i, v := range r {
				if want := byte(i) | 1; i < c.from && v != want || i >= c.from && v != 0 {
					t.Fatalf("byte %d is %d", i, v)
				}
			}
			a.Free(r)
		})
	}
}

// Shrinking and growing in place does not bring old content back.
func TestReallocate_ZeroesWhatIsNew(t *testing.T) {
	var a rcarrow.Allocator
	b := a.Allocate(100)
	copy(b, bytes.Repeat([]byte{7}, 100))
	b = a.Reallocate(100, a.Reallocate(10, b))
	if bytes.Count(b, []byte{7}) != 10 {
		t.Errorf("%v", b)
	}
	a.Free(b)
}

func TestReallocate_Foreign(t *testing.T) {
	rctest.NoLeaks(t)
	var a rcarrow.Allocator
	foreign := []byte("foreign")
	b := a.Reallocate(100, foreign)
	if !bytes.HasPrefix(b, foreign) || string(foreign) != "foreign" {
		t.Errorf("%q", b)
	}
	a.Free(foreign)
	a.Free(nil)
	a.Free(b[1:])
	a.Free(b)
}

func TestFree_Twice(t *testing.T) {
	a := &rcarrow.Allocator{Name: testbed.Name(t)}
	for _, n := range []int{100, 1 << 25} {
		b := a.Allocate(n)
		a.Free(b)
		testbed.WantMisuse(t, rcpool.DoubleRelease, func() { a.Free(b) })
		testbed.WantMisuse(t, rcpool.DoubleRelease, func() { a.Free(b[:1]) })
		testbed.WantMisuse(t, rcpool.DoubleRelease, func() { a.Reallocate(10, b) })
		testbed.WantMisuse(t, rcpool.DoubleRelease, func() { a.Reallocate(1<<26, b) })
	}
}

// The documented limit: a slice does not say which lease it belongs to.
func TestFree_TwiceAfterItWasLeasedAgain(t *testing.T) {
	rctest.Deterministic(t)
	a := &rcarrow.Allocator{Name: testbed.Name(t)}
	b := a.Allocate(100)
	a.Free(b)
	next := a.Allocate(100)
	a.Free(b)
	testbed.WantMisuse(t, rcpool.DoubleRelease, func() { a.Free(next) })
}

// Arrow itself does not notice an extra release of a buffer that is in use. (A
// count of zero becomes negative, and nothing happens.)
func TestBuffer_ReleasedTooOften(t *testing.T) {
	if testbed.RaceEnabled {
		t.Skip("the read would be reported as a race")
	}
	testbed.Checking(t, 1)
	a := &rcarrow.Allocator{Name: testbed.Name(t)}
	batch := build(a, 100, 1)
	column := batch.Column(0).(*array.Int64)
	shared := column.Data().Buffers()[1]
	shared.Release() // an extra release
	if values := column.Int64Values(); values[50] == 50 {
		t.Error("the memory is unchanged, so no one would notice")
	}
	before := testbed.Stats(testbed.Name(t))
	batch.Release() // the count of the buffer is zero already, so it is not freed again
	if after := testbed.Stats(testbed.Name(t)); after.InUse != 0 || before.InUse == 0 {
		t.Errorf("%+v", after)
	}
}

func TestFree_LateWrite(t *testing.T) {
	a := &rcarrow.Allocator{Name: testbed.Name(t)}
	testbed.WantLateWrite(t, testbed.Name(t)+".Memory(1024)", func() ([]byte, func()) {
		b := a.Allocate(1000)
		return b, func() { a.Free(b) }
	})
}

func TestAllocate_Forgotten(t *testing.T) {
	a := &rcarrow.Allocator{Name: testbed.Name(t)}
	testbed.WantLeak(t, testbed.Name(t)+".Memory(1024)", func() { a.Allocate(1000) })
}
