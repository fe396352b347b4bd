package rcgrpc_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"
	"unsafe"

	"google.golang.org/grpc"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/internal/testbed"
	"github.com/rcpool/rcpool/adapters/rcgrpc"
	"github.com/rcpool/rcpool/rctest"
)

func TestMain(m *testing.M) {
	rcpool.OnReport(func(rcpool.Report) {})
	os.Exit(m.Run())
}

// calls returns the number of calls of each worker. The race detector is slow for
// large messages, so there are fewer.
func calls() int {
	if testbed.RaceEnabled {
		return 9
	}
	return 40
}

// sizes are sizes of messages: below and above the pooling threshold, a frame and a
// window of grpc.
var sizes = []int{0, 10, 1000, 2000, 9000, 20_000, 70_000, 300_000, 1_500_000}

// pattern returns n bytes that depend on the seed.
func pattern(n, seed int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*7 + seed)
	}
	return b
}

func TestBufferPool_UnderLoad(t *testing.T) {
	for name, oneIn := range map[string]int{"every lease checked": 1, "sampled": 20} {
		t.Run(name, func(t *testing.T) {
			testbed.NoGoroutines(t)
			rctest.NoLeaks(t)
			rcpool.SetChecking(oneIn)
			testbed.NoReports(t)
			pool := &rcgrpc.BufferPool{Name: testbed.Name(t)}
			conn := dial(t, pool)
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
			defer cancel()

			var wg sync.WaitGroup
			for worker := range 4 {
				wg.Go(func() {
					for i := range calls() {
						message := pattern(sizes[(worker+i)%len(sizes)], worker*100+i)
						var options []grpc.CallOption
						if i%3 == 0 {
							options = append(options, grpc.UseCompressor("gzip"))
						}
						answer, err := call(ctx, conn, message, options...)
						if err != nil || !bytes.Equal(answer, message) {
							t.Errorf("call %d of worker %d: %v, or a different answer", i, worker, err)
						}
					}
				})
				wg.Go(func() {
					stream, err := conn.NewStream(ctx, &service.Streams[0], "/echo/Stream")
					if err != nil {
						t.Error(err)
						return
					}
					for i := range calls() {
						message := pattern(sizes[(worker*3+i)%len(sizes)], worker*50+i)
						answer := new(wrapperspb.BytesValue)
						if err := errors.Join(stream.SendMsg(wrapperspb.Bytes(message)), stream.RecvMsg(answer)); err != nil || !bytes.Equal(answer.Value, message) {
							t.Errorf("message %d of stream %d: %v, or a different answer", i, worker, err)
							return
						}
					}
					if err := stream.CloseSend(); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			conn.Close()
			if sum := testbed.Quiet(testbed.Name(t), 5*time.Second); sum.Gets < 100 || sum.Gets != sum.Releases || oneIn > 1 && sum.News > sum.Gets/2 && !testbed.RaceEnabled {
				t.Errorf("%+v", sum)
			}
		})
	}
}

// Canceled calls do no harm to other calls. grpc leaves data that has arrived for
// them to the garbage collector, as the documentation says, so this test does not
// use NoLeaks.
func TestBufferPool_CanceledCalls(t *testing.T) {
	testbed.NoGoroutines(t)
	pool := &rcgrpc.BufferPool{Name: testbed.Name(t)}
	conn := dial(t, pool)
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := range calls() {
				message := pattern(70_000, worker*100+i)
				ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i)*100*time.Microsecond)
				if answer, err := call(ctx, conn, message); err == nil && !bytes.Equal(answer, message) {
					t.Error("a different answer")
				}
				cancel()
				if answer, err := call(context.Background(), conn, message); err != nil || !bytes.Equal(answer, message) {
					t.Errorf("the call after a canceled one: %v, or a different answer", err)
				}
			}
		})
	}
	wg.Wait()
	conn.Close()
	sum := testbed.Quiet(testbed.Name(t), 100*time.Millisecond)
	t.Logf("grpc forgot %d of %d leases", sum.InUse+sum.Lost, sum.Gets)
}

func TestBufferPool_ZeroValue(t *testing.T) {
	rctest.NoLeaks(t)
	var pool rcgrpc.BufferPool
	b := pool.Get(5000)
	if len(*b) != 5000 {
		t.Errorf("%d bytes", len(*b))
	}
	pool.Put(b)
	testbed.WantPool(t, "grpc.Buffer(5120)")
}

// Buffers that grpc never puts back are not leases, so they do not leak.
func TestGet_BelowTheThreshold(t *testing.T) {
	rctest.NoLeaks(t)
	pool := &rcgrpc.BufferPool{Name: testbed.Name(t)}
	for _, n := range []int{0, 1, 1024} {
		b := pool.Get(n)
		if len(*b) != n {
			t.Errorf("asked for %d, got %d", n, len(*b))
		}
		mem.NewBuffer(b, pool).Free()
	}
	mem.NewBuffer(pool.Get(1025), pool).Free()
	if sum := testbed.Quiet(testbed.Name(t), 5*time.Second); sum.Gets != 1 || sum.Releases != 1 {
		t.Errorf("%+v", sum)
	}
}

