package rctest

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rcpool/rcpool"
)

// Resets fails the test if the reset of p leaves data in an object. It leases an
// object from a pool with the New and Reset of p and sets every field to a value
// that is not zero, including unexported fields and the content of nested
// structs, pointers, slices and maps. Then it releases the object and compares
// it with new objects, before and after a reset of theirs. The error lists the
// paths of the fields with data, at most 8.
//
// What the reset writes to a new object is no data, such as a default, or the
// time. Capacity may survive: a slice of length 0 counts as empty, whatever its
// capacity, and so does a slice of elements that are all empty. So does a pointer to
// something empty, such as a buffer that is kept for the next lease.
//
// Resets skips fields with the tag `rcpool:"keep"`, which survive on purpose,
// blank fields, which no Reset can reach, and fields of types from packages sync
// and sync/atomic. It does not fill what a pointer set by New points to, because
// it may be shared.
//
// Resets leaves every rcpool.Ref zero, also in slices and maps, because it has no
// pool to lease one from. A Reset that releases references with rcpool.Drop
// accepts the zero Ref. Resets cannot tell whether a Reset releases its
// references; NoLeaks can.
//
// Resets sets nothing in a struct of another package that has unexported fields,
// such as a time.Timer or an os.File, because only that package knows what may be
// in them, and it leaves nil pointers to such structs nil. The package of T is not
// another one, unless it is of another module. Resets does fill a bytes.Buffer, a
// strings.Builder, a time.Time, a big.Int and the like by their own methods. A
// function that it sets does nothing and returns zero values.
//
// The fields of an object may depend on each other, as a slice and the number of
// its elements in use. If Reset panics with all fields set, but not with a new
// object, Resets sets as many as it can and logs which ones it could not.
//
// Resets calls New and Reset several times, and does not change the counts of p.
// It calls neither p.Keep nor p.Free, because what it has set is no file and no C
// memory.
func Resets[T any](t testing.TB, p *rcpool.Pool[T]) {
	t.Helper()
	// Keep makes each object new. Nothing is checked: that would poison the object.
	mirror := rcpool.Pool[T]{Name: p.Name, New: p.New, Reset: p.Reset, Keep: func(*T) bool { return false }}
	mirror.SetChecking(0)
	x := examination{lease: func() (reflect.Value, func() any) {
		ref := mirror.Get()
		return reflect.ValueOf(ref.Value()).Elem(), func() any { return release(ref) }
	}}
	left, problem := x.run()
	name := mirror.Stats().Name
	if problem != nil {
		t.Errorf("rctest.Resets: the reset of pool %s panicked on an object with every field set: %v\n%s", name, problem, cure(problem))
		return
	}
	if len(x.refused) > 0 {
		t.Logf("rctest.Resets: the reset of pool %s panics on what Resets would set, so these fields were not tested:\n%s", name, list(x.refused))
	}
	if x.nothing {
		t.Logf("rctest.Resets: nothing can be set in a %v, so the reset of pool %s was not tested.", reflect.TypeFor[T](), name)
	}
	if len(left) > 0 {
		t.Errorf("rctest.Resets: %s kept data after the reset of pool %s, and the next owner would see it:\n%s\nClear it in Reset. If it is built once and kept on purpose, such as a cache, give the field the tag `rcpool:\"keep\"`.",
			count(len(left), "field"), name, list(left))
	}
}

func release[T any](ref rcpool.Ref[T]) (problem any) {
	defer func() { problem = recover() }()
	ref.Release()
	return nil
}

func cure(problem any) string {
	if m, ok := problem.(*rcpool.Misuse); ok && m.Kind == rcpool.ZeroRef {
		return "Resets leaves every Ref zero. Release it with rcpool.Drop, which accepts the zero Ref."
	}
	return "Make Reset work on an object in any state."
}

// list shows the first lines, and how many more there are.
func list(lines []string) string {
	const most = 8
	more := ""
	if len(lines) > most {
		more = fmt.Sprintf("\n\tand %d more", len(lines)-most)
		lines = lines[:most]
	}
	return "\t" + strings.Join(lines, "\n\t") + more
}

// An examination is a call of Resets for a pool.
type examination struct {
	lease   func() (object reflect.Value, release func() any) // of a new object
	refused []string                                          // fields that were not set because Reset panics then
	nothing bool                                              // there was nothing to set
}

// A sight is what an object held before and after its reset.
type sight struct {
	before, after []leaf
	problem       any    // the panic of the reset
	units         []unit // that could be set
}

