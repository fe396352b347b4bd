package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Coraza leases transactions through one package of its own, internal/sync,
// whose NewPool is called once. A variant is built from a copy of the module
// in which the file with NewPool is another one.

const coraza = "github.com/corazawaf/coraza/v3"

//go:embed seam/none.go.txt
var none []byte

//go:embed seam/rcpool.go.txt
var rcpoolSeam []byte

// seams are the files that replace Coraza's own, by variant; nil leaves it.
var seams = map[string][]byte{"none": none, "released": nil, "rcpool": rcpoolSeam}

const (
	seamFile = "internal/sync/pool_std.go"
	seamFunc = "func NewPool(new func() any) Pool"
)

// A workshop is a temporary directory in which variants are built.
type workshop struct {
	dir    string // temporary
	root   string // of the repository
	source string // of Coraza, in the module cache
}

// open finds the sources, and fails if the seam is not what the variants fit
// into. The caller removes the directory.
func open(ctx context.Context) (w workshop, err error) {
	if w.root, err = moduleDir(ctx, ".", "github.com/rcpool/rcpool"); err != nil {
		return w, fmt.Errorf("find the repository (run this inside of it): %w", err)
	}
	if err = run(ctx, w.serverDir(), "go", "mod", "download", coraza); err != nil {
		return w, fmt.Errorf("download Coraza: %w", err)
	}
	if w.source, err = moduleDir(ctx, w.serverDir(), coraza); err != nil {
		return w, fmt.Errorf("find the source of Coraza: %w", err)
	}
	if err := checkSeam(os.DirFS(w.source)); err != nil {
		return w, fmt.Errorf("%s, in %s: %w", coraza, filepath.Base(w.source), err)
	}
	w.dir, err = os.MkdirTemp("", "waf-")
	return w, err
}

func (w workshop) serverDir() string { return filepath.Join(w.root, "lab", "bench", "waf", "server") }

func moduleDir(ctx context.Context, in, module string) (string, error) {
	cmd := command(ctx, in, "go", "list", "-m", "-f", "{{.Dir}}", module)
	out, err := cmd.Output()
	if err != nil {
		return "", explain(cmd, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// checkSeam fails if Coraza leases transactions in another way than the
// variants replace.
func checkSeam(source fs.FS) error {
	changed := func(format string, values ...any) error {
		return fmt.Errorf("the seam has changed: "+format+"; adapt lab/bench/waf/variant.go and lab/bench/waf/seam", values...)
	}
	set := token.NewFileSet()
	text, err := fs.ReadFile(source, seamFile)
	if err != nil {
		return changed("there is no %s", seamFile)
	}
	file, err := parser.ParseFile(set, seamFile, text, 0)
	if err != nil {
		return changed("%s does not parse: %w", seamFile, err)
	}
	if !declares(set, file, seamFunc) {
		return changed("%s does not declare %s", seamFile, seamFunc)
	}
	imports, makes := 0, 0
	err = fs.WalkDir(source, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(source, name)
		if err != nil || !bytes.Contains(text, []byte(coraza+"/internal/sync")) {
			return err
		}
		imports++
		makes += bytes.Count(text, []byte("sync.NewPool("))
		return nil
	})
	switch {
	case err != nil:
		return err
	case imports != 1 || makes != 1:
		return changed("NewPool is called %d times in %d files, and not once, for the transactions", makes, imports)
	}
	return nil
}

// declares says that file declares a function with that head.
func declares(set *token.FileSet, file *ast.File, head string) bool {
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		var text bytes.Buffer
		bare := &ast.FuncDecl{Name: f.Name, Recv: f.Recv, Type: f.Type}
		if format.Node(&text, set, bare) == nil && text.String() == head {
			return true
		}
	}
	return false
}

// build builds the server with a variant of Coraza, and returns the program.
func (w workshop) build(ctx context.Context, variant string) (string, error) {
	dir := filepath.Join(w.dir, variant)
	patched := filepath.Join(dir, "coraza")
	if err := os.CopyFS(patched, os.DirFS(w.source)); err != nil {
		return "", fmt.Errorf("copy Coraza: %w", err)
	}
	if seam := seams[variant]; seam != nil {
		if err := os.WriteFile(filepath.Join(patched, filepath.FromSlash(seamFile)), seam, 0o644); err != nil {
			return "", fmt.Errorf("patch Coraza: %w", err)
		}
	}
	modfile := filepath.Join(dir, "go.mod")
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(w.serverDir(), name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o644)
		}
		if err != nil {
			return "", fmt.Errorf("copy %s of the server: %w", name, err)
		}
	}
	if err := run(ctx, dir, "go", "mod", "edit", "-replace="+coraza+"="+patched,
		"-require=github.com/rcpool/rcpool@v0.0.0", "-replace=github.com/rcpool/rcpool="+w.root, modfile); err != nil {
		return "", err
	}
	program := filepath.Join(dir, "server")
	return program, run(ctx, w.serverDir(), "go", "build", "-mod=mod", "-modfile="+modfile, "-o", program, ".")
}

// modules are the versions that are measured.
func (w workshop) modules(ctx context.Context) ([]string, error) {
	cmd := command(ctx, w.serverDir(), "go", "list", "-m", coraza, "github.com/corazawaf/coraza-coreruleset/v4")
	out, err := cmd.Output()
	if err != nil {
		return nil, explain(cmd, err)
	}
	var all []string
	for line := range strings.Lines(string(out)) {
		module, version, _ := strings.Cut(strings.TrimSpace(line), " ")
		all = append(all, strings.TrimPrefix(module, "github.com/corazawaf/")+" "+version)
	}
	return all, nil
}

// command is one that ends when ctx does, and for which there is no workspace
// outside the current directory: what is built has a go.mod of its own.
func command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	if dir != "." {
		cmd.Env = append(os.Environ(), "GOWORK=off")
	}
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

func run(ctx context.Context, dir, name string, args ...string) error {
	cmd := command(ctx, dir, name, args...)
	_, err := cmd.Output()
	return explain(cmd, err)
}

// explain adds to err which command it was and what it said.
func explain(cmd *exec.Cmd, err error) error {
	if err == nil {
		return nil
	}
	said := ""
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && len(exit.Stderr) > 0 {
		said = "\n" + strings.TrimSpace(string(exit.Stderr))
	}
	return fmt.Errorf("%s: %w%s", strings.Join(append([]string{filepath.Base(cmd.Path)}, quoted(cmd.Args[1:])...), " "), err, said)
}

func quoted(args []string) (all []string) {
	for _, a := range args {
		if strings.ContainsAny(a, " '\"$&?") {
			a = strconv.Quote(a)
		}
		all = append(all, a)
	}
	return all
}
