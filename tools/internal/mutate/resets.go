package mutate

import "go/ast"

// resets: a reset misses a line.
var resets = Mutation{
	Name:  "not reset",
	About: "a statement of a reset is missing",
	sites: func(p *Program) (sites []site) {
		for _, body := range p.resetBodies() {
			for _, st := range body.List {
				if !leaving(st) {
					sites = append(sites, p.without(st))
				}
			}
		}
		return sites
	},
}

// resetBodies are the bodies of methods named Reset, and of literals in a field of
// this name.
func (p *Program) resetBodies() (bodies []*ast.BlockStmt) {
	for node := range ast.Preorder(p.file) {
		switch n := node.(type) {
		case *ast.FuncDecl:
			if n.Recv != nil && n.Body != nil && n.Name.Name == "Reset" {
				bodies = append(bodies, n.Body)
			}
		case *ast.KeyValueExpr:
			name, ok := n.Key.(*ast.Ident)
			if literal, is := n.Value.(*ast.FuncLit); ok && is && name.Name == "Reset" {
				bodies = append(bodies, literal.Body)
			}
		}
	}
	return bodies
}
