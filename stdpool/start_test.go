package stdpool_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/rcpool/rcpool/rctest"
	"github.com/rcpool/rcpool/stdpool"
)

// What was built before decides how large the first block is.
func TestBytes_FirstBlock(t *testing.T) {
	rctest.Deterministic(t) // under the race detector, a block may not be leased again
	for name, c := range map[string]struct {
		sizes    []int // of what is built, again and again
		maxBytes int
		want     int
	}{
		"nothing":                {nil, 0, 64},
		"empty":                  {[]int{0}, 0, 64},
		"small":                  {[]int{64}, 0, 64},
		"a little larger":        {[]int{65}, 0, 128},
		"4 KiB":                  {[]int{4096}, 0, 4096},
		"larger than the limit":  {[]int{10_000}, 0, 4096},
		"larger than MaxBytes":   {[]int{5000}, 1000, 512},
		"nothing is kept":        {[]int{100}, 10, 64},
		"of one power of two":    {[]int{1025, 2048, 1500}, 0, 2048},
		"one in four is small":   {[]int{3000, 3000, 10, 3000}, 0, 64},
		"small now, large first": {append(make([]int, 100), 5000), 0, 64},
	} {
		t.Run(name, func(t *testing.T) {
			p := stdpool.Pools{MaxBytes: c.maxBytes}
			for range 1000 / max(1, len(c.sizes)) {
				for _, n := range c.sizes {
					b := p.Bytes(0)
					b.Append(make([]byte, n)...)
					b.Release()
				}
			}
			b := p.Bytes(0)
			defer b.Release()
			if got := b.BlockSize(); got != c.want {
				t.Errorf("the first block has %d bytes, want %d", got, c.want)
			}
		})
	}
}

// It becomes small again, and what is detached counts as well.
func TestBytes_FirstBlockFollows(t *testing.T) {
	rctest.Deterministic(t)
	var p stdpool.Pools
	for _, step := range []struct{ n, want int }{{4096, 4096}, {10, 64}, {1024, 1024}} {
		for range 1000 {
			b := p.Bytes(0)
			b.Append(make([]byte, step.n)...)
			b.Detach()
		}
		b := p.Bytes(0)
		if got := b.BlockSize(); got != step.want {
			t.Errorf("after many of %d bytes, the first block has %d bytes, want %d", step.n, got, step.want)
		}
		b.Release()
	}
}

// A copy is the same reference: it moves, instead of overwriting what was appended
// to the other one.
func TestByteRef_AppendToACopy(t *testing.T) {
	b := stdpool.Bytes(0)
	b.Grow(64)
	old := b
	b.WriteString("first")
	old.WriteString("second") // which releases the reference
	defer old.Release()
	if b.Valid() || string(old.Value()) != "second" {
		t.Errorf("valid: %v, and the copy shows %q", b.Valid(), old.Value())
	}
}

// Many goroutines take references from the same one, as from a cache, and grow
// them.
func TestByteRef_RetainedAtTheSameTime(t *testing.T) {
	for range 100 {
		cached := stdpool.Bytes(0)
		cached.Grow(1000)
		cached.WriteString(text)
		var all sync.WaitGroup
		for i := range 6 {
			all.Add(1)
			go func() {
				defer all.Done()
				b := cached.Retain()
				defer func() { b.Release() }()
				fmt.Fprint(&b, i)
				if want := fmt.Sprint(text, i); string(b.Value()) != want {
					t.Errorf("%q, want %q", b.Value(), want)
				}
			}()
		}
		all.Wait()
		cached.Release()
	}
}
