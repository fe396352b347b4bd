package ownership

import (
	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// errorValues tells errors apart: those of global variables, and those that wrap them. It asks
// the code of the package what the variables have.
type errorValues struct {
	*memory.Values
	pkg *code.Package
}

// errorVariable returns the global variable that a value is the error of, or nil.
func (e *errorValues) errorVariable(v term.Term) *ssa.Global {
	n := e.Terms.Node(v)
	g, ok := e.Terms.Node(n.A).Tag.(*ssa.Global)
	if n.Kind != term.Load || !ok || !api.IsError(api.Deref(g.Type())) {
		return nil
	}
	return g
}

// areTwoErrors reports whether two values are different errors, of global variables.
func (e *errorValues) areTwoErrors(a, b term.Term) bool {
	va, vb := e.errorVariable(a), e.errorVariable(b)
	return va != nil && vb != nil && e.pkg.DifferentErrors(va, vb)
}

// isError decides errors.Is, if that is known.
func (e *errorValues) isError(err, target term.Term) (is, known bool) {
	a, b := e.errorVariable(err), e.errorVariable(target)
	switch {
	case err == target, a != nil && b != nil && e.pkg.Wraps(a, b):
		return true, true
	}
	return false, e.areTwoErrors(err, target)
}
