package code

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
)

// This file is about objects that have a size, such as the number of rows of a batch.

// AskedForSize returns the object that a condition compares with zero the size of: what one of
// its methods without parameters counts. Otherwise it returns nil.
func AskedForSize(cond ssa.Value) ssa.Value {
	comparison, ok := cond.(*ssa.BinOp)
	if !ok || !api.IsInteger(comparison.X.Type()) || !IsConstZero(comparison.Y) {
		return nil
	}
	size, ok := comparison.X.(*ssa.Call)
	if !ok {
		return nil
	}
	switch signature := size.Call.Signature(); {
	case size.Call.IsInvoke() && len(size.Call.Args) == 0:
		return size.Call.Value
	case signature.Recv() != nil && len(size.Call.Args) == 1:
		return size.Call.Args[0]
	}
	return nil
}

// MakesSlice reports whether a call makes a slice of an object, by its name, of a size that was
// computed.
func MakesSlice(call *ssa.CallCommon) bool {
	callee := Object(call)
	if callee == nil || !strings.Contains(callee.Name(), "Slice") {
		return false
	}
	for _, a := range call.Args {
		if _, isConst := a.(*ssa.Const); !isConst && api.IsInteger(a.Type()) {
			return true
		}
	}
	return false
}