// again leases a buffer and fails the test unless it is the one at address.
func again(t *testing.T, pool *rcgrpc.BufferPool, address *byte) *[]byte {
	t.Helper()
	b := pool.Get(2000)
	if unsafe.SliceData(*b) != address {
		t.Fatal("got another buffer")
	}
	return b
}

func TestPut_Twice(t *testing.T) {
	for _, leasedAgain := range []bool{false, true} {
		t.Run(fmt.Sprintf("leased again %v", leasedAgain), func(t *testing.T) {
			rctest.Deterministic(t)
			pool := &rcgrpc.BufferPool{Name: testbed.Name(t)}
			b := pool.Get(2000)
			address := unsafe.SliceData(*b)
			pool.Put(b)
			var next *[]byte
			if leasedAgain {
				next = again(t, pool, address)
			}
			testbed.WantMisuse(t, rcpool.DoubleRelease, func() { pool.Put(b) })
			if leasedAgain { // the owner is not affected
				copy(*next, "unaffected")
				pool.Put(next)
			}
		})
	}
}

func TestPut_TwiceThroughAnotherPointer(t *testing.T) {
	pool := &rcgrpc.BufferPool{Name: testbed.Name(t)}
	b := pool.Get(2000)
	other := *b
	pool.Put(&other)
	testbed.WantMisuse(t, rcpool.DoubleRelease, func() { pool.Put(b) })
}

func TestBuffer_FreedTwice(t *testing.T) {
	pool := &rcgrpc.BufferPool{Name: testbed.Name(t)}
	b := mem.NewBuffer(pool.Get(2000), pool)
	b.Free()
	if testbed.Panics(b.Free) == nil {
		t.Error("the second Free did not panic")
	}
	if sum := testbed.Quiet(testbed.Name(t), 5*time.Second); sum.Gets != 1 || sum.Releases != 1 {
		t.Errorf("%+v", sum)
	}
}

func TestPut_UseAfterwards(t *testing.T) {
	for _, leasedAgain := range []bool{false, true} {
		t.Run(fmt.Sprintf("leased again %v", leasedAgain), func(t *testing.T) {
			rctest.Deterministic(t)
			pool := &rcgrpc.BufferPool{Name: testbed.Name(t)}
			b := pool.Get(2000)
			address := unsafe.SliceData(*b)
			pool.Put(b)
			if leasedAgain {
				defer pool.Put(again(t, pool, address))
			}
			if len(*b) != 0 || testbed.Panics(func() { (*b)[0] = 1 }) == nil || testbed.Panics(func() { *b = (*b)[:1] }) == nil {
				t.Error("the buffer is still accessible")
			}
		})
	}
}

func TestPut_Resliced(t *testing.T) {
	rctest.NoLeaks(t)
	pool := &rcgrpc.BufferPool{Name: testbed.Name(t)}
	for name, change := range map[string]func(*[]byte) *[]byte{
		"nothing":        func(b *[]byte) *[]byte { return b },
		"cut":            func(b *[]byte) *[]byte { *b = (*b)[:10]; return b },
		"emptied":        func(b *[]byte) *[]byte { *b = (*b)[:0]; return b },
		"another prefix": func(b *[]byte) *[]byte { other := (*b)[:100:200]; return &other },
	} {
		t.Run(name, func(t *testing.T) {
			pool.Put(change(pool.Get(2000)))
		})
	}
}

func TestPut_Foreign(t *testing.T) {
	rctest.NoLeaks(t)
	pool := &rcgrpc.BufferPool{Name: testbed.Name(t)}
	others := make([]byte, 2000)
	foreign := others
	pool.Put(&foreign)
	mem.NewBuffer(&foreign, pool).Free()
	if len(foreign) != 2000 || unsafe.SliceData(foreign) != unsafe.SliceData(others) {
		t.Error("the foreign slice was changed")
	}
	var none []byte
	pool.Put(&none)
	b := pool.Get(2000)
	part := (*b)[1:]
	pool.Put(&part)
	pool.Put(b)
	if sum := testbed.Quiet(testbed.Name(t), 5*time.Second); sum.Gets != 1 || sum.Releases != 1 {
		t.Errorf("%+v", sum)
	}
}

func TestPut_LateWrite(t *testing.T) {
	pool := &rcgrpc.BufferPool{Name: testbed.Name(t)}
	testbed.WantLateWrite(t, testbed.Name(t)+".Buffer(2048)", func() ([]byte, func()) {
		b := pool.Get(2000)
		return *b, func() { pool.Put(b) }
	})
}

func TestGet_Forgotten(t *testing.T) {
	pool := &rcgrpc.BufferPool{Name: testbed.Name(t)}
	testbed.WantLeak(t, testbed.Name(t)+".Buffer(2048)", func() { pool.Get(2000) })
}

func TestGet_ZeroUnlessDirty(t *testing.T) {
	for _, dirty := range []bool{false, true} {
		t.Run(fmt.Sprint(dirty), func(t *testing.T) {
			rctest.Deterministic(t)
			pool := &rcgrpc.BufferPool{Name: testbed.Name(t), Dirty: dirty}
			b := pool.Get(2000)
			address := unsafe.SliceData(*b)
			copy(*b, "secret")
			pool.Put(b)
			if got := bytes.HasPrefix(*again(t, pool, address), []byte("secret")); got != dirty {
				t.Errorf("content of the last owner: %v", got)
			}
		})
	}
}
