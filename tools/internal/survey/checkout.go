package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/command"
)

// checkOut puts the sources of the module into dir, without its tests, ready to
// build. A folder that is there already is taken as it is.
func checkOut(ctx context.Context, m module, dir string) error {
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
		return nil
	}
	var zip struct{ Dir, GoMod, Error string }
	text, err := goCommand(ctx, "", "mod", "download", "-json", m.String())
	if jsonErr := json.Unmarshal(text, &zip); jsonErr == nil && zip.Error != "" {
		err = errors.New(zip.Error)
	}
	if err != nil {
		return fmt.Errorf("download %s: %w", m, err)
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := copySources(zip.Dir, dir); err != nil {
		return fmt.Errorf("copy %s: %w", m, err)
	}
	return makeBuildable(ctx, dir, zip.GoMod)
}

// copySources copies the tree to a place where it may be written to. Tests are
// left out: they leak on purpose, and need modules of their own.
func copySources(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, relative)
		switch {
		case entry.IsDir():
			return os.MkdirAll(target, 0o777)
		case strings.HasSuffix(path, "_test.go") || !entry.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o666)
	})
}

// makeBuildable writes the go.mod of a module that has none, and removes
// replacements by folders, which are not part of a published module.
func makeBuildable(ctx context.Context, dir, goMod string) error {
	file := filepath.Join(dir, "go.mod")
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		text, err := os.ReadFile(goMod)
		if err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return err
		}
		if _, err := goCommand(ctx, dir, "mod", "tidy", "-e"); err != nil {
			return err
		}
	}
	text, err := goCommand(ctx, dir, "mod", "edit", "-json")
	if err != nil {
		return err
	}
	var mod struct {
		Replace []struct {
			Old, New struct{ Path, Version string }
		}
	}
	if err := json.Unmarshal(text, &mod); err != nil {
		return err
	}
	for _, replace := range mod.Replace {
		if replace.New.Version != "" {
			continue
		}
		old := replace.Old.Path
		if replace.Old.Version != "" {
			old += "@" + replace.Old.Version
		}
		if _, err := goCommand(ctx, dir, "mod", "edit", "-dropreplace="+old); err != nil {
			return err
		}
	}
	return nil
}

// goCommand runs the go command in dir, outside any workspace, and returns what
// it prints.
func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local")
	return command.Output(cmd)
}
