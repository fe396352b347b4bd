package watch

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

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

// suspects returns the goroutines that the functions of the lease have started,
// or if there are none, those that are in one of these functions. started reports
// whether one waits that they have started.
func (q inquiry) suspects(all []goroutine.Goroutine) (suspects []Suspect, started bool) {
	var children, others []*goroutine.Goroutine
	for i := range all {
		switch g := &all[i]; {
		case owns(g):
		case q.started(g):
			children = append(children, g)
			started = started || g.Waiting()
		case slices.ContainsFunc(g.Calls, func(c goroutine.Call) bool { return q.knows(c.Function) }):
			others = append(others, g)
		}
	}
	if len(children) > 0 {
		return group(children), started
	}
	return group(others), false
}

// started reports whether a function of the lease has started g.
func (q inquiry) started(g *goroutine.Goroutine) bool {
	if q.knows(g.Creator.Function) {
		return true
	}
	literal := false // of a function of the lease, called by WaitGroup.Go or the like
	for _, c := range g.Calls {
		if slices.Contains(q.functions, c.Function) {
			return false // it called the literal itself
		}
		literal = literal || q.knows(c.Function)
	}
	return literal
}

// owns reports whether g is a goroutine of rcpool itself, or one that Ref.Go or
// Ref.Hold has given a reference of its own.
func owns(g *goroutine.Goroutine) bool {
	return IsOwn(g.Creator.Function) || slices.ContainsFunc(g.Calls, func(c goroutine.Call) bool { return IsOwn(c.Function) })
}

// IsOwn reports whether a goroutine with a call of the function is one of rcpool
// itself, or one that calls a function of the user with a reference of its own.
func IsOwn(function string) bool {
	rest, ok := strings.CutPrefix(function, "github.com/rcpool/rcpool")
	return ok && (strings.HasPrefix(rest, "/internal/watch.(*watched).") || rest == "/internal/watch.Settle" ||
		strings.HasPrefix(rest, ".runHeld["))
}

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
