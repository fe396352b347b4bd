package mutate

import (
	"go/ast"
	"go/types"
	"slices"
)

// retained: a second owner gets a reference that was not retained for it.
var retained = Mutation{
	Name:  "not retained",
	About: "a Retain is missing",
	sites: func(p *Program) (sites []site) {
		for _, call := range p.callsOf("Retain") {
			if method, ok := call.Fun.(*ast.SelectorExpr); ok && len(call.Args) == 0 {
				sites = append(sites, site{call.Pos(), "without Retain: " + p.of(call), []edit{p.remove(method.X.End(), call.End())}})
			}
		}
		return sites
	},
}

// moved: a reference stays where it was when it gets a new owner.
var moved = Mutation{
	Name:  "not moved",
	About: "a Move is missing, so two owners have the reference",
	sites: func(p *Program) (sites []site) {
		for _, call := range p.callsOf("Move") {
			from := call.Fun
			if len(call.Args) > 0 {
				from = call.Args[0]
			}
			var owner ast.Expr
			switch from := from.(type) {
			case *ast.UnaryExpr: // Move(&ref)
				owner = from.X
			case *ast.SelectorExpr: // ref.Move(), of a stdpool.ByteRef
				owner = from.X
			default:
				continue
			}
			sites = append(sites, site{call.Pos(), "without Move: " + p.of(call), []edit{
				p.remove(call.Pos(), owner.Pos()),
				p.remove(owner.End(), call.End()),
			}})
		}
		return sites
	},
}

// borrowed: work that runs later has a borrow instead of a reference of its own.
var borrowed = Mutation{
	Name:  "not held",
	About: "a function that runs later borrows the object, where Hold or Go retained it",
	sites: func(p *Program) (sites []site) {
		for _, call := range p.callsOf("Hold", "Go") {
			method, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || len(call.Args) != 1 {
				continue
			}
			before, after := "func() { (", ")("+p.of(method.X)+".Value()) }"
			if method.Sel.Name == "Go" {
				before, after = "go (", ")("+p.of(method.X)+".Value())"
			}
			sites = append(sites, site{call.Pos(), "without " + method.Sel.Name + ": " + p.of(method), []edit{
				{call.Pos(), call.Args[0].Pos(), before},
				{call.Args[0].End(), call.End(), after},
			}})
		}
		return sites
	},
}

// copied: what the object owns is kept instead of a copy of it.
var copied = Mutation{
	Name:  "not copied",
	About: "a slice or map is kept, where a copy of it was",
	sites: func(p *Program) (sites []site) {
		for node := range ast.Preorder(p.file) {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				continue
			}
			if of := p.copyOf(call); of != nil {
				sites = append(sites, site{call.Pos(), "without a copy: " + p.brief(call), []edit{
					p.remove(call.Pos(), of.Pos()),
					p.remove(of.End(), call.End()),
				}})
			}
		}
		return sites
	},
}

// copyOf returns what a call makes a copy of, or nil: it is a Clone, or an append to
// nothing.
func (p *Program) copyOf(call *ast.CallExpr) ast.Expr {
	if f := p.callee(call); f != nil && f.Name() == "Clone" && f.Pkg() != nil && len(call.Args) == 1 {
		switch f.Pkg().Path() {
		case "slices", "bytes", "maps":
			return call.Args[0]
		}
	}
	if id, ok := call.Fun.(*ast.Ident); ok && len(call.Args) == 2 && call.Ellipsis.IsValid() {
		if b, ok := p.info.Uses[id].(*types.Builtin); ok && b.Name() == "append" && empty(call.Args[0]) {
			return call.Args[1]
		}
	}
	return nil
}

// empty reports whether an expression is T(nil) or T{}.
func empty(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		return len(e.Args) == 1 && isNil(e.Args[0])
	}
	return false
}

func isNil(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "nil"
}

// callsOf are the calls of functions of rcpool with one of these names.
func (p *Program) callsOf(names ...string) (calls []*ast.CallExpr) {
	for node := range ast.Preorder(p.file) {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			continue
		}
		if f := p.callee(call); f != nil && ofRcpool(f) && slices.Contains(names, f.Name()) {
			calls = append(calls, call)
		}
	}
	return calls
}
