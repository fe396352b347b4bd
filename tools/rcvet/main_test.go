package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
)

// The tests run this binary as rcvet, with an analyzer that finds simple things
// in simple programs: what is tested is all that lies around the real one.
func TestMain(m *testing.M) {
	if os.Getenv("RCVET_TEST") == "command" {
		flag.CommandLine = flag.NewFlagSet(os.Args[0], flag.ExitOnError) // without those of package testing
		os.Exit(run(os.Args[1:], pretender()))
	}
	os.Exit(m.Run())
}

// madeBy is the fact that a function returns what must be released.
type madeBy struct{ Text string }

func (*madeBy) AFact()           {}
func (f *madeBy) String() string { return f.Text }

// pretender returns an analyzer that reports
//   - each statement acquire() in a function that does not call release, with
//     the way to the end of the function, and a fix;
//   - each statement acquirePair(), once for releaseFirst and once for
//     releaseSecond, with fixes that conflict;
//   - each statement misfix(), with a fix that does not compile;
//   - each call of a function of another package whose name begins with Acquire;
//
// unless it is configured to be quiet. It says of functions named hasManyPaths that
// they are unfinished. It fails on functions named failAnalysis and never returns
// from those named hangAnalysis.
func pretender() *analysis.Analyzer {
	var config struct{ Quiet bool }
	a := &analysis.Analyzer{Name: "rcvet", Doc: "pretends", URL: mistake.Documentation, FactTypes: []analysis.Fact{new(madeBy)}}
	a.Flags.Func("config", "JSON", func(text string) error {
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.DisallowUnknownFields()
		return decoder.Decode(&config)
	})
	says := a.Flags.Bool(unfinished, false, "say which functions have many paths")
	a.Run = func(pass *analysis.Pass) (any, error) {
		for _, file := range pass.Files {
			for _, decl := range file.Decls {
				f, ok := decl.(*ast.FuncDecl)
				if !ok || f.Body == nil {
					continue
				}
				switch {
				case f.Name.Name == "hasManyPaths" && *says:
					pass.Report(analysis.Diagnostic{Pos: f.Name.Pos(), Category: unfinished, Message: "unfinished: hasManyPaths"})
				case f.Name.Name == "failAnalysis":
					return nil, errors.New("cannot go on")
				case f.Name.Name == "hangAnalysis":
					select {}
				case strings.HasPrefix(f.Name.Name, "Acquire"):
					pass.ExportObjectFact(pass.TypesInfo.Defs[f.Name], &madeBy{pass.Pkg.Path()})
				}
				if !config.Quiet {
					pretend(pass, f)
				}
			}
		}
		return nil, nil
	}
	return a
}

func pretend(pass *analysis.Pass, f *ast.FuncDecl) {
	calls := map[string]bool{}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			calls[types.ExprString(call.Fun)] = true
			if selected, ok := call.Fun.(*ast.SelectorExpr); ok {
				fact := new(madeBy)
				if object := pass.TypesInfo.Uses[selected.Sel]; object != nil && pass.ImportObjectFact(object, fact) {
					pass.Report(analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Category: "leak", Message: "leak: made by " + fact.Text})
				}
			}
		}
		return true
	})
	for _, statement := range f.Body.List {
		expression, ok := statement.(*ast.ExprStmt)
		if !ok {
			continue
		}
		report := func(category, text string) {
			pass.Report(analysis.Diagnostic{
				Pos: statement.Pos(), End: statement.End(), Category: category,
				Message: fmt.Sprintf("%s: %s is missing", category, text),
				Related: []analysis.RelatedInformation{
					{Pos: statement.Pos(), End: statement.End(), Message: "acquired here"},
					{Pos: f.Body.Rbrace, Message: "leaves here"},
				},
				SuggestedFixes: []analysis.SuggestedFix{{
					Message:   "insert " + text,
					TextEdits: []analysis.TextEdit{{Pos: statement.End(), End: statement.End(), NewText: []byte("\n\t" + text)}},
				}},
			})
		}
		switch types.ExprString(expression.X) {
		case "acquire()":
			if !calls["release"] {
				report("leak", "defer release()")
			}
		case "acquirePair()":
			for _, name := range []string{"releaseFirst", "releaseSecond"} {
				if !calls[name] {
					report("double-release", "defer "+name+"()")
				}
			}
		case "misfix()":
			report("escape", "undeclared()")
		}
	}
}

// declared is what the programs call, in a file of each package that needs it.
const declared = "func acquire()       {}\nfunc release()       {}\nfunc acquirePair()   {}\nfunc releaseFirst()  {}\nfunc releaseSecond() {}\nfunc misfix()        {}\n"

// module writes files below a new directory; a go.mod is added.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(dir, "a module")
	put(t, dir, map[string]string{"go.mod": "module example.com/m\n\ngo 1.25.0\n"})
	put(t, dir, files)
	return dir
}

func put(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, elem ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(elem...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// rcvet returns the command, to be run in a directory.
func rcvet(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "RCVET_TEST=command", "PWD="+dir, "GOFLAGS=", "GOWORK=", "GOPROXY=off", "GOTOOLCHAIN=local")
	return cmd
}

// built returns the command that users build, with the real analyzer.
func built(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "rcvet.exe")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := rcvet(t, dir, args...)
	cmd.Path, cmd.Args[0] = binary, binary
	return cmd
}

type outcome struct {
	stdout, stderr string
	code           int
}

func do(t *testing.T, cmd *exec.Cmd) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// want fails the test unless the outcome is this; text that must be in stderr
// is given in parts.
func (o outcome) want(t *testing.T, code int, stdout string, stderr ...string) {
	t.Helper()
	if o.code != code {
		t.Errorf("exit code %d, want %d", o.code, code)
	}
	if o.stdout != stdout {
		t.Errorf("stdout:\n%s\nwant:\n%s", o.stdout, stdout)
	}
	for _, part := range stderr {
		if !strings.Contains(o.stderr, part) {
			t.Errorf("stderr does not say %q", part)
		}
	}
	if len(stderr) == 0 && o.stderr != "" {
		t.Error("something is on stderr")
	}
	if t.Failed() {
		t.Logf("stderr:\n%s", o.stderr)
	}
}
