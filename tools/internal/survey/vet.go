package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rcpool/rcpool/tools/internal/command"
	"github.com/rcpool/rcpool/tools/internal/position"
)

// A report is one diagnostic, with what a person needs to judge it.
type report struct {
	Package  string   `json:"package"`
	File     string   `json:"file"` // relative to the root of the module
	Line     int      `json:"line"`
	Column   int      `json:"column"`
	Func     string   `json:"func"`
	Category string   `json:"category"`
	Message  string   `json:"message"`
	Path     []string `json:"path,omitempty"` // the related positions: line: message
	Source   string   `json:"source"`         // the function, or the lines around
}

// A measurement is what one analysis of a module gave.
type measurement struct {
	Module       string   `json:"module"`
	Version      string   `json:"version"`
	Go           string   `json:"go"`
	Packages     int      `json:"packages"`
	BuildSeconds float64  `json:"buildSeconds"` // the module and what it needs, as far as the build cache has not got it
	VetSeconds   float64  `json:"vetSeconds"`   // the analysis, with its facts of all dependencies
	Failure      string   `json:"failure,omitempty"`
	Reports      []report `json:"reports"`
}

type survey struct {
	cache    string
	tool     string
	timeout  time.Duration
	progress func(format string, args ...any)
}

// measure analyzes the modules and keeps the measurements in the cache. It
// returns whether the analysis of some module failed.
func (s *survey) measure(ctx context.Context, modules []module) (failed bool, err error) {
	if s.tool == "" {
		s.tool = filepath.Join(s.cache, "rcvet")
		build := exec.CommandContext(ctx, "go", "build", "-o", s.tool, "github.com/rcpool/rcpool/tools/rcvet")
		if _, err := command.Output(build); err != nil {
			return false, err
		}
	}
	if s.tool, err = filepath.Abs(s.tool); err != nil {
		return false, err
	}
	for i, m := range modules {
		s.progress("%d/%d %s", i+1, len(modules), m)
		measured, err := s.analyze(ctx, m)
		if ctx.Err() != nil {
			return failed, ctx.Err()
		}
		if err != nil {
			measured.Failure = err.Error()
		}
		if measured.Failure != "" {
			failed = true
			s.progress("    failed: %s", measured.Failure)
		}
		s.progress("    %d packages, %d reports, built in %.0f s, analyzed in %.0f s",
			measured.Packages, len(measured.Reports), measured.BuildSeconds, measured.VetSeconds)
		if err := s.keep(measured); err != nil {
			return failed, err
		}
	}
	return failed, nil
}

func (s *survey) analyze(ctx context.Context, m module) (measurement, error) {
	measured := measurement{Module: m.Path, Version: m.Version}
	version, err := goCommand(ctx, "", "env", "GOVERSION")
	if err != nil {
		return measured, err
	}
	measured.Go = strings.TrimSpace(string(version))
	dir := filepath.Join(s.cache, "src", strings.NewReplacer("/", "_", "@", "_").Replace(m.String()))
	if err := checkOut(ctx, m, dir); err != nil {
		return measured, err
	}
	patterns := m.Packages
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	packages, err := buildable(ctx, dir, patterns)
	if err != nil {
		return measured, err
	}
	measured.Packages = len(packages)
	start := time.Now()
	if _, err := goCommand(ctx, dir, append([]string{"build"}, packages...)...); err != nil {
		return measured, err
	}
	measured.BuildSeconds = seconds(start)

	start = time.Now()
	text, err := s.vet(ctx, dir, packages)
	measured.VetSeconds = seconds(start)
	if err != nil {
		measured.Failure = err.Error()
	}
	if measured.Reports, err = parseReports(text, dir); err != nil {
		return measured, err
	}
	return measured, nil
}

func seconds(since time.Time) float64 { return float64(time.Since(since).Milliseconds()) / 1000 }

