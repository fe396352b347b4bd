package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/mod/module"
)

// A visit is a time in which the go command finds the modules of the checkout,
// at a version that nobody else uses, as if they were released. They come from
// a proxy in a directory of its own; all other modules come from where they
// always do.
type visit struct {
	repository *repository
	version    string
	env        []string // for the go command
	dir        string   // of the proxy
	cache      string   // GOMODCACHE
}

// visit begins a visit. The caller must end it.
func (r *repository) visit(ctx context.Context) (*visit, error) {
	dir, err := os.MkdirTemp("", "rcpool-proxy-")
	if err != nil {
		return nil, err
	}
	v := &visit{repository: r, dir: dir, version: "v0.0.1-test." + strconv.FormatInt(time.Now().UnixNano(), 36)}
	if err := r.writeProxy(ctx, dir, v.version); err != nil {
		return nil, errors.Join(err, v.end())
	}
	here, err := currentEnvironment(ctx)
	if err != nil {
		return nil, errors.Join(err, v.end())
	}
	v.env, v.cache = here.with([]string{dir}), here.cache
	return v, nil
}

// end removes the proxy, and what the go command has copied from it to its cache.
func (v *visit) end() error {
	errs := []error{os.RemoveAll(v.dir)}
	if v.cache == "" {
		return errors.Join(errs...)
	}
	for _, m := range v.repository.released {
		escaped, err := module.EscapePath(m.path)
		if err != nil {
			return err
		}
		at := filepath.Join(v.cache, filepath.FromSlash(escaped))
		errs = append(errs, removeReadOnly(at+"@"+v.version))
		downloads := filepath.Join(v.cache, "cache", "download", filepath.FromSlash(escaped), "@v")
		copies, err := filepath.Glob(filepath.Join(downloads, v.version+".*"))
		errs = append(errs, err)
		for _, name := range append(copies, filepath.Join(downloads, "list")) { // the go command writes the list anew
			if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
				errs = append(errs, err)
			}
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("cleaning up after %s: %w", v.version, err)
	}
	return nil
}

// removeReadOnly is os.RemoveAll for the module cache, whose directories cannot
// be written to.
func removeReadOnly(dir string) error {
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			err = os.Chmod(name, 0o777)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.Join(err, os.RemoveAll(dir))
}
