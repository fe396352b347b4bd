package ownership_test

import (
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/rcpool/rcpool/tools/analyzer"
	"github.com/rcpool/rcpool/tools/internal/program"
)

// A placed report is one of a package that was loaded from disk.
type placed struct {
	report
	pkg   string // import path
	place token.Position
}

// reportsOn are those of the analyzer on the packages that match patterns.
func reportsOn(t *testing.T, config *packages.Config, patterns ...string) []placed {
	t.Helper()
	loaded, err := packages.Load(config, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	if len(loaded) == 0 {
		t.Fatalf("no packages match %v", patterns)
	}
	for _, p := range loaded {
		for _, err := range p.Errors {
			t.Errorf("%s: %v", p.PkgPath, err)
		}
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{analyzer.Analyzer}, loaded, nil)
	if err != nil {
		t.Fatal(err)
	}
	var all []placed
	for action := range graph.All() {
		if action.Err != nil {
			t.Errorf("%v: %v", action, action.Err)
		}
		if !action.IsRoot {
			continue
		}
		for _, d := range action.Diagnostics {
			all = append(all, placed{report{d.Category, d.Message}, action.Package.PkgPath, action.Package.Fset.Position(d.Pos)})
		}
	}
	return all
}

// inspect runs an analyzer, and those that it requires, over one package, with
// no facts about others.
func inspect(a *analysis.Analyzer, pkg *program.Package) ([]analysis.Diagnostic, error) {
	d := driver{pkg, map[*analysis.Analyzer]any{}, facts{}}
	return d.run(a)
}

type driver struct {
	pkg     *program.Package
	results map[*analysis.Analyzer]any
	facts   facts
}

func (d *driver) run(a *analysis.Analyzer) ([]analysis.Diagnostic, error) {
	results := map[*analysis.Analyzer]any{}
	for _, required := range a.Requires {
		if _, done := d.results[required]; !done {
			if _, err := d.run(required); err != nil {
				return nil, err
			}
		}
		results[required] = d.results[required]
	}
	var diagnostics []analysis.Diagnostic
	f := d.facts
	result, err := a.Run(&analysis.Pass{
		Analyzer:   a,
		Fset:       d.pkg.Fset,
		Files:      d.pkg.Files,
		Pkg:        d.pkg.Types,
		TypesInfo:  d.pkg.Info,
		TypesSizes: d.pkg.Sizes,
		Module:     &analysis.Module{Path: "programs", GoVersion: "go1.25"},
		ResultOf:   results,
		Report:     func(d analysis.Diagnostic) { diagnostics = append(diagnostics, d) },
		ReadFile:   func(name string) ([]byte, error) { return nil, fmt.Errorf("%s is not on disk", name) },

		ImportObjectFact:  func(o types.Object, to analysis.Fact) bool { return f.load(o, to) },
		ExportObjectFact:  func(o types.Object, fact analysis.Fact) { f.store(o, fact) },
		ImportPackageFact: func(p *types.Package, to analysis.Fact) bool { return f.load(p, to) },
		ExportPackageFact: func(fact analysis.Fact) { f.store(d.pkg.Types, fact) },
		AllObjectFacts:    f.objects,
		AllPackageFacts:   f.packages,
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Name, err)
	}
	d.results[a] = result
	return diagnostics, nil
}

// facts are kept in memory, by what they are about and by their type.
type facts map[factKey]analysis.Fact

type factKey struct {
	about any // a types.Object or a *types.Package
	typ   reflect.Type
}

func (f facts) store(about any, fact analysis.Fact) { f[factKey{about, reflect.TypeOf(fact)}] = fact }

func (f facts) load(about any, to analysis.Fact) bool {
	fact, ok := f[factKey{about, reflect.TypeOf(to)}]
	if ok {
		reflect.ValueOf(to).Elem().Set(reflect.ValueOf(fact).Elem())
	}
	return ok
}

func (f facts) objects() (all []analysis.ObjectFact) {
	for key, fact := range f {
		if o, ok := key.about.(types.Object); ok {
			all = append(all, analysis.ObjectFact{Object: o, Fact: fact})
		}
	}
	return all
}

func (f facts) packages() (all []analysis.PackageFact) {
	for key, fact := range f {
		if p, ok := key.about.(*types.Package); ok {
			all = append(all, analysis.PackageFact{Package: p, Fact: fact})
		}
	}
	return all
}
