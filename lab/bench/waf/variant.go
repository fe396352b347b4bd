package main

import (
	"bytes"
	"context"
	_ "embed"
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
	"strings"

	"github.com/rcpool/rcpool/lab/internal/command"
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

// A builder builds the variants in a temporary directory.
type builder struct {
	dir    string // temporary
	root   string // of the repository
	source string // of Coraza, in the module cache
}

// open finds the sources. It fails if the variants do not fit into them. The
// caller removes the directory.
func open(ctx context.Context) (b builder, err error) {
	if b.root, err = moduleDir(ctx, ".", "github.com/rcpool/rcpool"); err != nil {
		return b, fmt.Errorf("find the repository (run this inside of it): %w", err)
	}
	if _, err = command.Output(goCommand(ctx, b.serverDir(), "mod", "download", coraza)); err != nil {
		return b, fmt.Errorf("download Coraza: %w", err)
	}
	if b.source, err = moduleDir(ctx, b.serverDir(), coraza); err != nil {
		return b, fmt.Errorf("find the source of Coraza: %w", err)
	}
	if err := checkSeam(os.DirFS(b.source)); err != nil {
		return b, fmt.Errorf("%s, in %s: %w", coraza, filepath.Base(b.source), err)
	}
	b.dir, err = os.MkdirTemp("", "waf-")
	return b, err
}

func (b builder) serverDir() string { return filepath.Join(b.root, "lab", "bench", "waf", "server") }

func moduleDir(ctx context.Context, in, module string) (string, error) {
	out, err := command.Output(goCommand(ctx, in, "list", "-m", "-f", "{{.Dir}}", module))
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(out)), nil
}

// checkSeam fails if Coraza does not lease its transactions in the way that the
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

// declares reports whether file declares a function with that head.
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
func (b builder) build(ctx context.Context, variant string) (string, error) {
	dir := filepath.Join(b.dir, variant)
	patched := filepath.Join(dir, "coraza")
	if err := os.CopyFS(patched, os.DirFS(b.source)); err != nil {
		return "", fmt.Errorf("copy Coraza: %w", err)
	}
	if seam := seams[variant]; seam != nil {
		if err := os.WriteFile(filepath.Join(patched, filepath.FromSlash(seamFile)), seam, 0o644); err != nil {
			return "", fmt.Errorf("patch Coraza: %w", err)
		}
	}
	modfile := filepath.Join(dir, "go.mod")
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(b.serverDir(), name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o644)
		}
		if err != nil {
			return "", fmt.Errorf("copy %s of the server: %w", name, err)
		}
	}
	if _, err := command.Output(goCommand(ctx, dir, "mod", "edit", "-replace="+coraza+"="+patched,
		"-require=github.com/rcpool/rcpool@v0.0.0", "-replace=github.com/rcpool/rcpool="+b.root, modfile)); err != nil {
		return "", err
	}
	program := filepath.Join(dir, "server")
	_, err := command.Output(goCommand(ctx, b.serverDir(), "build", "-mod=mod", "-modfile="+modfile, "-o", program, "."))
	return program, err
}

// modules are the versions that are measured.
func (b builder) modules(ctx context.Context) ([]string, error) {
	out, err := command.Output(goCommand(ctx, b.serverDir(), "list", "-m", coraza, "github.com/corazawaf/coraza-coreruleset/v4"))
	if err != nil {
		return nil, err
	}
	var all []string
	for line := range strings.Lines(string(out)) {
		module, version, _ := strings.Cut(strings.TrimSpace(line), " ")
		all = append(all, strings.TrimPrefix(module, "github.com/corazawaf/")+" "+version)
	}
	return all, nil
}

// goCommand returns a go command in a directory. Outside of the current one there
// is no workspace for it: what is built there has a go.mod of its own.
func goCommand(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := command.Start(ctx, dir, "go", args...)
	if dir != "." {
		cmd.Env = append(os.Environ(), "GOWORK=off")
	}
	return cmd
}
