package code

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// SameAddress reports whether v was loaded from an address that is written like
// addr.
func SameAddress(v, addr ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL && structure(load.X, 0) == structure(addr, 0)
}

// structure is equal for values that are written in the same way.
func structure(v ssa.Value, depth int) string {
	if depth > 6 {
		return "…"
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.Op.String() + structure(v.X, depth+1)
	case *ssa.FieldAddr:
		return fmt.Sprintf("%s.%d", structure(v.X, depth+1), v.Field)
	case *ssa.Field:
		return fmt.Sprintf("%s.%d", structure(v.X, depth+1), v.Field)
	case *ssa.IndexAddr:
		return fmt.Sprintf("%s[%s]", structure(v.X, depth+1), structure(v.Index, depth+1))
	case *ssa.Call:
		var s strings.Builder
		s.WriteString(v.Call.Value.Name())
		if v.Call.IsInvoke() {
			s.WriteString("." + v.Call.Method.Name())
		}
		for _, a := range v.Call.Args {
			s.WriteString(" " + structure(a, depth+1))
		}
		return s.String()
	case *ssa.Const:
		return v.String()
	}
	return v.Name()
}

// IsConstZero reports whether a value is the constant 0.
func IsConstZero(v ssa.Value) bool { return IsConstInt(v, 0) }

// IsConstInt reports whether a value is a certain integer.
func IsConstInt(v ssa.Value, is int64) bool {
	n, ok := ConstInt(v)
	return ok && n == is
}

// ConstInt returns the integer that a value is; not ok if it is none, but another
// constant, say.
func ConstInt(v ssa.Value) (n int64, ok bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return c.Int64(), true
}

// IsPrefix reports whether a slice begins where the slice that it is made of does.
func IsPrefix(i *ssa.Slice) bool {
	_, ofSlice := i.X.Type().Underlying().(*types.Slice)
	return ofSlice && (i.Low == nil || IsConstZero(i.Low))
}

// IfNil reports whether an assignment is made only if there was nothing before, as in
// if x.m == nil { x.m = make(M) }.
func IfNil(s *ssa.Store) bool {
	if len(s.Block().Preds) != 1 {
		return false
	}
	before := s.Block().Preds[0]
	branch, ok := before.Instrs[len(before.Instrs)-1].(*ssa.If)
	if !ok || before.Succs[0] != s.Block() {
		return false
	}
	is, ok := branch.Cond.(*ssa.BinOp)
	return ok && is.Op == token.EQL && IsZeroValue(is.Y) && SameAddress(is.X, s.Addr)
}

// IsZeroValue reports whether a value is the zero value of a type that has no
// constants.
func IsZeroValue(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// IsUntestedReceiver reports whether a parameter is a pointer receiver that its method never
// compares with nil: the method relies on it.
func IsUntestedReceiver(p *ssa.Parameter) bool {
	fn := p.Parent()
	_, pointer := p.Type().Underlying().(*types.Pointer)
	return pointer && fn.Signature.Recv() != nil && p == fn.Params[0] && !slices.ContainsFunc(*p.Referrers(), func(i ssa.Instruction) bool {
		is, ok := i.(*ssa.BinOp)
		return ok && (IsZeroValue(is.X) || IsZeroValue(is.Y))
	})
}

// IsLast reports whether a value is the length of something, less a constant.
func IsLast(v ssa.Value) bool {
	less, ok := v.(*ssa.BinOp)
	if !ok || less.Op != token.SUB {
		return false
	}
	_, constant := less.Y.(*ssa.Const)
	return constant && BuiltinOf(less.X, "len") != nil
}

// FieldOf is the field whose address is taken. The pointer to the struct may be of a
// defined type, as in "type config *options".
func FieldOf(a *ssa.FieldAddr) *types.Var {
	if p, ok := a.X.Type().Underlying().(*types.Pointer); ok {
		if u, ok := p.Elem().Underlying().(*types.Struct); ok {
			return u.Field(a.Field)
		}
	}
	return nil
}

// ArrayLen is the length of an array that is sliced whole.
func ArrayLen(i *ssa.Slice) (int64, bool) {
	a, ok := api.Deref(i.X.Type()).Underlying().(*types.Array)
	if !ok || i.Low != nil || i.High != nil {
		return 0, false
	}
	return a.Len(), true
}

// IsDone reports whether a channel is that of a context, which tells nothing of
// the goroutines that were started.
func IsDone(ch ssa.Value) bool { return DoneOf(ch) != nil }

// DoneOf returns the context that a channel tells the end of, or nil.
func DoneOf(ch ssa.Value) ssa.Value {
	if c, ok := ch.(*ssa.ChangeType); ok {
		ch = c.X
	}
	call, ok := ch.(*ssa.Call)
	if !ok || !call.Call.IsInvoke() || call.Call.Method.Name() != "Done" {
		return nil
	}
	return call.Call.Value
}

// Received returns the type of what is received from a channel, whose own type may be a
// parameter.
func Received(i *ssa.UnOp) types.Type {
	if i.CommaOk {
		return i.Type().(*types.Tuple).At(0).Type()
	}
	return i.Type()
}

// ReceivedAt returns where in the tuple of a select the value is that a case of it
// receives.
func ReceivedAt(i *ssa.Select, k int) int {
	at := 2
	for _, before := range i.States[:k] {
		if before.Dir == types.RecvOnly {
			at++
		}
	}
	return at
}

// IsCase reports whether a value is the number of the case that a select has chosen.
func IsCase(v ssa.Value) bool {
	e, ok := v.(*ssa.Extract)
	if !ok {
		return false
	}
	_, ok = e.Tuple.(*ssa.Select)
	return ok && e.Index == 0
}

// Discards reports whether a caller drops one of several results of a call.
func Discards(call ssa.Instruction, result int) bool {
	v, ok := call.(*ssa.Call)
	if !ok || v.Call.Signature().Results().Len() < 2 {
		return false
	}
	for _, r := range *v.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == result && len(*e.Referrers()) > 0 {
			return false
		}
	}
	return true
}

// IgnoresLast reports whether a caller ignores the last of several results of a call: it
// drops the result or, if that is a bool, makes no condition of it.
func IgnoresLast(call ssa.Instruction) bool {
	v, ok := call.(*ssa.Call)
	if !ok {
		return false
	}
	results := v.Call.Signature().Results()
	last := results.Len() - 1
	if last < 1 {
		return false
	}
	if !api.IsBool(results.At(last).Type()) {
		return Discards(call, last)
	}
	returned := map[ssa.Instruction]int{} // how many of the results
	for _, r := range *v.Referrers() {
		e, ok := r.(*ssa.Extract)
		if !ok {
			return false
		}
		for _, use := range *e.Referrers() {
			switch use.(type) {
			case *ssa.Return:
				if returned[use]++; returned[use] > 1 { // the next caller may ask
					return false
				}
			case *ssa.MakeInterface:
			default:
				if e.Index == last {
					return false
				}
			}
		}
	}
	return true
}

// UsesOk reports whether a select asks if the channel was closed.
func UsesOk(i *ssa.Select) bool {
	for _, r := range *i.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == 1 {
			return len(*e.Referrers()) > 0
		}
	}
	return false
}

// IsLoopBody reports whether a function is the body of a loop over an iterator, which calls
// it.
func IsLoopBody(fn *ssa.Function) bool { return fn.Synthetic == "range-over-func yield" }
