package watch

import (
	"fmt"
	"runtime"
	"slices"

	"github.com/rcpool/rcpool/internal/goroutine"
)

// A Suspect is a group of goroutines that may hold the *T and that are at the
// same place.
type Suspect struct {
	Goroutines int             // how many there are
	State      string          // of one of them, such as "sleep"
	Calls      []runtime.Frame // its stack, the innermost call first
	CreatedBy  runtime.Frame   // the go statement; zero if there is none
}

const maxSuspects = 5

// group puts goroutines together that are at the same place, the most frequent
// first.
func group(all []*goroutine.Goroutine) (suspects []Suspect) {
	index := map[string]int{}
	for _, g := range all {
		key := fmt.Sprint(g.Calls, g.Creator)
		i, ok := index[key]
		if !ok {
			i = len(suspects)
			index[key] = i
			s := Suspect{State: g.State, CreatedBy: frame(g.Creator)}
			for _, c := range g.Calls {
				s.Calls = append(s.Calls, frame(c))
			}
			suspects = append(suspects, s)
		}
		suspects[i].Goroutines++
	}
	slices.SortStableFunc(suspects, func(a, b Suspect) int { return b.Goroutines - a.Goroutines })
	return suspects[:min(len(suspects), maxSuspects)]
}

func frame(c goroutine.Call) runtime.Frame {
	return runtime.Frame{Function: c.Function, File: c.File, Line: c.Line}
}
