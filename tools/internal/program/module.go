package program

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

var (
	//go:embed module/prelude.go.txt
	prelude string
	//go:embed module/truth.go.txt
	truth string
	//go:embed module/truth_test.go.txt
	truthTest string
)

// A Module is a temporary module of Go code with one package, programs, in
// which programs are analysed or run.
type Module struct {
	// Dir is the module's folder.
	Dir string
}

// NewModule makes a module in the empty folder dir, for programs that use the
// rcpool of the folder rcpool.
func NewModule(dir, rcpool string) (*Module, error) {
	gomod, err := os.ReadFile(filepath.Join(rcpool, "go.mod"))
	if err != nil {
		return nil, fmt.Errorf("no module of rcpool: %w", err)
	}
	version := "1.25"
	for line := range strings.Lines(string(gomod)) {
		if v, ok := strings.CutPrefix(line, "go "); ok {
			version = strings.TrimSpace(v)
		}
	}
	m := &Module{Dir: dir}
	return m, m.write("go.mod", fmt.Sprintf("module programs\n\ngo %s\n\nrequire github.com/rcpool/rcpool v0.0.0\n\nreplace github.com/rcpool/rcpool => %s\n", version, rcpool))
}

func (m *Module) write(name, text string) error {
	return os.WriteFile(filepath.Join(m.Dir, name), []byte(text), 0o666)
}

// environment is that of Go commands in the module.
func (m *Module) environment() []string {
	return append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
}

// Config is how to load the package of the module.
func (m *Module) Config() *packages.Config {
	return &packages.Config{Mode: packages.LoadAllSyntax, Dir: m.Dir, Env: m.environment()}
}

// Write writes the programs as an analyzer sees them, each in the file
// that FileOf names.
func (m *Module) Write(programs []*Program) error {
	return m.writeAll(programs, plain, (*Program).Source)
}

func (m *Module) writeAll(programs []*Program, view func(string) string, source func(*Program) []byte) error {
	problems := []error{m.write("prelude.go", view(prelude))}
	for _, p := range programs {
		problems = append(problems, m.write(FileOf(p), string(source(p))))
	}
	return errors.Join(problems...)
}

// FileOf is the name of the file of p.
func FileOf(p *Program) string { return p.Name + ".go" }

// A Fault is a mistake that a program made when it was run.
type Fault struct {
	What  string // the name of a kind of rcpool.Misuse; "crash: …" for another panic; "stuck: …" if goroutines wait for ever
	Input string // the first inputs that showed it
	Count int    // of all inputs and orders of goroutines
}

// Run calls every program with each input, its goroutines running both as early
// and as late as possible; and so every function that it declares besides. Every lease is checked, and a leak is a lease that
// goes on when all goroutines have ended. The faults are by the programs' names;
// a program without faults has an empty list. Run leaves the programs in the
// module as they were run, not as Write does.
func (m *Module) Run(ctx context.Context, programs []*Program) (map[string][]Fault, error) {
	var table strings.Builder
	table.WriteString("package programs\n\nvar programs = map[string][]program{\n")
	for _, p := range programs {
		fmt.Fprintf(&table, "%q: {\n%s,\n", p.Name, p.Name)
		for _, trial := range p.trials() {
			fmt.Fprintf(&table, "func(a, b, _ bool, _ int) (int, error) {\n%s\nreturn 0, nil\n},\n", trial)
		}
		table.WriteString("},\n")
	}
	table.WriteString("}\n")
	result := filepath.Join(m.Dir, "truth.json")
	if err := errors.Join(
		m.writeAll(programs, instrumented, (*Program).Instrumented),
		m.write("truth.go", truth),
		m.write("truth_test.go", truthTest),
		m.write("table_test.go", table.String()),
	); err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, "go", "test", "-vet=off", "-gcflags=programs=-N -l", "-count=1", ".")
	command.Dir, command.Env = m.Dir, append(m.environment(), "TRUTH="+result)
	if out, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("running the programs: %w\n%s", err, out)
	}
	text, err := os.ReadFile(result)
	if err != nil {
		return nil, err
	}
	faults := map[string][]Fault{}
	return faults, json.Unmarshal(text, &faults)
}

// A Checker checks the types of programs one by one, without a build.
type Checker struct {
	fset     *token.FileSet
	prelude  *ast.File
	packages map[string]*types.Package
}

// Checker makes a checker. It needs the build of rcpool, so make it once.
func (m *Module) Checker() (*Checker, error) {
	c := &Checker{fset: token.NewFileSet(), packages: map[string]*types.Package{"unsafe": types.Unsafe}}
	if err := m.Write(nil); err != nil {
		return nil, err
	}
	config := m.Config()
	config.Mode, config.Fset = packages.NeedName|packages.NeedTypes|packages.NeedImports|packages.NeedDeps, c.fset
	loaded, err := packages.Load(config, "github.com/rcpool/rcpool", "sync", "sync/atomic", "errors", "fmt", "os")
	if err != nil {
		return nil, fmt.Errorf("loading what programs import: %w", err)
	}
	var problems []error
	packages.Visit(loaded, nil, func(p *packages.Package) {
		for _, err := range p.Errors {
			problems = append(problems, err)
		}
		c.packages[p.PkgPath] = p.Types
	})
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	c.prelude, err = parser.ParseFile(c.fset, "prelude.go", plain(prelude), parser.ParseComments|parser.SkipObjectResolution)
	return c, err
}

// Import implements types.Importer.
func (c *Checker) Import(path string) (*types.Package, error) {
	if p := c.packages[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("programs do not import %s", path)
}

// A Package is a program with the prelude, as a package of its own.
type Package struct {
	Fset  *token.FileSet
	Files []*ast.File
	Types *types.Package
	Info  *types.Info
	Sizes types.Sizes
}

// Check is p with its types, or the first error in it.
func (c *Checker) Check(p *Program) (*Package, error) {
	file, err := parser.ParseFile(c.fset, FileOf(p), p.Source(), parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	pkg := &Package{Fset: c.fset, Files: []*ast.File{c.prelude, file}, Sizes: types.SizesFor("gc", "amd64"), Info: &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Instances:    map[*ast.Ident]types.Instance{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		Scopes:       map[ast.Node]*types.Scope{},
		FileVersions: map[*ast.File]string{},
	}}
	config := types.Config{Importer: c, Sizes: pkg.Sizes, GoVersion: "go1.25"}
	pkg.Types, err = config.Check("programs", c.fset, pkg.Files, pkg.Info)
	return pkg, err
}

// Compiling are those of programs that compile.
func (c *Checker) Compiling(programs []*Program) []*Program {
	return slices.DeleteFunc(slices.Clone(programs), func(p *Program) bool {
		_, err := c.Check(p)
		return err != nil
	})
}
