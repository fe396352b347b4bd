package term

import (
	"cmp"
	"go/token"
	"iter"
	"math"
	"slices"
)

// An Interval bounds an integer, both ends included.
type Interval struct{ Low, High int64 }

// Whole is the interval of an integer of which nothing is known.
var Whole = Interval{math.MinInt64, math.MaxInt64}

// Facts are the conditions that are known at one point of a path.
type Facts struct {
	known  Ordered[Term, bool]
	bounds Ordered[Term, Interval]
}

// NoFacts returns facts that say nothing.
func NoFacts() Facts { return Facts{} }

// Clone returns a copy that can be changed without the original.
func (f *Facts) Clone() Facts { return Facts{f.known.Clone(), f.bounds.Clone()} }

// Empty reports whether no condition was decided.
func (f *Facts) Empty() bool { return f.known.Len() == 0 }

// Said returns what was learned about exactly this condition. Unlike Decide, it
// draws no conclusions.
func (f *Facts) Said(cond Term) (value, ok bool) {
	return f.known.Get(cond)
}

// All goes through the conditions that were learned, in the order of their terms.
func (f *Facts) All() iter.Seq2[Term, bool] { return f.known.All() }

// Bounds goes through the intervals that were learned, in the order of their terms.
func (f *Facts) Bounds() iter.Seq2[Term, Interval] { return f.bounds.All() }

