package analyzer_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/multichecker"
	"golang.org/x/tools/go/analysis/passes/nilness"

	"github.com/rcpool/rcpool/tools/analyzer"
)

// The main function of a command that runs rcvet beside another analyzer. Its
// command line names packages, and rcvet's flags: -rcvet.config=rcvet.json.
func Example() {
	multichecker.Main(nilness.Analyzer, analyzer.Analyzer)
}

// An analyzer that knows one more API finds a frame that is not released.
func ExampleNew() {
	frames := analyzer.New(analyzer.Config{APIs: []analyzer.API{{
		Package: "example.com/frames",
		Acquire: []string{"Get"},
		Release: []string{"(*Frame).Done"},
	}}})

	const source = `package frames

type Frame struct{ Size int }

func Get() *Frame     { return &Frame{} }
func (f *Frame) Done() {}

func empty() bool {
	f := Get()
	if f.Size == 0 {
		return true
	}
	f.Done()
	return false
}
`
	if err := analyze(frames, "example.com/frames", source); err != nil {
		fmt.Println(err)
	}
	// Output:
	// frames.go:9:7: leak: f is not released when f.Size == 0 (line 10): the function returns at line 11
}

// analyze prints what an analyzer reports on a package of one file. A driver,
// such as multichecker, does this for whole programs.
func analyze(a *analysis.Analyzer, path, source string) error {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "frames.go", source, parser.ParseComments)
	if err != nil {
		return err
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	config := types.Config{Importer: importer.Default()}
	pkg, err := config.Check(path, fset, []*ast.File{file}, info)
	if err != nil {
		return err
	}
	_, err = a.Run(&analysis.Pass{
		Analyzer: a, Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info, TypesSizes: types.SizesFor("gc", "amd64"),
		Report:            func(d analysis.Diagnostic) { fmt.Printf("%v: %s\n", fset.Position(d.Pos), d.Message) },
		ImportObjectFact:  func(types.Object, analysis.Fact) bool { return false },
		ExportObjectFact:  func(types.Object, analysis.Fact) {},
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportPackageFact: func(analysis.Fact) {},
		AllObjectFacts:    func() []analysis.ObjectFact { return nil },
		AllPackageFacts:   func() []analysis.PackageFact { return nil },
	})
	return err
}
