package rcpool_test

import (
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/race"
)

// The default reset zeroes an object where it is, whatever its size.
func TestRelease_DefaultResetAllocatesNothing(t *testing.T) {
	if race.Enabled {
		t.Skip("sync.Pool drops objects under the race detector")
	}
	for name, allocations := range map[string]func() float64{
		"8 B":    allocationsOf[int],
		"64 KiB": allocationsOf[[64 << 10]byte],
		"64 KiB, with pointers": allocationsOf[struct {
			next *int
			data [64<<10 - 8]byte
		}],
		"65 KiB":               allocationsOf[[65 << 10]byte],
		"1 MiB":                allocationsOf[[1 << 20]byte],
		"1 MiB, with pointers": allocationsOf[[1 << 17]*int],
	} {
		if n := allocations(); n > 0 {
			t.Errorf("%s: %v allocations for each lease", name, n)
		}
	}
}

func allocationsOf[T any]() float64 {
	var p rcpool.Pool[T]
	return testing.AllocsPerRun(20, func() { p.Get().Release() })
}

func TestRelease_DefaultResetZeroesLargeObjects(t *testing.T) {
	type large struct {
		next *int
		data [1 << 20]byte
		last *int
	}
	var p rcpool.Pool[large]
	for range 10 {
		r := p.Get()
		if o := r.Value(); *o != (large{}) {
			t.Fatal("an object of the pool is not zero")
		}
		n := 1
		o := r.Value()
		o.next, o.last = &n, &n
		o.data[0], o.data[len(o.data)-1] = 1, 1
		r.Release()
	}
	if s := p.Stats(); s.News == s.Gets {
		t.Error("no object was reused")
	}
}