// buildable lists the packages that have sources for this platform and whose
// dependencies are there.
func buildable(ctx context.Context, dir string, patterns []string) ([]string, error) {
	text, err := goCommand(ctx, dir, append([]string{"list", "-e", "-deps=false",
		"-f", "{{if and .GoFiles (not .Error) (not .DepsErrors)}}{{.ImportPath}}{{end}}"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	packages := strings.Fields(string(text))
	if len(packages) == 0 {
		return nil, errors.New("no package can be built")
	}
	return packages, nil
}

// vet runs the tool under go vet and returns the JSON that it printed. Besides a
// crash or a timeout, a package that the tool could not load is an error too.
func (s *survey) vet(ctx context.Context, dir string, packages []string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", append([]string{"vet", "-vettool=" + s.tool, "-json"}, packages...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local")
	inGroup(cmd)
	cmd.WaitDelay = 10 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	noise := strings.TrimSpace(stderr.String())
	if len(noise) > 4000 {
		noise = noise[:4000] + " ..."
	}
	switch {
	case ctx.Err() != nil:
		err = fmt.Errorf("no end after %s", s.timeout)
	case err != nil:
		err = fmt.Errorf("%w: %s", err, noise)
	case strings.Contains(noise, "panic:") || strings.Contains(noise, "internal error"):
		err = errors.New(noise)
	}
	return stdout.Bytes(), err
}

// parseReports reads the JSON of go vet: for each package, for each analyzer a
// list of diagnostics, or an error. The same diagnostic of two builds of a
// package counts once.
func parseReports(text []byte, dir string) ([]report, error) {
	type position struct{ Posn, Message string }
	type diagnostic struct {
		Category, Posn, Message string
		Related                 []position
	}
	source := newSource(dir)
	var reports []report
	decoder := json.NewDecoder(bytes.NewReader(text))
	for {
		var packages map[string]map[string]json.RawMessage
		if err := decoder.Decode(&packages); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return reports, fmt.Errorf("the output of go vet: %w", err)
		}
		for pkg, analyzers := range packages {
			for analyzer, raw := range analyzers {
				var diagnostics []diagnostic
				if err := json.Unmarshal(raw, &diagnostics); err != nil {
					return reports, fmt.Errorf("%s in %s: %s", analyzer, pkg, raw)
				}
				for _, d := range diagnostics {
					file, line, column, err := splitPosition(d.Posn, dir)
					if err != nil {
						return reports, err
					}
					r := report{Package: pkg, File: file, Line: line, Column: column, Category: d.Category, Message: d.Message}
					r.Func, r.Source = source.function(file, line)
					for _, related := range d.Related {
						if _, line, _, err := splitPosition(related.Posn, dir); err == nil {
							r.Path = append(r.Path, fmt.Sprintf("%d: %s", line, related.Message))
						}
					}
					reports = append(reports, r)
				}
			}
		}
	}
	slices.SortFunc(reports, compareReports)
	return slices.CompactFunc(reports, func(a, b report) bool { return compareReports(a, b) == 0 }), nil
}

func compareReports(a, b report) int {
	if n := strings.Compare(a.File, b.File); n != 0 {
		return n
	}
	if n := (a.Line-b.Line)<<10 + a.Column - b.Column; n != 0 {
		return n
	}
	return strings.Compare(a.Category+a.Message, b.Category+b.Message)
}

// splitPosition reads a position; the file becomes relative to dir.
func splitPosition(posn, dir string) (file string, line, column int, err error) {
	file, line, column, ok := position.Parse(posn)
	if !ok {
		return "", 0, 0, fmt.Errorf("position %q is not file:line:column", posn)
	}
	if relative, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(relative) {
		file = filepath.ToSlash(relative)
	}
	return file, line, column, nil
}

func (s *survey) file(module, version string) string {
	name := strings.NewReplacer("/", "_", "@", "_").Replace(module + "@" + version)
	return filepath.Join(s.cache, "measurements", name+".json")
}

func (s *survey) keep(m measurement) error {
	file := s.file(m.Module, m.Version)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	var text bytes.Buffer
	if err := writeJSON(&text, m); err != nil {
		return err
	}
	return os.WriteFile(file, text.Bytes(), 0o666)
}

// load reads the measurements of the modules that were ever measured.
func (s *survey) load(modules []module) ([]measurement, error) {
	var all []measurement
	for _, m := range modules {
		text, err := os.ReadFile(s.file(m.Path, m.Version))
		if errors.Is(err, os.ErrNotExist) {
			continue
		} else if err != nil {
			return nil, err
		}
		var measured measurement
		if err := json.Unmarshal(text, &measured); err != nil {
			return nil, fmt.Errorf("%s: %w", m, err)
		}
		all = append(all, measured)
	}
	return all, nil
}

func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	return encoder.Encode(value)
}
