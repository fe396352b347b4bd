package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/rcpool/rcpool/lab/experiment"
)

// output is a file to write when the experiment is over.
type output struct {
	flag, path string
	write      func(io.Writer, *experiment.Result) error
	created    bool // by us, and still empty
}

// outputs are the files that were asked for.
type outputs []*output

// open makes sure that each file can be written before a minute is spent on measuring. Existing content stays until
// there is something to put in its place.
func (o outputs) open() error {
	seen := make(map[string]string)
	for _, file := range o {
		if file.path == "" {
			continue
		}
		if other, twice := seen[filepath.Clean(file.path)]; twice {
			return fmt.Errorf("-%s and -%s name the same file %s", other, file.flag, file.path)
		}
		seen[filepath.Clean(file.path)] = file.flag
		_, err := os.Lstat(file.path)
		file.created = errors.Is(err, os.ErrNotExist)
		opened, err := os.OpenFile(file.path, os.O_WRONLY|os.O_CREATE, 0o644)
		if err != nil {
			file.created = false
			return fmt.Errorf("-%s: cannot write: %w; choose another file with -%s", file.flag, err, file.flag)
		}
		opened.Close()
	}
	return nil
}

// save writes all files and tells where they are. One that fails keeps none of the others from being written.
func (o outputs) save(r *experiment.Result, told io.Writer) error {
	var errs []error
	for _, file := range o {
		if file.path == "" {
			continue
		}
		if err := file.save(r); err != nil {
			errs = append(errs, fmt.Errorf("-%s: %w", file.flag, err))
			continue
		}
		path := file.path
		if absolute, err := filepath.Abs(path); err == nil {
			path = absolute
		}
		fmt.Fprintf(told, "wrote %s\n", path)
	}
	return errors.Join(errs...)
}

func (f *output) save(r *experiment.Result) (err error) {
	file, err := os.Create(f.path)
	if err != nil {
		return err
	}
	f.created = false
	defer func() { err = errors.Join(err, file.Close()) }()
	return f.write(file, r)
}

// discard removes the files that open created and nothing was written to.
func (o outputs) discard() {
	for _, file := range o {
		if file.created {
			os.Remove(file.path)
		}
	}
}
