package mutate

import (
	"go/ast"
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
)

// twice: what was released is released again.
var twice = Mutation{
	Name:  "twice",
	About: "a release is made again further down, or directly though it is deferred",
	sites: func(p *Program) (sites []site) {
		for _, r := range p.releases() {
			if _, literal := r.call.Fun.(*ast.FuncLit); literal {
				continue
			}
			call := p.of(r.call)
			again := func(n ast.Node, e edit) {
				sites = append(sites, site{n.Pos(), call + " is made again", []edit{e}})
			}
			if r.deferred {
				own(r.function, func(n ast.Node) {
					if result, ok := n.(*ast.ReturnStmt); ok && result.Pos() > r.stmt.Pos() {
						again(result, insert(result.Pos(), call+"; "))
					}
				})
			}
			for _, st := range r.list[r.at+1:] {
				if !leaving(st) {
					again(st, insert(st.End(), "; "+call))
				}
			}
		}
		return sites
	},
}

// owned: the function that gave a reference to another owner releases it, too.
var owned = Mutation{
	Name:  "released after it was given away",
	About: "a reference is passed by value, sent or stored, and then released",
	sites: func(p *Program) (sites []site) {
		for _, b := range p.blocks() {
			for _, st := range b.list {
				v := p.given(st)
				if v == nil || leaving(st) {
					continue
				}
				sites = append(sites, site{st.Pos(), v.Name() + " is released after " + p.brief(st), []edit{
					insert(st.End(), "; "+v.Name()+".Release()"),
				}})
			}
		}
		return sites
	},
}

// given returns a reference that a simple statement passes, sends or stores, or nil.
func (p *Program) given(st ast.Stmt) (v *types.Var) {
	var values []ast.Expr
	switch st := st.(type) {
	case *ast.ExprStmt:
		if call, ok := st.X.(*ast.CallExpr); ok {
			values = call.Args
		}
	case *ast.SendStmt:
		values = []ast.Expr{st.Value}
	case *ast.AssignStmt:
		for i, e := range st.Rhs {
			if call, ok := e.(*ast.CallExpr); ok {
				values = append(values, call.Args...)
			} else if i < len(st.Lhs) && p.variable(st.Lhs[i]) == nil {
				values = append(values, e)
			}
		}
	}
	for _, e := range values {
		if literal, ok := ast.Unparen(e).(*ast.CompositeLit); ok {
			values = append(values, literal.Elts...)
		}
	}
	for _, e := range values {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Value
		}
		if owner := p.variable(e); owner != nil && api.IsRef(owner.Type()) {
			v = owner
		}
	}
	return v
}
