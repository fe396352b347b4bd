package advice

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/rcpool/rcpool/tools/allocation"
)

// A site is what one place of the program allocates in one way.
type site struct {
	recipe *recipe // nil if none fits
	pooled string  // the pool that has made the object anew, if one has
	start  bool    // while packages are initialized
	place  allocation.Frame
	yours  bool   // place is in code of the program
	called string // the function of a library that place calls; "" if place allocates itself
	what   string // the library has made for itself, if that is known

	made     *allocation.Frame // where the object is made, if that is another line than place
	lifetime Lifetime          // of what a recipe knows

	stack   []allocation.Frame // the code of the program on the stack with the most bytes, the innermost first
	highest float64            // the bytes of that stack

	allocated, kept allocation.Amount
	samples         float64
	sizes           map[float64]allocation.Amount
	lines           map[int]float64              // bytes, by the line of place
	callers         map[allocation.Frame]float64 // bytes, by the code of the program that has called place
	inner           map[string]float64           // bytes, by the innermost function
}

// sites sorts what was allocated by place and way, the most bytes first. What was
// allocated to observe the program is left out.
func sites(p *allocation.Profile, o owners) []*site {
	found := make(map[any]*site)
	for _, r := range p.Records {
		if observing(r.Stack) {
			continue
		}
		s, key := classify(r.Stack, o)
		if old := found[key]; old != nil {
			s = old
		} else {
			s.sizes, s.lines = make(map[float64]allocation.Amount), make(map[int]float64)
			s.callers, s.inner = make(map[allocation.Frame]float64), make(map[string]float64)
			found[key] = s
		}
		s.add(r, p.Samples(r), o)
	}
	all := slices.Collect(maps.Values(found))
	slices.SortFunc(all, func(a, b *site) int {
		return cmp.Or(cmp.Compare(b.allocated.Bytes, a.allocated.Bytes), strings.Compare(a.place.Function, b.place.Function), cmp.Compare(a.place.Line, b.place.Line), strings.Compare(a.called, b.called))
	})
	for _, s := range all {
		if s.yours {
			s.place.Line = most(s.lines)
			s.stack[0].Line = s.place.Line
		}
	}
	return all
}

// joined looks in the source for the places where objects are made, and makes one
// site of those that are made at the same place and used at several.
func joined(all []*site, c *code) []*site {
	type key struct {
		recipe   *recipe
		function string
		line     int
	}
	at := make(map[key]*site)
	return slices.DeleteFunc(all, func(s *site) bool {
		if !s.yours || s.recipe == nil || s.recipe.verdict != Pool {
			return false
		}
		s.made, s.lifetime = c.creation(s.stack, s.recipe.pool)
		place := s.place
		if s.made != nil {
			place = *s.made
		}
		k := key{s.recipe, place.Function, place.Line}
		first := at[k]
		if first == nil {
			at[k] = s
			return false
		}
		first.join(s)
		return true
	})
}

func (s *site) join(other *site) {
	s.allocated, s.kept, s.samples = s.allocated.Plus(other.allocated), s.kept.Plus(other.kept), s.samples+other.samples
	for size, a := range other.sizes {
		s.sizes[size] = s.sizes[size].Plus(a)
	}
	for function, bytes := range other.inner {
		s.inner[function] += bytes
	}
	for caller, bytes := range other.callers {
		s.callers[caller] += bytes
	}
}

// observing reports whether a stack is that of a profile being written.
func observing(stack []allocation.Frame) bool {
	return slices.ContainsFunc(stack, func(f allocation.Frame) bool {
		return strings.HasPrefix(f.Function, "runtime/pprof.") || strings.HasPrefix(f.Function, "net/http/pprof.")
	})
}

// classify says which site an allocation belongs to, and under which key.
func classify(stack []allocation.Frame, o owners) (*site, any) {
	inner := slices.IndexFunc(stack, func(f allocation.Frame) bool { return o.of(f) == yours })
	s := &site{yours: inner >= 0, start: atStart(stack)}
	segment := stack
	if s.yours {
		segment = stack[:inner]
		s.place = stack[inner]
		s.pooled = poolOf(stack[inner+1:])
	}
	s.recipe = recipeFor(segment, s.yours)
	type key struct {
		way, function, file, called string
		line                        int
	}
	switch {
	case s.recipe != nil && s.recipe.far: // wherever it was called from
		s.place, s.yours = outermost(segment, s.recipe), false
		return s, key{way: s.recipe.what}
	case s.recipe != nil: // one object is often allocated on several lines
		return s, key{s.recipe.what + s.pooled, s.place.Function, s.place.File, "", 0}
	case s.yours && len(segment) == 0:
		return s, key{"own" + s.pooled, s.place.Function, s.place.File, "", s.place.Line}
	case s.yours:
		s.called, s.what = calledIn(segment), whatIs(segment)
		return s, key{"library", s.place.Function, s.place.File, s.called, 0}
	}
	s.place, s.what = stack[len(stack)-1], whatIs(segment)
	if i := slices.IndexFunc(stack, func(f allocation.Frame) bool { return o.of(f) == library }); i >= 0 {
		s.place = stack[i]
	}
	return s, key{way: "background", function: packageOf(s.place.Function)}
}

