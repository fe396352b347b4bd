package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/rcpool/rcpool/lab/bench/rounds"
)

// A measurement measures sections, and keeps what it has measured.
type measurement struct {
	root    string // of the repository
	rounds  int
	stretch float64 // of the times of benchmarks
	short   bool
	stderr  io.Writer
}

// all measures these sections into the directory raw. One that fails leaves the
// file that is there, and does not keep the others from being measured.
func (m measurement) all(ctx context.Context, wanted []section, raw string) error {
	var failures []error
	for i, s := range wanted {
		if ctx.Err() != nil {
			break
		}
		began := time.Now()
		m.say("%s: %d of %d", s.name, i+1, len(wanted))
		if err := m.one(ctx, s, raw); err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", s.name, err))
			if ctx.Err() == nil {
				m.say("%s failed\n", s.name)
			}
			continue
		}
		m.say("%s: took %v\n", s.name, time.Since(began).Round(time.Second))
	}
	return errors.Join(failures...)
}

// one measures a section into a file beside its own, which takes its place if
// all went well.
func (m measurement) one(ctx context.Context, s section, raw string) (err error) {
	limit := 3*s.takes + 5*time.Minute // building included
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("it takes longer than %v", limit))
	defer cancel()
	defer func() {
		if err != nil && ctx.Err() != nil {
			err = fmt.Errorf("%w: %w", context.Cause(ctx), err)
		}
	}()
	if err := os.MkdirAll(raw, 0o755); err != nil {
		return err
	}
	kept := filepath.Join(raw, s.raw)
	fresh := kept + ".new"
	defer os.Remove(fresh)
	if s.program != "" {
		if err := m.program(ctx, s, fresh); err != nil {
			return err
		}
		return os.Rename(fresh, kept)
	}

	file, err := os.Create(fresh)
	if err != nil {
		return err
	}
	defer file.Close()
	if s.plans != nil {
		err = m.benchmarks(ctx, s, file)
	} else {
		err = m.text(ctx, s, file)
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(fresh, kept)
}

func (m measurement) benchmarks(ctx context.Context, s section, w io.Writer) error {
	plans, err := s.plans(m.root)
	if err != nil {
		return err
	}
	for i := range plans {
		plans[i].Benchtime = time.Duration(float64(plans[i].Benchtime) * m.stretch)
	}
	return rounds.Measure(ctx, w, plans, m.rounds, func(round int) {
		m.say("%s: round %d of %d", s.name, round, m.rounds)
	})
}

// text keeps what a program prints, after the header.
func (m measurement) text(ctx context.Context, s section, w io.Writer) error {
	args := s.text[1:]
	if m.short {
		args = append(args[:len(args):len(args)], s.hurry...)
	}
	out, err := output(ctx, m.root, s.text[0], args...)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%scommand: go run ./%s\n\n%s", rounds.Header(), strings.TrimSuffix(strings.Join(s.text, " "), " -html "), out)
	return err
}

// program has another program keep its results.
func (m measurement) program(ctx context.Context, s section, file string) error {
	args := []string{"-json", file}
	if m.short {
		args = append(args, s.hurry...)
	} else {
		args = append(args, s.full...)
	}
	_, err := output(ctx, m.root, s.program, args...)
	return err
}

// output runs a program of the repository in its root, and returns what it
// prints. The program is built first: go run would keep an interrupt to itself,
// and leave the program running.
func output(ctx context.Context, root, program string, args ...string) ([]byte, error) {
	scratch, err := os.MkdirTemp("", "report")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	binary := filepath.Join(scratch, filepath.Base(program))
	build := exec.CommandContext(ctx, "go", "build", "-o", binary, "./"+program)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building %s: %w\n%s", program, err, out)
	}
	run := exec.CommandContext(ctx, binary, args...)
	run.Cancel = func() error { return run.Process.Signal(os.Interrupt) } // so that it ends what it has started
	run.WaitDelay = 20 * time.Second
	run.Dir = root
	var stdout, stderr bytes.Buffer
	run.Stdout, run.Stderr = &stdout, &stderr
	if err := run.Run(); err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s%s", program, strings.Join(args, " "), err, stdout.Bytes(), stderr.Bytes())
	}
	return stdout.Bytes(), nil
}

// say tells a person who watches what is going on, on one line that the next
// takes the place of, and others only what ends in a new line.
func (m measurement) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if file, ok := m.stderr.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			fmt.Fprint(m.stderr, "\r\033[K"+text)
			return
		}
	}
	if strings.HasSuffix(text, "\n") {
		fmt.Fprint(m.stderr, text)
	}
}

// plans are these, with their packages in the repository.
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

// everyPackage has a plan for every package below a directory that has benchmarks.
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
