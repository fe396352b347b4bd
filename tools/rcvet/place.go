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
)

// A place is where the code is.
type place struct {
	dir       string   // the working directory, absolute
	module    string   // the root of the main module, "" if there is none
	workspace string   // the root of the workspace, "" if there is none
	foreign   []string // directories of code that belongs to others
}

// locate asks the go command about a directory. "" is the current directory.
func locate(ctx context.Context, dir string) (place, error) {
	cmd := exec.CommandContext(ctx, "go", "env", "-json", "GOMOD", "GOWORK", "GOMODCACHE", "GOROOT")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		if exit := new(exec.ExitError); errors.As(err, &exit) {
			return place{}, fmt.Errorf("go env: %s", strings.TrimSpace(string(exit.Stderr)))
		}
		return place{}, fmt.Errorf("go env: %w", err)
	}
	var env struct{ GOMOD, GOWORK, GOMODCACHE, GOROOT string }
	if err := json.Unmarshal(out, &env); err != nil {
		return place{}, fmt.Errorf("go env: %w", err)
	}
	p := place{dir: dir, foreign: []string{env.GOMODCACHE, env.GOROOT}}
	if p.dir == "" {
		if p.dir, err = os.Getwd(); err != nil {
			return place{}, err
		}
	}
	if env.GOMOD != "" && env.GOMOD != os.DevNull {
		p.module = filepath.Dir(env.GOMOD)
	}
	if env.GOWORK != "" && env.GOWORK != "off" {
		p.workspace = filepath.Dir(env.GOWORK)
	}
	return p, nil
}

// top returns the outermost root of a workspace or module that the working
// directory is in, or else the working directory.
func (p place) top() string {
	top := p.dir
	for _, dir := range []string{p.module, p.workspace} {
		if dir != "" && within(top, dir) {
			top = dir
		}
	}
	return top
}

// root returns the root of the repository, or else of the workspace or module.
// Code hosts need file names relative to it.
func (p place) root() string {
	for dir := p.dir; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return p.top()
		}
	}
}

// owns reports whether rcvet may change a file: it is not vendored, and not part
// of the standard library or of another module.
func (p place) owns(file string) bool {
	for _, dir := range p.foreign {
		if dir != "" && within(file, dir) {
			return false
		}
	}
	rel, err := filepath.Rel(p.top(), file)
	return err != nil || !strings.Contains("/"+filepath.ToSlash(rel), "/vendor/")
}

// within reports whether path is dir or below it.
func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