// InOrder returns the keys of a map in their order.
func InOrder[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// Other returns the conditions that were learned and are not wanted, in the order of their terms.
func (f *Facts) Other(wanted func(Term) bool) (all []Term) {
	for t := range f.known.All() {
		if !wanted(t) {
			all = append(all, t)
		}
	}
	return all
}

// Forget forgets a condition.
func (f *Facts) Forget(cond Term) { f.known.Delete(cond) }

// Unbound forgets the intervals of terms that are not wanted.
func (f *Facts) Unbound(wanted func(Term) bool) {
	for t := range f.bounds.All() {
		if !wanted(t) {
			f.bounds.Delete(t)
		}
	}
}

// Bound returns the interval that was learned for an integer.
func (f *Facts) Bound(t Term) Interval {
	if b, ok := f.bounds.Get(t); ok {
		return b
	}
	return Whole
}

// Constant returns the only value that an integer can have, if it is known.
func (f *Facts) Constant(ts *Terms, t Term) (int64, bool) {
	b := f.interval(ts, t)
	return b.Low, b.Low == b.High
}

// Same returns the constant that a value was found to be equal to. There is at most one: see Learn.
func (f *Facts) Same(ts *Terms, t Term) (c Term, ok bool) {
	for cond, holds := range f.known.All() {
		if a, b, equal := ts.EqualTo(cond); equal && holds && a == t && ts.Node(b).Kind == Const {
			return b, true
		}
	}
	return 0, false
}

// Equals lists the values, other than constants, that a value was found to be equal to.
func (f *Facts) Equals(ts *Terms, t Term) (all []Term) {
	for cond, holds := range f.known.All() {
		a, b, equal := ts.EqualTo(cond)
		if b == t {
			a, b = b, a
		}
		if equal && holds && a == t && ts.Node(b).Kind != Const && !ts.IsNil(b) {
			all = append(all, b)
		}
	}
	return all
}

// SetBound says in which interval an integer is.
func (f *Facts) SetBound(t Term, b Interval) { f.bounds.Set(t, b) }

// Decide reports whether a condition is known to hold or not to hold.
func (f *Facts) Decide(ts *Terms, cond Term) (value, ok bool) {
	if v, ok := ts.AsBool(cond); ok {
		return v, true
	}
	if v, ok := f.known.Get(cond); ok {
		return v, true
	}
	n := ts.Node(cond)
	switch {
	case n.Kind == Not:
		v, ok := f.Decide(ts, n.A)
		return !v, ok
	case n.Kind == Binary && n.Tag == token.LSS:
		return f.less(ts, n.A, n.B)
	case n.Kind == Binary && n.Tag == token.EQL:
		return f.equal(ts, n.A, n.B)
	}
	return false, false
}

func (f *Facts) less(ts *Terms, a, b Term) (value, ok bool) {
	x, y := f.interval(ts, a), f.interval(ts, b)
	if x.High < y.Low {
		return true, true
	}
	if x.Low >= y.High {
		return false, true
	}
	if f.known.At(ts.Make(Node{Kind: Binary, A: b, B: a, Tag: token.LSS})) {
		return false, true
	}
	return false, false
}

func (f *Facts) equal(ts *Terms, a, b Term) (value, ok bool) {
	x, y := f.interval(ts, a), f.interval(ts, b)
	if x.High < y.Low || y.High < x.Low {
		return false, true
	}
	if x.Low == x.High && x == y {
		return true, true
	}
	if ts.IsNil(b) && ts.NotNil(a) {
		return false, true
	}
	if ts.Node(b).Kind == Const { // it is known to be another constant
		for other, v := range f.known.All() {
			if oa, ob, ok := ts.EqualTo(other); ok && v && oa == a && ob != b && ts.Node(ob).Kind == Const {
				return false, true
			}
		}
	}
	return false, false
}

// interval is what follows from the bounds of an integer, and from the values
// that it is known not to have.
func (f *Facts) interval(ts *Terms, t Term) Interval {
	if v, ok := ts.AsInt(t); ok {
		return Interval{v, v}
	}
	b := f.Bound(t)
	switch n := ts.Node(t); n.Kind {
	case Len:
		b.Low = max(b.Low, 0)
	case Binary:
		if by, ok := ts.AsInt(n.B); ok {
			b = b.and(f.interval(ts, n.A).moved(n.Tag, by))
		} else if n.Tag == token.ADD {
			b = b.and(f.interval(ts, n.A).plus(f.interval(ts, n.B)))
		}
	}
	for b != Whole && b.Low < b.High {
		switch {
		case b.Low != Whole.Low && f.isNot(ts, t, b.Low):
			b.Low++
		case b.High != Whole.High && f.isNot(ts, t, b.High):
			b.High--
		default:
			return b
		}
	}
	return b
}

// moved returns the interval of an integer of this one to which a small constant was added,
// or from which it was subtracted.
func (b Interval) moved(op any, by int64) Interval {
	if op == token.SUB {
		by = -by
	} else if op != token.ADD {
		return Whole
	}
	if by < -maxStep || by > maxStep {
		return Whole
	}
	moved := Whole
	if b.Low > Whole.Low/2 {
		moved.Low = b.Low + by
	}
	if b.High < Whole.High/2 {
		moved.High = b.High + by
	}
	return moved
}

// plus returns the interval of the sum of two integers, which does not overflow: where it did,
// indexes and lengths would be wrong.
func (b Interval) plus(other Interval) Interval {
	sum := Whole
	if b.Low > Whole.Low/2 && other.Low > Whole.Low/2 {
		sum.Low = b.Low + other.Low
	}
	if b.High < Whole.High/2 && other.High < Whole.High/2 {
		sum.High = b.High + other.High
	}
	return sum
}

// maxStep is the largest constant whose addition is followed.
const maxStep = 1 << 20

// and returns what is in both intervals.
func (b Interval) and(other Interval) Interval {
	return Interval{max(b.Low, other.Low), min(b.High, other.High)}
}

func (f *Facts) isNot(ts *Terms, t Term, v int64) bool {
	known, ok := f.known.Get(ts.Make(Node{Kind: Binary, A: t, B: ts.Int(v), Tag: token.EQL}))
	return ok && !known
}

// Learn notes that a condition, which is not decided and no Not, holds or not.
func (f *Facts) Learn(ts *Terms, cond Term, value bool) {
	f.known.Set(cond, value)
	n := ts.Node(cond)
	if n.Kind != Binary {
		return
	}
	op := n.Tag.(token.Token)
	if c, ok := ts.AsInt(n.B); ok {
		f.narrow(ts, n.A, f.Bound(n.A).compared(op, value, c))
	}
	if c, ok := ts.AsInt(n.A); ok && op == token.LSS {
		b := f.Bound(n.B)
		if value {
			b.Low = max(b.Low, c+1)
		} else {
			b.High = min(b.High, c)
		}
		f.narrow(ts, n.B, b)
	}
	if op == token.EQL && value && ts.Node(n.B).Kind == Const { // a variable is one constant only
		for other := range f.known.All() {
			if a, b, ok := ts.EqualTo(other); ok && a == n.A && b != n.B && ts.Node(b).Kind == Const {
				f.known.Set(other, false)
			}
		}
	}
}

// narrow notes in which interval an integer is, and with it the one that the integer was
// computed from by adding or subtracting a constant.
func (f *Facts) narrow(ts *Terms, t Term, b Interval) {
	f.bounds.Set(t, b)
	n := ts.Node(t)
	if n.Kind != Binary {
		return
	}
	back := map[any]token.Token{token.ADD: token.SUB, token.SUB: token.ADD}[n.Tag]
	if by, ok := ts.AsInt(n.B); ok && back != token.ILLEGAL {
		f.narrow(ts, n.A, f.Bound(n.A).and(b.moved(back, by)))
	}
}

// compared narrows the interval of an integer that was compared with a constant.
func (b Interval) compared(op token.Token, holds bool, c int64) Interval {
	switch {
	case op == token.LSS && holds:
		b.High = min(b.High, c-1)
	case op == token.LSS:
		b.Low = max(b.Low, c)
	case op == token.EQL && holds:
		return Interval{c, c}
	case op == token.EQL && b.Low == c:
		b.Low++
	case op == token.EQL && b.High == c:
		b.High--
	}
	return b
}
