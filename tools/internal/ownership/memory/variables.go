package memory

import (
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// Variables has the terms of the program's values at one point of a path. A walk numbers the
// values that it meets, so that a copy for another path is one of a list without pointers: there
// are many copies, and few values.
type Variables struct {
	numbers *numbering
	terms   []term.Term // by the number of the value; absent if it has none yet
	known   int
}

// A numbering has the numbers of the values that a walk has met so far, on all paths.
type numbering struct {
	of     map[ssa.Value]int
	values []ssa.Value
	met    map[*code.Function][]int32 // by the number of a value in its function: its number here, counted from 1; 0 if it was not asked for yet
}

// ValuesOf has the terms of the values of one function, by their numbers there.
type ValuesOf struct {
	*Variables
	of  *code.Function
	met []int32
}

// Of returns the terms of the values of a function.
func (vs *Variables) Of(f *code.Function) ValuesOf {
	met := vs.numbers.met[f]
	if met == nil {
		met = make([]int32, len(f.Values))
		vs.numbers.met[f] = met
	}
	return ValuesOf{vs, f, met}
}

// Get returns the term of the value with a number, if it has one.
func (vs ValuesOf) Get(number int) (term.Term, bool) {
	n := int(vs.met[number]) - 1
	if n < 0 {
		asked, met := vs.numbers.of[vs.of.Values[number]]
		if !met {
			return 0, false
		}
		n = asked
		vs.met[number] = int32(n + 1)
	}
	return vs.at(n)
}

func (vs *Variables) at(n int) (term.Term, bool) {
	if n >= len(vs.terms) || vs.terms[n] == absent {
		return 0, false
	}
	return vs.terms[n], true
}

// absent is no term, not even the one that is no value.
const absent term.Term = -1

// NoVariables returns variables of which none is known.
func NoVariables(v *Values) Variables { return Variables{numbers: &v.variables} }

// Get returns the term of a value, if it has one.
func (vs *Variables) Get(v ssa.Value) (term.Term, bool) {
	n, met := vs.numbers.of[v]
	if !met {
		return 0, false
	}
	return vs.at(n)
}

// Set gives a value a term.
func (vs *Variables) Set(v ssa.Value, t term.Term) {
	n, met := vs.numbers.of[v]
	if !met {
		n = len(vs.numbers.values)
		vs.numbers.of[v] = n
		vs.numbers.values = append(vs.numbers.values, v)
	}
	for len(vs.terms) <= n {
		vs.terms = append(vs.terms, absent)
	}
	if vs.terms[n] == absent {
		vs.known++
	}
	vs.terms[n] = t
}

// Len is the number of the values that have terms.
func (vs *Variables) Len() int { return vs.known }

// All goes through the values that have terms, in the order in which the walk has met them.
func (vs *Variables) All() iter.Seq2[ssa.Value, term.Term] {
	return func(yield func(ssa.Value, term.Term) bool) {
		for n, t := range vs.terms {
			if t != absent && !yield(vs.numbers.values[n], t) {
				return
			}
		}
	}
}

// Clone returns a copy that can be changed without the original.
func (vs *Variables) Clone() Variables {
	return Variables{vs.numbers, slices.Clone(vs.terms), vs.known}
}
