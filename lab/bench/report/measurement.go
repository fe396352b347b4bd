package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rcpool/rcpool/lab/bench/rounds"
	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/progress"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

// A measurement measures sections, and keeps every run and the summaries.
type measurement struct {
	root    string // of the repository
	raw     string // directory of the runs
	results string // directory of the summaries
	rounds  int
	stretch float64 // of the times of benchmarks
	short   bool
	stderr  io.Writer
	line    *progress.Line
}

// all measures these sections. One that fails leaves its files as they are, and
// the others are measured all the same.
func (m measurement) all(ctx context.Context, wanted []section) error {
	defer m.line.Clear()
	var failures []error
	for i, s := range wanted {
		if ctx.Err() != nil {
			break
		}
		began := time.Now()
		m.line.Show("%s: %d of %d", s.name, i+1, len(wanted))
		err := m.one(ctx, s)
		if err == nil {
			err = m.summarize(s)
		}
		m.line.Clear()
		switch {
		case err == nil:
			fmt.Fprintf(m.stderr, "%s: took %v\n", s.name, time.Since(began).Round(time.Second))
		case ctx.Err() == nil:
			fmt.Fprintf(m.stderr, "%s: failed\n", s.name)
			fallthrough
		default:
			failures = append(failures, fmt.Errorf("%s: %w", s.name, err))
		}
	}
	return errors.Join(failures...)
}

// summarizeAll writes the summaries of all sections whose runs were kept, and
// returns their names.
func (m measurement) summarizeAll(all []section) (names []string, err error) {
	for _, s := range all {
		switch err := m.summarize(s); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, fmt.Errorf("%s: %w", s.name, err)
		default:
			names = append(names, s.name)
		}
	}
	return names, nil
}

// summarize writes the summary of a section from its runs.
func (m measurement) summarize(s section) error {
	result, err := s.summarize(filepath.Join(m.raw, s.raw))
	if err != nil {
		return err
	}
	return summary.WriteFile(filepath.Join(m.results, s.summary()), result.Write)
}

// one measures a section.
func (m measurement) one(ctx context.Context, s section) (err error) {
	limit := 3*s.takes + 5*time.Minute // building included
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("it takes longer than %v", limit))
	defer cancel()
	defer func() {
		if err != nil && ctx.Err() != nil {
			err = fmt.Errorf("%w: %w", context.Cause(ctx), err)
		}
	}()
	kept := filepath.Join(m.raw, s.raw)
	if s.program == nil {
		return summary.WriteFile(kept, func(w io.Writer) error { return m.benchmarks(ctx, s, w) })
	}
	if err := os.MkdirAll(m.raw, 0o755); err != nil {
		return err
	}
	fresh := kept + ".new" // it takes the place of kept if all goes well
	defer os.Remove(fresh)
	if err := m.program(ctx, s, fresh); err != nil {
		return err
	}
	return os.Rename(fresh, kept)
}

func (m measurement) benchmarks(ctx context.Context, s section, w io.Writer) error {
	plans, err := s.plans(m.root)
	if err != nil {
		return err
	}
	parts := max(s.parts, 1)
	for i := range plans {
		plans[i].Benchtime = time.Duration(float64(plans[i].Benchtime) * m.stretch / float64(parts))
	}
	return rounds.Measure(ctx, w, plans, m.rounds*parts, func(round int) {
		m.line.Show("%s: round %d of %d", s.name, round, m.rounds*parts)
	})
}

// program has the program of a section write its runs to a file. It builds the
// program first: go run would keep an interrupt to itself, and leave the program
// running.
func (m measurement) program(ctx context.Context, s section, file string) error {
	scratch, err := os.MkdirTemp("", "report")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	dir, args := s.program[0], slices.Clone(s.program[1:])
	if m.short {
		args = append(slices.Clone(s.short), args[len(args)-1])
	}
	for i, a := range args {
		if a == commitOf {
			args[i] = summary.Now(ctx, m.root).Commit
		}
	}
	binary := filepath.Join(scratch, filepath.Base(dir))
	if _, err := command.Output(command.Start(ctx, m.root, "go", "build", "-o", binary, "./"+dir)); err != nil {
		return err
	}
	_, err = command.Output(command.Start(ctx, m.root, binary, append(args, file)...))
	return err
}

// plans returns these plans, with their packages in the repository.
func plans(fixed ...rounds.Plan) func(root string) ([]rounds.Plan, error) {
	return func(root string) ([]rounds.Plan, error) {
		var all []rounds.Plan
		for _, p := range fixed {
			p.Package = filepath.Join(root, p.Package)
			all = append(all, p)
		}
		return all, nil
	}
}

// everyPackage returns a plan for every package below a directory that has
// benchmarks.
func everyPackage(below string, benchtime time.Duration) func(root string) ([]rounds.Plan, error) {
	return func(root string) ([]rounds.Plan, error) {
		var all []rounds.Plan
		err := filepath.WalkDir(filepath.Join(root, below), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			if err != nil || !bytes.Contains(source, []byte("\nfunc Benchmark")) {
				return err
			}
			if dir := filepath.Dir(path); len(all) == 0 || all[len(all)-1].Package != dir {
				all = append(all, rounds.Plan{Package: dir, Benchtime: benchtime})
			}
			return nil
		})
		if err == nil && len(all) == 0 {
			err = fmt.Errorf("there are no benchmarks below %s", below)
		}
		return all, err
	}
}
