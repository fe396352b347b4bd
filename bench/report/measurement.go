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

	"github.com/rcpool/rcpool/bench/rounds"
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
			m.say("%s failed\n", s.name)
			continue
		}
		m.say("%s: took %v\n", s.name, time.Since(began).Round(time.Second))
	}
	return errors.Join(failures...)
}

// one measures a section into a file beside its own, which takes its place if
// all went well.
func (m measurement) one(ctx context.Context, s section, raw string) error {
	ctx, cancel := context.WithTimeout(ctx, 3*s.takes+5*time.Minute) // building included
	defer cancel()
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
	args := s.text
	if m.short {
		args = append(args[:len(args):len(args)], s.hurry...)
	}
	out, err := m.run(ctx, args)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%scommand: %s\n\n%s", rounds.Header(), strings.TrimSuffix(strings.Join(s.text, " "), " -html "), out)
	return err
}

// program has another program keep its results.
func (m measurement) program(ctx context.Context, s section, file string) error {
	if _, err := os.Stat(filepath.Join(m.root, s.program)); err != nil {
		return err
	}
	args := []string{"go", "run", "./" + s.program, "-json", file}
	if m.short {
		args = append(args, s.hurry...)
	} else {
		args = append(args, s.full...)
	}
	_, err := m.run(ctx, args)
	return err
}

// run runs a command in the root of the repository, and returns what it prints.
func (m measurement) run(ctx context.Context, args []string) ([]byte, error) {
	return output(ctx, m.root, args)
}

func output(ctx context.Context, dir string, args []string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // so that it ends what it has started
	cmd.WaitDelay = 20 * time.Second
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s%s", strings.Join(args, " "), err, stdout.Bytes(), stderr.Bytes())
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
