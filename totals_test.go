package rcpool_test

import (
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/rcpool/rcpool"
)

// uniqueName returns a name that no pool had before, since totals never end.
func uniqueName(t *testing.T) string { return fmt.Sprint(t.Name(), " ", names.Add(1)) }

var names atomic.Uint64

// totalOf returns the total of a name.
func totalOf(name string) rcpool.Total {
	for _, t := range rcpool.Totals() {
		if t.Name == name {
			return t
		}
	}
	return rcpool.Total{}
}

func TestTotals_SumOfOneName(t *testing.T) {
	name := uniqueName(t)
	a, b := rcpool.Pool[message]{Name: name}, rcpool.Pool[int]{Name: name, Keep: func(*int) bool { return false }}
	a.Get().Release()
	a.Get().Detach()
	b.Get().Release()
	held := b.Get()
	got := totalOf(name)
	idle := a.Stats().Idle + b.Stats().Idle
	if a.Stats().Idle < 0 || b.Stats().Idle < 0 {
		idle = -1
	}
	if got.Idle != idle {
		t.Errorf("%d objects are idle, want %d", got.Idle, idle)
	}
	if got.Pools != 2 || got.Gets != 4 || got.Releases != 2 || got.Detached != 1 || got.InUse != 1 || got.RetiredBy.Keep != 1 || got.Number != 0 {
		t.Errorf("got %+v", got)
	}
	held.Release()
	runtime.KeepAlive(&a)
}

// A pool that is gone has counted for good, what it has lost included.
func TestTotals_OutliveThePools(t *testing.T) {
	name := uniqueName(t)
	use := func() {
		keep := true
		p := &rcpool.Pool[message]{Name: name, Keep: func(*message) bool { return keep }}
		for range 11 {
			p.Get().Release()
		}
		p.Get().Detach()
		keep = false
		p.Get().Release()
		//rcpool:ignore it is lost on purpose
		p.Get().Value().id = 2
	}
	for n := uint64(1); n <= 2; n++ {
		use()
		eventually(t, func() string {
			if total := totalOf(name); total.Pools != 0 {
				return fmt.Sprintf("the pool is still there: %+v", total)
			}
			return ""
		})
		got := totalOf(name)
		if got.Gets != 14*n || got.Releases != 12*n || got.Detached != n || got.Lost != n || got.InUse != 0 || got.RetiredBy.Keep != n {
			t.Errorf("after %d pools: got %+v", n, got)
		}
	}
}

// At no moment does a count fall while pools come and go.
func TestTotals_NeverFall(t *testing.T) {
	name := uniqueName(t)
	const goroutines, pools, leases = 3, 200, 20
	var wg sync.WaitGroup
	done := make(chan struct{})
	for range goroutines {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range pools {
				p := &rcpool.Pool[message]{Name: name}
				for range leases {
					p.Get().Release()
				}
				runtime.Gosched()
			}
		}()
	}
	go func() {
		wg.Wait()
		close(done)
	}()
	var last rcpool.Total
	for gone := false; !gone; {
		select {
		case <-done:
			gone = last.Pools == 0
		default:
		}
		runtime.GC()
		now := totalOf(name)
		if now.Gets < last.Gets || now.News < last.News || now.Releases < last.Releases || now.Lost < last.Lost || now.Retired < last.Retired {
			t.Fatalf("a count fell:\nfrom %+v\nto   %+v", last, now)
		}
		last = now
	}
	if last.Gets != goroutines*pools*leases || last.Releases != last.Gets || last.Lost != 0 {
		t.Errorf("got %+v, want %d leases", last, goroutines*pools*leases)
	}
}

func TestTotals_CountReports(t *testing.T) {
	defer rcpool.OnReport(func(rcpool.Report) {})()
	p := rcpool.Pool[message]{Name: uniqueName(t)}
	before := totalOf("").Reports[rcpool.ZeroRef]
	for range 3 {
		r := p.Get()
		r.Release()
		panics(r.Release)
		panics(rcpool.Ref[message]{}.Release)
		rcpool.ForgetReports()
	}
	if got := fmt.Sprint(totalOf(p.Name).Reports); got != "map[double release:3]" {
		t.Errorf("got %s", got)
	}
	if got := totalOf("").Reports[rcpool.ZeroRef] - before; got != 3 {
		t.Errorf("%d uses of a zero Ref are counted, want 3", got)
	}
	runtime.KeepAlive(&p)
}

// Metrics systems take no other text.
func TestTotals_NamesAreUTF8(t *testing.T) {
	name := uniqueName(t)
	a, b := rcpool.Pool[message]{Name: name + "\xff"}, rcpool.Pool[message]{Name: name + "\xfe"}
	a.Get().Release()
	b.Get().Release()
	if got := totalOf(name + "\uFFFD"); got.Gets != 2 || got.Pools != 2 {
		t.Errorf("got %+v", got)
	}
	runtime.KeepAlive(&a)
	runtime.KeepAlive(&b)
}

func TestRetirements_AllAddUp(t *testing.T) {
	by := rcpool.Retirements{Keep: 1, Panic: 2, Misuse: 4, Worn: 8, Check: 16}
	got := ""
	for reason, n := range by.All() {
		got += fmt.Sprintf("%s=%d ", reason, n)
	}
	if got != "keep=1 panic=2 misuse=4 worn=8 check=16 " || reflect.TypeOf(by).NumField() != 5 {
		t.Errorf("got %s", got)
	}
}
