package sizeclass_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rcpool/rcpool/internal/sizeclass"
)

func TestFor_IsTheSmallestThatFits(t *testing.T) {
	for _, smallest := range []int{4, 16, 64, 1024} {
		want := steps(4, smallest)
		check := func(n int) {
			class := sizeclass.For(n, smallest)
			if size := sizeclass.Size(class, smallest); size != want(n) {
				t.Fatalf("%d is in class %d of size %d, want size %d", n, class, size, want(n))
			}
		}
		for n := range 1 << 16 {
			check(n)
		}
		for n := 1 << 16; n < 1<<29; n += n / 9 {
			check(n)
		}
	}
}

// The sizes grow with the class until they have no room in an int.
func TestSize_EndsAtTheLargestInt(t *testing.T) {
	for _, smallest := range []int{4, 64, 1024} {
		last := sizeclass.For(math.MaxInt, smallest)
		for class := range last + 100 {
			size := sizeclass.Size(class, smallest)
			switch {
			case class >= last:
				if size != math.MaxInt {
					t.Errorf("class %d has size %d, want %d", class, size, math.MaxInt)
				}
			case size < smallest || sizeclass.For(size, smallest) != class || sizeclass.For(size+1, smallest) != class+1:
				t.Errorf("class %d has size %d, which is in class %d", class, size, sizeclass.For(size, smallest))
			}
		}
	}
}

// TestFor_Waste measures the share of leased memory that no one asked for,
// including the rounding of the garbage collector, for several schemes of
// classes. It compares the one in use with its documentation.
func TestFor_Waste(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	logUniform := func(lo, hi float64) func() int {
		return func() int { return int(lo * math.Pow(hi/lo, r.Float64())) }
	}
	loads := []struct {
		name string
		size func() int
	}{
		{"64 B … 1 MiB, log-uniform", logUniform(64, 1<<20)},
		{"64 B … 32 KiB, log-uniform", logUniform(64, 1<<15)},
		{"64 B … 64 KiB, uniform", func() int { return 64 + r.IntN(1<<16-64) }},
		{"around 1.5 KiB, log-normal", func() int { return min(1<<20, max(64, int(1500*math.Exp(r.NormFloat64())))) }},
	}
	schemes := []struct {
		name  string
		class func(int) int
	}{
		{"power of two", steps(1, 64)},
		{"2 steps", steps(2, 64)},
		{"4 steps, in use", func(n int) int { return sizeclass.Size(sizeclass.For(n, 64), 64) }},
		{"8 steps", steps(8, 64)},
		{"malloc's", func(n int) int { return malloced(n) }},
	}
	for _, load := range loads {
		sizes := make([]int, 2_000)
		for i := range sizes {
			sizes[i] = load.size()
		}
		for _, scheme := range schemes {
			asked, taken, worst, classes := 0, 0, 0.0, map[int]bool{}
			for _, n := range sizes {
				memory := malloced(scheme.class(n))
				asked, taken = asked+n, taken+memory
				worst = max(worst, 1-float64(n)/float64(memory))
				classes[scheme.class(n)] = true
			}
			waste := 1 - float64(asked)/float64(taken)
			t.Logf("%-28s %-16s %3d classes, %4.1f %% wasted, %2.0f %% at worst", load.name, scheme.name, len(classes), 100*waste, 100*worst)
			switch {
			case scheme.name == "4 steps, in use" && (waste > 0.12 || worst > 0.25):
				t.Errorf("%s: wastes %.1f %%, and %.1f %% at worst: more than documented", load.name, 100*waste, 100*worst)
			case scheme.name == "power of two" && waste < 0.2:
				t.Errorf("%s: powers of two waste only %.1f %%: less than documented", load.name, 100*waste)
			}
		}
	}
}

// steps returns a scheme with n classes in each power of two from smallest on.
func steps(n, smallest int) func(int) int {
	return func(size int) int {
		for power := smallest; ; power *= 2 {
			for i := range n {
				if class := power + power*i/n; size <= class {
					return class
				}
			}
		}
	}
}

// malloced returns how much memory the runtime takes for n bytes.
func malloced(n int) int {
	size, known := mallocs[n]
	if !known {
		size = cap(slices.Grow([]byte(nil), max(n, 64)))
		mallocs[n] = size
	}
	return size
}

var mallocs = map[int]int{}