// see leases an object, sets the fields that only selects, and releases it. If
// only is nil, it sets none.
func (x *examination) see(only func(path string) bool) (s sight) {
	object, release := x.lease()
	if only != nil {
		f := fillerOf(object.Type())
		f.only = only
		f.fill("", object, 0)
		s.units = f.units
	}
	s.before = look(object)
	if s.problem = release(); s.problem == nil {
		s.after = look(object)
	}
	return s
}

// run returns what a reset leaves in an object, or how it panics.
func (x *examination) run() (left []string, problem any) {
	first, second := x.see(nil), x.see(nil)
	filled := x.see(func(string) bool { return true })
	x.nothing = len(filled.units) == 0 && first.problem == nil
	if filled.problem != nil {
		if first.problem != nil {
			return nil, filled.problem
		}
		filled = x.seeMost(filled.units)
	}
	normal, written := normalOf(first, second), valuesOf(filled.before)
	survivors := slices.DeleteFunc(filled.after, func(l leaf) bool {
		return normal.has(l) || l.measures || l.scalar && written[l.path] != l.value // the reset wrote that
	})
	survivors = slices.DeleteFunc(survivors, beyondCount(filled, survivors))
	slices.SortStableFunc(survivors, func(a, b leaf) int { return strings.Count(a.path, "(*") - strings.Count(b.path, "(*") })
	for _, l := range survivors {
		left = append(left, l.path+": "+l.what)
	}
	return left, nil
}

// beyondCount returns a function that tells whether a survivor is in an array or
// a slice, beyond the elements in use: there are three or more elements, the reset
// has cleared only the first, and the same struct has an integer that may count
// those in use.
func beyondCount(filled sight, survivors []leaf) func(leaf) bool {
	counted := map[string]bool{} // structs with a number
	for _, u := range filled.units {
		counted[u.parent] = counted[u.parent] || u.number
	}
	before, after := elementsOf(filled.before), elementsOf(survivors)
	return func(l leaf) bool {
		list, _, _ := strings.Cut(l.path, "[")
		was, is := before[list], after[list]
		return counted[parentOf(list)] && len(was) > 2 && len(is) == len(was) && is[0] != was[0] && slices.Equal(is[1:], was[1:])
	}
}

// elementsOf returns what the elements of arrays and slices hold, by path.
func elementsOf(leaves []leaf) map[string][]string {
	all := map[string][]string{}
	for _, l := range leaves {
		list, rest, isArray := strings.Cut(l.path, "[")
		if !isArray {
			all[list] = l.elements
			continue
		}
		index, rest, _ := strings.Cut(rest, "]")
		i, _ := strconv.Atoi(index)
		for len(all[list]) <= i {
			all[list] = append(all[list], "")
		}
		all[list][i] += rest + l.value
	}
	return all
}

// seeMost sees an object with as many fields set as its reset accepts. Where it
// panics on a field, the slices, maps and the like of the same struct are not set
// either: they may belong together.
func (x *examination) seeMost(units []unit) sight {
	set := map[string]bool{}
	only := func(path string) bool { return set[path] }
	doubtful := map[string]bool{} // structs
	for _, u := range units {
		set[u.path] = true
		if s := x.see(only); s.problem != nil {
			delete(set, u.path)
			doubtful[u.parent] = true
			x.refused = append(x.refused, fmt.Sprintf("%s: %v", u.path, s.problem))
		}
	}
	for _, u := range units {
		if set[u.path] && doubtful[u.parent] && u.long {
			delete(set, u.path)
			x.refused = append(x.refused, u.path+": may depend on another one")
		}
	}
	s := x.see(only)
	if s.problem != nil {
		x.refused = append(x.refused, fmt.Sprintf("all others: %v", s.problem))
	}
	return s
}

// A normal is what new objects hold before and after a reset.
type normal struct {
	values map[string][]string // by path
	varies map[string]bool     // paths
}

func normalOf(first, second sight) normal {
	n := normal{map[string][]string{}, map[string]bool{}}
	for _, pair := range [][2][]leaf{{first.before, second.before}, {first.after, second.after}} {
		a, b := valuesOf(pair[0]), valuesOf(pair[1])
		for _, values := range []map[string]string{a, b} {
			for path, value := range values {
				n.values[path] = append(n.values[path], value)
				n.varies[path] = n.varies[path] || a[path] != b[path]
			}
		}
	}
	return n
}

// has reports whether a leaf is as in a new object, or varies there.
func (n normal) has(l leaf) bool {
	return n.varies[l.path] || slices.Contains(n.values[l.path], l.value)
}

func valuesOf(leaves []leaf) map[string]string {
	values := map[string]string{}
	for _, l := range leaves {
		values[l.path] = l.value
	}
	return values
}
