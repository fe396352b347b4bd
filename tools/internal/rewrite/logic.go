package rewrite

import (
	"go/ast"
	"go/token"
)

// nestedConditions: the second part of a condition is asked inside.
var nestedConditions = Rewriting{
	Name:  "nested conditions",
	Alone: true,
	About: "an if statement with two conditions becomes one in another one",
	sites: func(s *source) (sites []site) {
		s.ifs(token.LAND, func(branch *ast.IfStmt, both *ast.BinaryExpr) {
			sites = append(sites, site{edits: []edit{
				replace(both.X.End(), both.Y.Pos(), " {\nif "),
				insert(branch.End(), "\n}"),
			}})
		})
		return sites
	},
}

// alternatives: each of two conditions has an if statement of its own, which leaves.
var alternatives = Rewriting{
	Name:  "alternatives",
	Alone: true,
	About: "an if statement that leaves on one of two conditions becomes two",
	sites: func(s *source) (sites []site) {
		s.ifs(token.LOR, func(branch *ast.IfStmt, both *ast.BinaryExpr) {
			if list := branch.Body.List; branch.Init == nil && len(list) == 1 && s.terminates(list[0]) {
				sites = append(sites, site{edits: []edit{
					replace(both.X.End(), both.Y.Pos(), " {\n%s\n}\nif ", s.of(list[0])),
				}})
			}
		})
		return sites
	},
}

// ifs yields the if statements of lists that have no else, and a condition of two parts.
func (s *source) ifs(op token.Token, yield func(branch *ast.IfStmt, both *ast.BinaryExpr)) {
	for _, f := range s.functions() {
		for _, list := range f.lists() {
			for _, st := range list {
				branch, ok := st.(*ast.IfStmt)
				if !ok || branch.Else != nil {
					continue
				}
				if both, ok := branch.Cond.(*ast.BinaryExpr); ok && both.Op == op {
					yield(branch, both)
				}
			}
		}
	}
}

// endless: a loop has no condition, and a break instead.
var endless = Rewriting{
	Name:  "endless loop",
	Alone: true,
	About: "the condition of a loop becomes an if statement that breaks",
	sites: func(s *source) (sites []site) {
		for _, f := range s.functions() {
			own(f.body, func(n ast.Node) {
				loop, ok := n.(*ast.ForStmt)
				if !ok || loop.Cond == nil {
					return
				}
				head := "for "
				if loop.Init != nil || loop.Post != nil {
					head = s.between(loop.Pos(), loop.Cond.Pos())
				}
				sites = append(sites, site{edits: []edit{
					replace(loop.Pos(), loop.Cond.End(), "%s", head),
					insert(loop.Body.Lbrace+1, "\nif !(%s) {\nbreak\n}\n", s.of(loop.Cond)),
				}})
			})
		}
		return sites
	},
}
