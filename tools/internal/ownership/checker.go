package ownership

import (
	"go/token"
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/annotation"
	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// A checker checks one package.
type checker struct {
	pass       *analysis.Pass
	pkg        *code.Package
	table      *api.Table
	notes      *annotation.Annotations
	summaries  map[*ssa.Function]*summary.Summary // nil while it is being made
	recursive  map[*ssa.Function]bool             // they were asked for their summary while it was being made
	relevant   map[*ssa.Function]bool             // they count references themselves
	pooled     map[types.Type]bool                // the types of the objects in pools
	asked      map[*ssa.Function]bool
	mistaken   map[*ssa.Function]bool // mistakes were found in them
	covered    map[*ssa.Function]bool // literals that were walked where they are called
	reporter   *mistake.Reporter
	unfinished bool
	taken      int    // work that the walks of all functions have taken so far: see packageWork
	debug      string // the function whose walk is printed
	guessed    map[*types.Func]bool
	givenBack  map[*types.Func]bool             // functions of other packages whose objects this package gives back
	outward    map[*types.Func]*summary.Summary // of functions of the table's APIs: see outwardOf
	kept       map[wrappedField]bool            // objects that go to unknown code in structs whose methods leave them alone
	lateLeaks  []func()                         // they report when all functions were walked
	latest     []*recorder                      // of walks that have put off leaks until all else was reported

	walk func(*checker, *ssa.Function) *summary.Summary // walks a function, which explore asks for once
}

// A wrappedField is a field of a type whose values are in interfaces.
type wrappedField struct {
	in    types.Type
	field int
}

// explore returns the summary of a function, which is walked the first time. It is nil while it
// is being made.
func (c *checker) explore(fn *ssa.Function) *summary.Summary {
	if s, done := c.summaries[fn]; done {
		c.recursive[fn] = c.recursive[fn] || s == nil
		return s
	}
	c.summaries[fn] = nil
	return c.walk(c, fn)
}

// sayGuess reports a pattern of the configuration that does not say what a function
// acts on, once in a package.
func (c *checker) sayGuess(u *api.Use, fn *types.Func, pos token.Pos) {
	if !u.Guessed || c.guessed[fn] {
		return
	}
	c.guessed[fn] = true
	start, end := c.reporter.Extent(pos)
	c.reporter.Report(start, end, mistake.Guess{Function: fn.Name()})
}
