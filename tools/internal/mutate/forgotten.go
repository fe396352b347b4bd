package mutate

import "go/ast"

// forgotten: a release is not there.
var forgotten = Mutation{
	Name:  "forgotten",
	About: "a release is missing, deferred or not",
	sites: func(p *Program) (sites []site) {
		for _, r := range p.releases() {
			if r.outer() || !r.leaves() {
				sites = append(sites, p.without(r.stmt))
			}
		}
		return sites
	},
}

// forgottenOnAWay: a release is not there before a return in the middle of a function.
var forgottenOnAWay = Mutation{
	Name:  "forgotten on a way",
	About: "a release is missing where a branch leaves the function or the loop",
	sites: func(p *Program) (sites []site) {
		for _, r := range p.releases() {
			if !r.outer() && r.leaves() {
				sites = append(sites, p.without(r.stmt))
			}
		}
		return sites
	},
}

func (p *Program) without(st ast.Stmt) site {
	return site{st.Pos(), "without " + p.brief(st), []edit{p.remove(st.Pos(), st.End())}}
}

// late: a release is deferred after a statement that may return before.
var late = Mutation{
	Name:  "deferred too late",
	About: "a deferred release is below a condition that returns",
	sites: func(p *Program) (sites []site) {
		for _, r := range p.releases() {
			if !r.deferred {
				continue
			}
			for _, st := range r.list[r.at+1:] {
				condition, ok := st.(*ast.IfStmt)
				if !ok || !returns(condition) {
					continue
				}
				sites = append(sites, site{r.stmt.Pos(), p.brief(r.stmt) + " is after " + p.brief(condition.Cond), []edit{
					p.remove(r.stmt.Pos(), r.stmt.End()),
					insert(condition.End(), "; "+p.of(r.stmt)),
				}})
				break
			}
		}
		return sites
	},
}

func returns(n ast.Node) (found bool) {
	own(n, func(n ast.Node) {
		_, is := n.(*ast.ReturnStmt)
		found = found || is
	})
	return found
}
