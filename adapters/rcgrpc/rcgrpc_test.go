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

// calls of each worker: under the race detector, where every byte costs, fewer.
func calls() int {
	if raceEnabled {
		return 9
	}
	return 40
}

// sizes of messages: below and above grpc's threshold, a frame, a window.
var sizes = []int{0, 10, 1000, 2000, 9000, 20_000, 70_000, 300_000, 1_500_000}

// pattern is n bytes that differ from those of another seed.
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
							t.Errorf("call %d of worker %d: %v, or another answer", i, worker, err)
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
							t.Errorf("message %d of stream %d: %v, or another answer", i, worker, err)
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
			if sum := testbed.Quiet(testbed.Name(t), 5*time.Second); sum.Gets < 100 || sum.Gets != sum.Releases || oneIn > 1 && sum.News > sum.Gets/2 && !raceEnabled {
				t.Errorf("%+v", sum)
			}
		})
	}
}

// Calls that are cut off do no harm to others. What has arrived for them is
// left to the garbage collector by grpc: that is why this test does not ask for
// NoLeaks, and why the documentation says so.
func TestBufferPool_CallsThatAreCutOff(t *testing.T) {
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
					t.Error("another answer")
				}
				cancel()
				if answer, err := call(context.Background(), conn, message); err != nil || !bytes.Equal(answer, message) {
					t.Errorf("the call after one that was cut off: %v, or another answer", err)
				}
			}
		})
	}
	wg.Wait()
	conn.Close()
	sum := testbed.Quiet(testbed.Name(t), 100*time.Millisecond)
	t.Logf("of %d leases grpc forgot %d", sum.Gets, sum.InUse+sum.Lost)
}

func TestBufferPool_ZeroValue(t *testing.T) {
	rctest.NoLeaks(t)
	var pool rcgrpc.BufferPool
	b := pool.Get(5000)
	if len(*b) != 5000 {
		t.Errorf("%d bytes", len(*b))
	}
	pool.Put(b)
	for _, s := range rcpool.AllStats() {
		if s.Name == "grpc.Buffer(5120)" {
			return
		}
	}
	t.Error("it is not among rcpool.AllStats")
}

// What grpc never puts back is no lease, and no leak.
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

// again leases until the memory at address is leased again.
func again(t *testing.T, pool *rcgrpc.BufferPool, address *byte) *[]byte {
	t.Helper()
	b := pool.Get(2000)
	if unsafe.SliceData(*b) != address {
		t.Fatal("another buffer")
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
			if leasedAgain { // its owner does not notice
				copy(*next, "unaffected")
				pool.Put(next)
			}
		})
	}
}

func TestPut_TwiceThroughAnother(t *testing.T) {
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
		t.Error("not noticed")
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
				t.Error("the buffer can still be used")
			}
		})
	}
}

func TestPut_WhatGrpcMayHaveDoneToIt(t *testing.T) {
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
		t.Error("it was changed")
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
	if raceEnabled {
		t.Skip("the write would be reported as a race")
	}
	testbed.Checking(t, 1)
	reports := testbed.Reports(t)
	pool := &rcgrpc.BufferPool{Name: testbed.Name(t)}
	b := pool.Get(2000)
	kept := *b
	pool.Put(b)
	kept[1999] = 'x'
	for range 2000 { // so many objects lie in state
		pool.Put(pool.Get(2000))
	}
	testbed.WantReport(t, reports, rcpool.LateWrite, testbed.Name(t)+".Buffer(2048)")
}

func TestGet_Forgotten(t *testing.T) {
	testbed.Checking(t, 1)
	reports := testbed.Reports(t)
	pool := &rcgrpc.BufferPool{Name: testbed.Name(t)}
	pool.Get(2000)
	testbed.WantReport(t, reports, rcpool.Leak, testbed.Name(t)+".Buffer(2048)")
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
