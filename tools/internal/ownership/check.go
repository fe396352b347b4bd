package ownership

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/annotation"
	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/check"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/source"

	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
)

// Options say how a package is checked.
type Options struct {
	APIs       []api.API // besides those of the built-in table
	Disabled   []string  // what is not reported: categories, or "category:API"
	SkipTests  bool      // nothing is reported in files of tests
	Unfinished bool      // functions that are not followed to the end are reported, too
	Debug      string    // a function, "name" or "Type.name", whose walk and summary are printed to standard error
}

// Check reports the mistakes in one package. It fails if one of the APIs is not
// valid, or names a function that its package does not have.
func Check(pass *analysis.Pass, options Options) error {
	table, err := api.NewTable(options.APIs)
	if err != nil {
		return err
	}
	for _, disabled := range options.Disabled {
		if _, name, ofAPI := strings.Cut(disabled, ":"); ofAPI && table.ByName(name) == nil {
			return fmt.Errorf("rcvet: disable %q: there is no API %q", disabled, name)
		}
	}
	for _, pkg := range slices.Concat(pass.Pkg.Imports(), []*types.Package{pass.Pkg}) {
		if err := table.CheckNames(pkg, pkg == pass.Pkg); err != nil {
			return err
		}
	}
	pass = withOwnInfo(options.reported(pass))
	notes := annotation.Read(pass)
	c := &checker{
		pass: pass, table: table, notes: notes, debug: options.Debug, unfinished: options.Unfinished, walk: walkFunction,
		summaries: map[*ssa.Function]*summary.Summary{}, relevant: map[*ssa.Function]bool{},
		recursive: map[*ssa.Function]bool{}, asked: map[*ssa.Function]bool{}, covered: map[*ssa.Function]bool{}, mistaken: map[*ssa.Function]bool{},
		guessed: map[*types.Func]bool{}, givenBack: map[*types.Func]bool{}, outward: map[*types.Func]*summary.Summary{}, kept: map[wrappedField]bool{},
	}
	c.reporter = mistake.NewReporter(source.Source{Pass: pass}, notes.Ignored)
	c.reporter.Disabled = options.Disabled
	exportWrappers(pass)
	if !c.concerned() {
		notes.Report()
		return nil
	}
	c.pkg = code.Build(pass)
	forgetTypes(pass.TypesInfo)
	if SyntaxIsOwn {
		c.reporter.Again = source.Forget(pass, c.pkg.Sources)
	}
	if err := c.declareCounted(); err != nil {
		return err
	}
	c.table.Uncounted(c.makesUncounted)
	c.run()
	return nil
}

// declareCounted tells the table which objects the package counts by hand.
func (c *checker) declareCounted() error {
	for _, h := range c.pkg.HandCounted() {
		if f := c.table.Counting(types.NewPointer(h.Of)); f != nil && f.Package != "*" {
			continue // the configuration says how
		}
		own := api.API{Name: c.pass.Pkg.Path() + "." + h.Of.Obj().Name(), Package: c.pass.Pkg.Path(), Acquire: names(h.Makes), Retain: names(h.Retains), Release: names(h.Releases)}
		if err := c.table.Declare(own); err != nil {
			return err
		}
	}
	return nil
}

// makesUncounted reports whether a constructor makes an object to which there is no reference yet.
func (c *checker) makesUncounted(fn *types.Func) bool {
	if fn.Pkg() == c.pass.Pkg {
		return c.pkg.MakesUncounted(c.pkg.Declared(fn))
	}
	var f summary.Fact
	return c.pass.ImportObjectFact(fn, &f) && f.Uncounted
}

// names returns the names of functions as the table has them.
func names(all []*types.Func) (names []string) {
	for _, fn := range all {
		name := fn.Name()
		if recv := fn.Signature().Recv(); recv != nil {
			name = fmt.Sprintf("(*%s).%s", api.TypeName(recv.Type()), name)
		}
		names = append(names, name)
	}
	return names
}

// reported returns a pass that reports what the options leave.
func (o Options) reported(pass *analysis.Pass) *analysis.Pass {
	if len(o.Disabled) == 0 && !o.SkipTests {
		return pass
	}
	some := *pass
	some.Report = func(d analysis.Diagnostic) {
		inTest := strings.HasSuffix(pass.Fset.File(d.Pos).Name(), "_test.go")
		if !slices.Contains(o.Disabled, d.Category) && !(o.SkipTests && inTest) {
			pass.Report(d)
		}
	}
	return &some
}

// FactTypes returns the facts that Check exports for the packages that import
// the checked one.
func FactTypes() []analysis.Fact { return []analysis.Fact{(*summary.Fact)(nil)} }

