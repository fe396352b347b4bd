package watch

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/internal/goroutine"
)

// An inquiry is about the goroutines that hold an object, or seem to.
type inquiry struct {
	functions     []string // on the stacks of the lease
	address, size uintptr  // of the object
}

func (w *watched) inquiry() inquiry {
	return inquiry{w.lease.Functions(), w.address, w.shape.Size()}
}

// knows reports whether function is one of those on the stacks of the lease, or
// declared in one.
func (q inquiry) knows(function string) bool {
	for _, f := range q.functions {
		if rest, ok := strings.CutPrefix(function, f); ok && (rest == "" || rest[0] == '.') {
			return true
		}
	}
	return false
}

// inDoubt reports whether a goroutine may have been interrupted in a function
// that has the object in its frame, but does not use it any more. For one
// garbage collection that is any goroutine at work in a function that is known
// to have had the object. But only one that stays in the same function explains
// what several collections have found, so another function matters only if the
// goroutine was there at the look before, too.
func (q inquiry) inDoubt(all []goroutine.Goroutine, w *watched) bool {
	working, hasHad := q.atWork(all)
	stays := w.looks < strangerLooks && stay(w.working, working)
	w.working = working
	return hasHad || stays
}

// atWork returns a number for each goroutine that does not wait, and the function
// that it is in, and reports whether one of these functions is known to have had
// the object.
func (q inquiry) atWork(all []goroutine.Goroutine) (working []uint64, hasHad bool) {
	for i := range all {
		g := &all[i]
		f := g.Frame()
		if f == nil || g.Fresh || g.Waiting() || isOwn(g) {
			continue
		}
		working = append(working, workOf(g.ID, f.Function))
		hasHad = hasHad || q.hasHad(g, f)
	}
	return working, hasHad
}

// stay reports whether a goroutine was at work in the same function before.
func stay(before, now []uint64) bool {
	return slices.ContainsFunc(now, func(n uint64) bool { return slices.Contains(before, n) })
}

// strangerLooks is how many looks must have found an object reachable before it
// does not matter any more that a goroutine stays in a function that is not
// known to have had the object.
const strangerLooks = 16

// hasHad reports whether the frame f of g, its innermost, is known to have had
// the object: as a function of the lease, or as one that has a pointer to it
// among its arguments. Inlined calls have no frame of their own.
func (q inquiry) hasHad(g *goroutine.Goroutine, f *goroutine.Call) bool {
	if f.HasPointerInto(q.address, q.size) {
		return true
	}
	for _, call := range g.Calls {
		if q.knows(call.Function) {
			return true
		}
		if !call.Inlined {
			break
		}
	}
	return false
}

// workOf returns a number for a goroutine in a function. Another goroutine, or
// another function, has another number in all likelihood.
func workOf(goroutine int, function string) uint64 {
	return maphash.String(seed, function) + uint64(goroutine)*0x9E3779B97F4A7C15
}

var seed = maphash.MakeSeed()

// holders returns the goroutines that have a pointer into the object among their
// arguments. If there are none, it returns those children of the lease that child
// accepts.
func (q inquiry) holders(all []goroutine.Goroutine, child func(*goroutine.Goroutine) bool) (holders []*goroutine.Goroutine) {
	var children []*goroutine.Goroutine
	for i := range all {
		switch g := &all[i]; {
		case isOwn(g):
		case slices.ContainsFunc(g.Calls, func(c goroutine.Call) bool { return c.HasPointerInto(q.address, q.size) }):
			holders = append(holders, g)
		case q.isChild(g) && child(g):
			children = append(children, g)
		}
	}
	if len(holders) > 0 {
		return holders
	}
	return children
}

// isChild reports whether a function of the lease has started g, without a
// reference of its own.
func (q inquiry) isChild(g *goroutine.Goroutine) bool { return q.started(g) && !hasReference(g) }

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

const module = "github.com/rcpool/rcpool"

// isOwn reports whether g is a goroutine of this package, or waits for it.
func isOwn(g *goroutine.Goroutine) bool {
	return g.Calling(func(function string) bool {
		return strings.HasPrefix(function, module+"/internal/watch.(*") || function == module+"/internal/watch.Mark.Settle"
	})
}

// hasReference reports whether g has a reference of its own, to the object of
// another lease: Ref.Go, Ref.Hold or Ref.AfterFunc has given it one.
func hasReference(g *goroutine.Goroutine) bool { return g.Calling(GivesReference) }

// GivesReference reports whether the function is that of package rcpool which
// calls a function of the user with a reference of its own.
func GivesReference(function string) bool { return strings.HasPrefix(function, module+".runHeld[") }
