package ownership

import (
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about lists that a function makes for a constructor, such as the columns of
// an Arrow record. The constructor retains what it is given, and nobody else sees the list,
// so what is in there still belongs to the function.

// constructorLists follows lists through a function.
type constructorLists struct {
	table      *api.Table
	seen       map[ssa.Value]bool
	constructs bool // something was given to a constructor
}

// follow reports whether all that is done with a list, or with an element that is put into
// one, is known, and leaves the element where it was.
func (c *constructorLists) follow(v ssa.Value) bool {
	if c.seen[v] {
		return true
	}
	c.seen[v] = true
	for _, use := range *v.Referrers() {
		if !c.keepsNothing(v, use) {
			return false
		}
	}
	return true
}

func (c *constructorLists) keepsNothing(v ssa.Value, use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return true
	case *ssa.MakeInterface:
		return c.follow(use)
	case *ssa.ChangeInterface:
		return c.follow(use)
	case *ssa.Phi:
		return c.follow(use)
	case *ssa.Slice:
		return c.follow(use)
	case *ssa.IndexAddr: // of the list
		return code.OnlyStoredTo(use)
	case *ssa.Store:
		element, ok := use.Addr.(*ssa.IndexAddr)
		return ok && use.Val == v && c.follow(element.X)
	case *ssa.Call:
		return c.keepsNothingOf(v, use)
	}
	return false
}

// keepsNothingOf reports whether a call is one of append, or a method of the object, or
// one of a constructor that retains its arguments.
func (c *constructorLists) keepsNothingOf(v ssa.Value, call *ssa.Call) bool {
	switch code.Builtin(&call.Call) {
	case "append":
		return c.follow(call)
	case "len", "cap":
		return true
	}
	fn := code.Object(&call.Call)
	if fn == nil {
		return false
	}
	if u := c.table.Lookup(fn); u != nil && u.Operation == api.Acquire && u.Family.Counted && u.Family.Describes(fn) && fn.Pkg().Name() != "scalar" { // those of scalar retain nothing
		c.constructs = true
		return true
	}
	return isReceiver(v, call)
}

// isReceiver reports whether an object, and no list of them, is the receiver of a method.
func isReceiver(v ssa.Value, call *ssa.Call) bool {
	if _, isList := v.Type().Underlying().(*types.Slice); isList {
		return false
	}
	if call.Call.IsInvoke() {
		return call.Call.Value == v
	}
	return call.Call.Signature().Recv() != nil && call.Call.Args[0] == v
}