// adapters are functions that only call what they were given.
var adapters = []string{"net/http.HandlerFunc.ServeHTTP", "net/http.(*ServeMux).ServeHTTP", "net/http.StripPrefix", "sync.(*Once).", "sync.OnceValue", "sync.OnceFunc", "reflect.Value.Call", "reflect.Value.call"}

// calledIn returns the function of a library that the program has called, in a
// segment of a stack between the two. It is not one that only calls another.
func calledIn(segment []allocation.Frame) string {
	for _, f := range slices.Backward(segment) {
		if !among(f.Function, adapters) {
			return plain(f.Function)
		}
	}
	return plain(segment[0].Function)
}

// outermost returns the frame of a recipe, for what belongs to a library.
func outermost(segment []allocation.Frame, r *recipe) allocation.Frame {
	for _, f := range slices.Backward(segment) {
		if among(f.Function, r.at) {
			return f
		}
	}
	return segment[0]
}

// poolOf returns the pool that has called the code of the program to make an
// object, given the frames outside of that code, or "".
func poolOf(outer []allocation.Frame) string {
	if len(outer) == 0 {
		return ""
	}
	switch function := plain(outer[0].Function); {
	case function == "sync.(*Pool).Get":
		return "sync.Pool"
	case strings.HasPrefix(function, "github.com/rcpool/rcpool.") || strings.HasPrefix(function, "github.com/rcpool/rcpool/stdpool."):
		return "rcpool.Pool"
	}
	return ""
}

// atStart reports whether a stack is that of the initialization of packages.
func atStart(stack []allocation.Frame) bool {
	return slices.ContainsFunc(stack, func(f allocation.Frame) bool {
		return strings.HasPrefix(f.Function, "runtime.doInit")
	})
}

func (s *site) add(r allocation.Record, samples float64, o owners) {
	s.allocated, s.kept, s.samples = s.allocated.Plus(r.Allocated), s.kept.Plus(r.Kept), s.samples+samples
	s.sizes[r.Size] = s.sizes[r.Size].Plus(r.Allocated)
	s.inner[plain(r.Stack[0].Function)] += r.Allocated.Bytes
	if !s.yours {
		return
	}
	var mine []allocation.Frame
	for _, f := range r.Stack {
		if o.of(f) == yours {
			mine = append(mine, f)
		}
	}
	s.lines[mine[0].Line] += r.Allocated.Bytes
	if len(mine) > 1 {
		s.callers[mine[1]] += r.Allocated.Bytes
	}
	if r.Allocated.Bytes > s.highest {
		s.highest, s.stack = r.Allocated.Bytes, mine
	}
}

// size returns the size of the objects that make up the most bytes, and how many there are.
func (s *site) size() (size, objects float64) {
	bytes := make(map[float64]float64)
	for size, a := range s.sizes {
		bytes[size] = a.Bytes
	}
	size = most(bytes)
	return size, s.sizes[size].Objects
}

// uses returns how often the object was used: in one use several objects are
// allocated, of several sizes.
func (s *site) uses() float64 {
	if s.recipe != nil && s.recipe.clears {
		_, objects := s.size()
		return objects
	}
	var uses float64
	for _, a := range s.sizes {
		uses = max(uses, a.Objects)
	}
	return uses
}

// costs returns what the allocations cost, and what leases in their place would,
// for each second.
func (s *site) costs(m model, while time.Duration) (allocating, leasing Range) {
	for size, a := range s.sizes {
		allocating = allocating.plus(m.allocating(size).times(a.Objects, while))
	}
	uses := s.uses()
	var cleared float64
	if s.recipe == nil || s.recipe.clears {
		cleared = s.allocated.Bytes / max(uses, 1)
	}
	leasing = m.leasing(cleared).times(uses, while)
	if s.recipe != nil {
		if built, ok := m.Pools[s.recipe.pool]; ok {
			saved := (built.New - built.Lease) * s.allocated.Bytes / built.Bytes / while.Seconds()
			more := max(leasing.Low+saved-allocating.Low, 0) // than memory of that size takes
			allocating = allocating.plus(Range{more, more})
		}
	}
	return allocating, leasing
}

// error returns the uncertainty of the figures, two standard deviations, as a
// share of them.
func (s *site) error(exact bool) float64 {
	if exact || s.samples <= 0 {
		return 0
	}
	return 2 / math.Sqrt(s.samples)
}

// most returns the key with the largest value, the smallest of several.
func most[K cmp.Ordered](values map[K]float64) (key K) {
	first := true
	for k, v := range values {
		if first || v > values[key] || (v == values[key] && k < key) {
			key, first = k, false
		}
	}
	return key
}
