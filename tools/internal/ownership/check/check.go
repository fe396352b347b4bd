// Package check finds the mistakes that show without a walk: in resets, in what the
// functions of a package do to the same field, and in what they put into the same pool.
// A file is about one of them.
package check

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/holding"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
)

// A Package is what the checks ask of a package, and where they report.
type Package struct {
	Pass     *analysis.Pass
	Code     *code.Package
	Table    *api.Table
	Reporter *mistake.Reporter
	Pooled   map[types.Type]bool                  // the types of the objects in pools
	Summary  func(*ssa.Function) *summary.Summary // nil of a function that was not walked

	told map[token.Pos]bool // calls that lead to an object that a field forgets
}

// All reports what the checks find, except where a walk has reported it.
func (p *Package) All() {
	p.checkValues(p.checkPooledTypes())
	p.checkReclosed()
	p.checkResets()
	p.checkStale()
	l := holding.New(p.Code, p.Table, p.Summary)
	p.checkEntries(l)
	p.checkHolders(l)
	p.checkGrown()
	p.checkForgotten(l)
	p.checkAlongside(l)
	p.checkCutShort(l)
	p.checkRemoved(l)
}