// run checks all functions of the package.
func (c *checker) run() {
	c.findRelevant()
	for _, fn := range c.pkg.Sources {
		if c.isRelevant(fn) && !c.covered[fn] {
			c.explore(fn)
		}
	}
	for _, report := range c.lateLeaks {
		report()
	}
	c.exportFacts()
	checks := check.Package{Pass: c.pass, Code: c.pkg, Table: c.table, Reporter: c.reporter, Pooled: c.pooled, Summary: func(fn *ssa.Function) *summary.Summary { return c.summaries[fn] }}
	checks.All()
	c.checkFieldCourses()
	for _, r := range c.latest {
		r.reportLater(c.reporter, checks.HasToldOf)
	}
	c.notes.Report()
}

// walkPaths walks the paths of a function. A wide walk asks less of what functions of other packages
// do to their own objects, such as a builder that may have to grow: where they are called in a loop,
// there are too many paths otherwise.
func walkPaths(c *checker, fn *ssa.Function, wide bool) (*explorer, []exit) {
	x := newExplorer(c, fn)
	x.where.wide = wide
	x.print("%v:\n", fn)
	exits := x.walk(x.where.top, x.begin())
	for i := range exits {
		x.handovers.endPath(&exits[i])
	}
	return x, exits
}

// walkFunction walks a function, and reports what is wrong in it. If it has too many paths, a wide
// walk reports what it finds, too: only what one path shows, if there are too many for it as well.
// Callers are told of nothing then: that walk knows too little.
func walkFunction(c *checker, fn *ssa.Function) *summary.Summary {
	x, exits := walkPaths(c, fn, false)
	if !x.gaveUp {
		x.judge(exits)
	} else if c.taken <= packageWork {
		taken := c.taken
		wide, all := walkPaths(c, fn, true)
		if !wide.gaveUp {
			wide.judge(all)
		} else {
			wide.recorder.keepCertain()
		}
		wide.report(fn)
		c.taken = taken // what the others may take is not changed by that
	}
	s := x.summarize(exits)
	if object, ok := fn.Object().(*types.Func); ok {
		c.notes.Apply(object, s, c.table)
	}
	c.summaries[fn] = s
	x.print("%v", s)
	if c.recursive[fn] && !x.gaveUp && s.Active() {
		walkAgain(c, fn)
	}
	if s.Opaque && c.unfinished && fn.Pos().IsValid() {
		c.pass.Report(mistake.Diagnostic(fn.Pos(), token.NoPos, mistake.Unfinished{Function: fn.Name()}))
	}
	x.report(fn)
	return s
}

// walkAgain walks a function that calls itself, and now knows what these calls do. It reports only
// what one path shows: the first walk has reported the rest.
func walkAgain(c *checker, fn *ssa.Function) {
	x, _ := walkPaths(c, fn, false)
	x.recorder.keepCertain()
	x.report(fn)
}

// judge decides what is wrong on all paths of a function together.
func (x *explorer) judge(exits []exit) {
	x.leaks.ofParts(exits)
	x.leaks.ofParameters(exits)
	x.leaks.ofRetained(exits)
	x.leaks.retainedTwice(exits)
	x.leaks.noteAlwaysLost(exits)
	x.leaks.ofPools(exits)
	x.courses.findBroken(exits)
	x.untold.findAgain(exits)
}

// report reports what a walk of a function has found.
func (x *explorer) report(fn *ssa.Function) {
	if len(x.recorder.findings)+len(x.recorder.later) > 0 {
		x.checker.mistaken[fn] = true
	}
	if len(x.recorder.later) > 0 {
		x.checker.latest = append(x.checker.latest, x.recorder)
	}
	x.recorder.report(x.checker.reporter)
}

func (c *checker) exportFacts() {
	for object := range c.notes.Functions() {
		if c.pkg.Declared(object) == nil { // a method of an interface
			s := &summary.Summary{Outcomes: []summary.Outcome{{}}}
			c.notes.Apply(object, s, c.table)
			c.pass.ExportObjectFact(object, &summary.Fact{Summary: *s})
		}
	}
	for _, fn := range c.pkg.Sources {
		object, ok := fn.Object().(*types.Func)
		if !ok || object.Pkg() != c.pass.Pkg {
			continue
		}
		uncounted := c.pkg.MakesUncounted(fn)
		if uncounted {
			c.explore(fn)
		}
		if s := c.summaries[fn]; s != nil && (uncounted || !s.Trivial() || c.relevant[fn]) {
			c.pass.ExportObjectFact(object, &summary.Fact{Summary: *s, Uncounted: uncounted, KeepsNil: keepsNil(c.pass, object)})
		}
	}
}
