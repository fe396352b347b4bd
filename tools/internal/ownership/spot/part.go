package spot

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// A Part is which elements of a list are meant: those from Low to before High, one of them, or
// all.
type Part struct {
	Of   Which
	Low  int64           // a constant; Unknown
	High ssa.Value       // nil: the end of the list
	Loop *ssa.BasicBlock // of Turn: where the loop begins
}

// Which says which elements of a part are meant.
type Which uint8

// Which elements are meant.
const (
	None Which = iota // there is no list
	All               // of Low to High
	Turn              // one of Low to High in each turn of a loop over all of them
	At                // the one with index Low
	Last              // the last one of the list
	Any               // one of Low to High
)

// Unknown is the Low of a part that begins at an index that is no constant.
const Unknown = -1

// partAt returns the part of a list that is the element with some index.
func partAt(index, list ssa.Value) Part {
	if n, ok := code.ConstInt(index); ok {
		return Part{Of: At, Low: n}
	}
	if less, ok := index.(*ssa.BinOp); ok && less.Op == token.SUB && isLen(less.X, list) {
		if code.IsConstInt(less.Y, 1) {
			return Part{Of: Last}
		}
	}
	if p, ok := turnOf(index, list); ok {
		return p
	}
	return Part{Of: Any}
}

func isLen(v, list ssa.Value) bool {
	call := code.BuiltinOf(v, "len")
	return call != nil && code.SameWritten(call.Args[0], list)
}

// turnOf returns the part of a list over which a loop goes with an index: upwards from 0, or
// downwards from the last element to the first.
func turnOf(index, list ssa.Value) (Part, bool) {
	phi, isPhi := index.(*ssa.Phi)
	if next, ok := index.(*ssa.BinOp); ok && next.Op == token.ADD { // range counts before each turn
		phi, isPhi = next.X.(*ssa.Phi)
	}
	if !isPhi || len(phi.Edges) != 2 {
		return Part{}, false
	}
	header := phi.Block()
	is, ok := condition(header)
	if !ok || is.X != index {
		return Part{}, false
	}
	from, step := phi.Edges[0], phi.Edges[1]
	by, isStep := stepOf(step, phi)
	first, isConstant := code.ConstInt(from)
	if index != phi {
		first++
	}
	p := Part{Of: Turn, Loop: header}
	switch {
	case !isStep:
		return Part{}, false
	case by == 1 && isConstant && first == 0 && is.Op == token.LSS:
		if !isLen(is.Y, list) {
			p.High = is.Y
		}
		return p, true
	case by == -1 && is.Op == token.GEQ && code.IsConstZero(is.Y):
		return p, isLast(from, list)
	}
	return Part{}, false
}

// isLast reports whether an index is that of the last element of a list.
func isLast(index, list ssa.Value) bool {
	less, ok := index.(*ssa.BinOp)
	if !ok || less.Op != token.SUB || !isLen(less.X, list) {
		return false
	}
	return code.IsConstInt(less.Y, 1)
}

// condition returns what a loop asks before each turn.
func condition(header *ssa.BasicBlock) (*ssa.BinOp, bool) {
	branch, ok := header.Instrs[len(header.Instrs)-1].(*ssa.If)
	if !ok {
		return nil, false
	}
	is, ok := branch.Cond.(*ssa.BinOp)
	return is, ok
}

// stepOf returns by how much a loop changes its index after each turn.
func stepOf(next ssa.Value, phi *ssa.Phi) (by int64, ok bool) {
	sum, isBinary := next.(*ssa.BinOp)
	if !isBinary || sum.X != phi {
		return 0, false
	}
	n, isConstant := code.ConstInt(sum.Y)
	switch sum.Op {
	case token.ADD:
		return n, isConstant
	case token.SUB:
		return -n, isConstant
	}
	return 0, false
}

// within returns the same part, in a list of which the one before is list[low:high].
func (p Part) within(low, high ssa.Value) Part {
	var first int64
	if low != nil {
		n, ok := code.ConstInt(low)
		if !ok {
			n = Unknown
		}
		first = n
	}
	switch {
	case p.Of == Last && high != nil:
		return Part{Of: Any, Low: Unknown}
	case p.Of == Last:
		return p
	case p.High != nil && first != 0:
		return Part{Of: Any, Low: Unknown}
	case p.High == nil:
		p.High = high
	}
	if p.Of == At {
		p.High = nil // the index is in range
	}
	if p.Low == Unknown || first == Unknown {
		p.Low = Unknown
	} else {
		p.Low += first
	}
	if p.Low == Unknown && p.Of == At {
		return Part{Of: Any, Low: Unknown}
	}
	return p
}

// Resolve returns a part of a callee's list as its caller sees it: to is the caller's value
// for the end of the part, or nil if that is not known.
func (p Part) Resolve(to func(ssa.Value) ssa.Value) (Part, bool) {
	if p.High == nil {
		return p, true
	}
	if _, isConstant := p.High.(*ssa.Const); isConstant {
		return p, true
	}
	p.High = to(p.High)
	return p, p.High != nil
}

// In returns the part p of the part q.
func (p Part) In(q Part) (Part, bool) {
	if q.Of != All || q.Low == Unknown {
		return Part{}, false
	}
	if q.Low == 0 && q.High == nil {
		return p, true
	}
	return p.within(ssa.NewConst(constant.MakeInt64(q.Low), types.Typ[types.Int]), q.High), true
}

// Overlaps reports whether an element of q is certainly one of p, all of which are meant or
// the only one, unless the parts are empty.
func (p Part) Overlaps(q Part) bool {
	switch p.Of {
	case All, Turn:
		return p.coversSomeOf(q)
	case At:
		return q.Of == At && q.Low == p.Low || q.isWhole() && q.contains(p.Low)
	case Last:
		return q.Of == Last || q.isWhole() && q.Low == 0 && q.High == nil
	}
	return false
}

func (p Part) isWhole() bool { return p.Of == All || p.Of == Turn }

func (p Part) coversSomeOf(q Part) bool {
	if p.Low == Unknown || q.Low == Unknown && !(p.Low == 0 && p.High == nil) {
		return false
	}
	switch q.Of {
	case At:
		return p.contains(q.Low)
	case Last:
		return p.High == nil && p.Low == 0
	case Any:
		return p.High == nil && p.Low <= q.Low
	}
	return p.High == nil && q.High == nil || p.contains(q.Low) || q.contains(p.Low)
}

// contains reports whether the element with an index is in a part that is not empty.
func (p Part) contains(index int64) bool {
	if p.Low == Unknown || index < p.Low {
		return false
	}
	if p.High == nil {
		return true
	}
	high, ok := code.ConstInt(p.High)
	return ok && index < high || !ok && index == 0
}
