package mutate

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
)

// A release is a statement that gives a reference up.
type release struct {
	block
	at       int // in the list of the block
	stmt     ast.Stmt
	call     *ast.CallExpr
	deferred bool
	of       *types.Var // nil if it is no variable
}

// releases are all statements that give a reference up: calls of Release and Drop, of
// functions of the program that are named for it and do it, and of variables with
// functions, such as the one that Hold returns.
func (p *Program) releases() (all []release) {
	for _, b := range p.blocks() {
		for i, st := range b.list {
			r := release{block: b, at: i, stmt: st}
			switch st := st.(type) {
			case *ast.ExprStmt:
				r.call, _ = st.X.(*ast.CallExpr)
			case *ast.DeferStmt:
				r.call, r.deferred = st.Call, true
			}
			if r.call == nil || !p.isRelease(r.call) {
				continue
			}
			r.of = p.releasedBy(r.call)
			all = append(all, r)
		}
	}
	return all
}

func (p *Program) isRelease(call *ast.CallExpr) bool {
	if f := p.callee(call); f != nil {
		return gives(f) || p.gone[f] && cleansUp(f.Name())
	}
	if literal, ok := call.Fun.(*ast.FuncLit); ok { // that is deferred
		return p.givesUp(literal)
	}
	v := p.variable(call.Fun)
	return v != nil && len(call.Args) == 0 && types.Identical(v.Type().Underlying(), types.NewSignatureType(nil, nil, nil, nil, nil, false))
}

// releasedBy returns the variable that a call releases: that of its receiver, or of its
// argument, or the function in it.
func (p *Program) releasedBy(call *ast.CallExpr) *types.Var {
	of := call.Fun
	if len(call.Args) > 0 {
		of = call.Args[0]
	} else if method, ok := of.(*ast.SelectorExpr); ok {
		of = method.X
	}
	if address, ok := of.(*ast.UnaryExpr); ok {
		of = address.X
	}
	return p.variable(of)
}

// gives reports whether a function of rcpool gives a reference up.
func gives(f *types.Func) bool {
	return ofRcpool(f) && slices.Contains([]string{"Release", "Drop", "DecrementReferenceCount"}, f.Name())
}

// cleaning are the beginnings of names of functions that clean up.
var cleaning = []string{"release", "drop", "close", "free", "put", "stop", "shutdown", "recycle", "finish", "done", "end", "flush", "evict", "drain", "discard", "unref", "dispose", "remove", "cancel", "abort", "clear"}

func cleansUp(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(cleaning, func(beginning string) bool { return strings.HasPrefix(name, beginning) })
}

// findGone finds the functions of the program that give a reference up, themselves or
// by what they call.
func (p *Program) findGone() {
	p.gone = map[*types.Func]bool{}
	for more := true; more; {
		more = false
		for _, f := range p.functions() {
			decl, ok := f.node.(*ast.FuncDecl)
			if !ok {
				continue
			}
			object, _ := p.info.Defs[decl.Name].(*types.Func)
			if object != nil && !p.gone[object] && p.givesUp(f.body) {
				p.gone[object] = true
				more = true
			}
		}
	}
}

// givesUp reports whether a call in a node gives a reference up.
func (p *Program) givesUp(n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			f := p.callee(call)
			found = found || f != nil && (gives(f) || p.gone[f])
		}
		return !found
	})
	return found
}

// derived are a variable and those of the function that are computed from it.
func (p *Program) derived(v *types.Var, in ast.Node) map[*types.Var]bool {
	set := map[*types.Var]bool{v: true}
	own(in, func(n ast.Node) {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || !slices.ContainsFunc(assign.Rhs, func(e ast.Expr) bool { return p.mentions(e, set) }) {
			return
		}
		for _, to := range assign.Lhs {
			if v := p.variable(to); v != nil && hasPointers(v.Type()) {
				set[v] = true
			}
		}
	})
	return set
}

// hasPointers reports whether values of a type may refer to an object; errors do not.
func hasPointers(t types.Type) bool {
	return !api.IsError(t) && !api.IsBasic(t)
}
