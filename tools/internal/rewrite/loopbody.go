package rewrite

import (
	"go/ast"
	"go/token"
)

// loopBodies: the body of a loop becomes a function that reports whether to go on.
var loopBodies = Rewriting{
	Name:  "loop body",
	About: "the body of a loop becomes a function that reports whether to go on",
	sites: func(s *source) (sites []site) {
		for _, f := range s.functions() {
			if s.recovers(f.body.List...) {
				continue
			}
			own(f.body, func(n ast.Node) {
				body := loopBody(n)
				if body == nil || len(body.List) == 0 {
					return
				}
				if site, ok := s.extractBody(f, body); ok {
					sites = append(sites, site)
				}
			})
		}
		return sites
	},
}

func loopBody(n ast.Node) *ast.BlockStmt {
	switch n := n.(type) {
	case *ast.ForStmt:
		return n.Body
	case *ast.RangeStmt:
		return n.Body
	}
	return nil
}

func (s *source) extractBody(f function, block *ast.BlockStmt) (site, bool) {
	pos, end := extent(block.List)
	var jumps []edit
	breaks := false
	for _, st := range block.List {
		for _, jump := range leaving(st) {
			branch, ok := jump.(*ast.BranchStmt)
			if !ok || branch.Label != nil {
				return site{}, false
			}
			breaks = breaks || branch.Tok == token.BREAK
			jumps = append(jumps, replace(branch.Pos(), branch.End(), "return %t", branch.Tok == token.CONTINUE))
		}
	}
	x, ok := s.extract(f, pos, end, byPointer)
	if !ok {
		return site{}, false
	}
	x.asMethod()
	var results []string
	if breaks {
		results = []string{"bool"}
	} else {
		for i := range jumps {
			jumps[i].text = "return"
		}
	}
	body, ok := x.body(jumps...)
	if !ok {
		return site{}, false
	}
	name := s.fresh("turn")
	call := x.call(name)
	if breaks {
		if last, ok := block.List[len(block.List)-1].(*ast.BranchStmt); !ok || last.Tok == token.FALLTHROUGH {
			body += "\nreturn true"
		}
		call = "if !" + call + " {\nbreak\n}"
	}
	return site{edits: []edit{{pos, end, call}, x.declare(name, results, body)}}, true
}
