package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// The version of zerolog that the edits are for, and what its files sum up to.
const (
	zerolog = "github.com/rs/zerolog"
	version = "v1.35.1"
	sum     = "h1:m7xQeoiLIiV0BCEY4Hs+j2NG4Gp2o2KPKmhnnLiazKI="
)

// A workshop is a temporary directory for copies of zerolog, one for each
// shape. Nothing of zerolog is in this repository.
type workshop struct {
	dir    string // temporary
	root   string // of this repository
	source string // of zerolog, in the module cache
}

// open finds the sources. The caller removes the directory.
func open(ctx context.Context) (w workshop, err error) {
	out, err := output(ctx, ".", "list", "-m", "-f", "{{.Dir}}", "github.com/rcpool/rcpool")
	if err != nil {
		return w, fmt.Errorf("find the repository (run this inside of it): %w", err)
	}
	w.root = strings.TrimSpace(string(out))
	if w.dir, err = os.MkdirTemp("", "wrapping-"); err != nil {
		return w, err
	}
	if out, err = output(ctx, w.dir, "mod", "download", "-json", zerolog+"@"+version); err != nil {
		return w, fmt.Errorf("download zerolog: %w", err)
	}
	var module struct{ Dir, Sum string }
	if err = json.Unmarshal(out, &module); err == nil && module.Sum != sum {
		err = fmt.Errorf("the sum of %s %s is %s, not %s", zerolog, version, module.Sum, sum)
	}
	w.source = module.Dir
	return w, err
}

// make copies zerolog and our client of it into a directory, in that shape.
func (w workshop) make(ctx context.Context, to shape) (dir string, err error) {
	dir = filepath.Join(w.dir, to.name)
	if err := os.CopyFS(dir, os.DirFS(w.source)); err != nil {
		return dir, fmt.Errorf("copy zerolog: %w", err)
	}
	if err := filepath.WalkDir(dir, func(name string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chmod(name, 0o755) // the module cache is read-only
	}); err != nil {
		return dir, err
	}
	client := filepath.Join(w.root, "lab", "wrapping", "testdata", "client")
	if err := os.CopyFS(filepath.Join(dir, "client"), os.DirFS(client)); err != nil {
		return dir, fmt.Errorf("copy the client: %w", err)
	}
	s, err := load(dir)
	if err != nil {
		return dir, err
	}
	to.edit(s)
	if err := s.save(); err != nil {
		return dir, fmt.Errorf("zerolog as %s: %w", to.name, err)
	}
	_, err = output(ctx, dir, "mod", "edit", "-require=github.com/rcpool/rcpool@v0.0.0", "-replace=github.com/rcpool/rcpool="+w.root)
	return dir, err
}

// output runs the go command, and returns what it printed.
func output(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	if dir != "." {
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	}
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("go %s: %w\n%s%s", strings.Join(args, " "), err, out, exit.Stderr)
	}
	return out, err
}
