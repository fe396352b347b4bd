package mutate

import "go/ast"

// direct: a release that was deferred is made at once.
var direct = Mutation{
	Name:  "not deferred",
	About: "a deferred release is made at once",
	sites: func(p *Program) (sites []site) {
		for _, r := range p.releases() {
			if d, ok := r.stmt.(*ast.DeferStmt); ok {
				sites = append(sites, site{d.Pos(), "without defer: " + p.brief(d.Call), []edit{p.remove(d.Pos(), d.Call.Pos())}})
			}
		}
		return sites
	},
}

// early: a release is made before the statement that uses the object last.
var early = Mutation{
	Name:  "too early",
	About: "a release is above the statement before it, which uses the object",
	sites: func(p *Program) (sites []site) {
		for _, r := range p.releases() {
			if r.deferred || r.at == 0 || r.of == nil {
				continue
			}
			before := r.list[r.at-1]
			if before.Pos() < r.of.Pos() && r.of.Pos() < before.End() || !p.mentions(before, p.derived(r.of, r.function)) {
				continue
			}
			sites = append(sites, site{before.Pos(), p.of(r.call) + " is before " + p.brief(before), []edit{
				p.remove(r.stmt.Pos(), r.stmt.End()),
				insert(before.Pos(), p.of(r.call)+"; "),
			}})
		}
		return sites
	},
}

// onward: a branch that cleans up and returns goes on instead.
var onward = Mutation{
	Name:  "goes on",
	About: "the return is missing where a branch releases and returns",
	sites: func(p *Program) (sites []site) {
		for _, r := range p.releases() {
			if r.deferred || r.outer() || !r.leaves() {
				continue
			}
			sites = append(sites, p.without(r.list[len(r.list)-1]))
		}
		return sites
	},
}
