package mutate

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
)

// entries: what was released, or taken out, stays in its container or its field.
var entries = Mutation{
	Name:  "stays there",
	About: "a delete, a clear, an assignment of zero or a cut is missing, so a released reference stays in a container",
	sites: func(p *Program) (sites []site) {
		for _, b := range p.blocks() {
			for _, st := range b.list {
				if p.forgets(st) {
					sites = append(sites, p.without(st))
				}
			}
		}
		return sites
	},
}

// forgets reports whether a statement removes references from where they were.
func (p *Program) forgets(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.ExprStmt:
		call, ok := st.X.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return false
		}
		id, ok := call.Fun.(*ast.Ident)
		if !ok {
			return false
		}
		_, builtin := p.info.Uses[id].(*types.Builtin)
		return builtin && (id.Name == "delete" || id.Name == "clear") && owns(p.info.TypeOf(call.Args[0]), 0)
	case *ast.AssignStmt:
		if st.Tok != token.ASSIGN || len(st.Lhs) != 1 || len(st.Rhs) != 1 || !owns(p.info.TypeOf(st.Lhs[0]), 0) {
			return false
		}
		switch e := st.Rhs[0].(type) {
		case *ast.Ident:
			return isNil(e)
		case *ast.CompositeLit:
			return len(e.Elts) == 0
		case *ast.SliceExpr:
			return true
		}
	}
	return false
}

// owns reports whether values of a type have references, behind pointers, too.
func owns(t types.Type, depth int) bool {
	if t == nil || depth > 4 {
		return false
	}
	if api.IsRef(t) || api.IsByteRef(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for field := range u.Fields() {
			if owns(field.Type(), depth+1) {
				return true
			}
		}
	case *types.Pointer:
		return owns(u.Elem(), depth+1)
	case *types.Slice:
		return owns(u.Elem(), depth+1)
	case *types.Array:
		return owns(u.Elem(), depth+1)
	case *types.Map:
		return owns(u.Elem(), depth+1)
	}
	return false
}

// overwritten: nothing looks for the old entry before a new one takes its place.
var overwritten = Mutation{
	Name:  "not looked for",
	About: "a condition that releases what is there is missing",
	sites: func(p *Program) (sites []site) {
		for _, b := range p.blocks() {
			for _, st := range b.list {
				condition, ok := st.(*ast.IfStmt)
				if ok && condition.Else == nil && !returns(condition) && p.givesUp(condition.Body) {
					sites = append(sites, p.without(condition))
				}
			}
		}
		return sites
	},
}

// released: a loop that releases what a container has is missing.
var released = Mutation{
	Name:  "not all released",
	About: "a loop that releases the elements of a container is missing",
	sites: func(p *Program) (sites []site) {
		for _, b := range p.blocks() {
			for _, st := range b.list {
				if loop, ok := st.(*ast.RangeStmt); ok && len(loop.Body.List) <= 3 && p.givesUp(loop.Body) {
					sites = append(sites, p.without(loop))
				}
			}
		}
		return sites
	},
}
