package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/position"
)

// A govet runs go vet with rcvet as its vet tool. So the go command finds, builds
// and caches packages as usual, and keeps the facts of a package for its importers.
type govet struct {
	dir             string
	flags, packages []string
	root            string          // the names of files in fingerprints are relative to it
	known           map[string]bool // fingerprints of reports that are left out
	stderr          io.Writer       // for the messages of the go command
}

// A vetting is the result of a run of go vet.
type vetting struct {
	reports    []report
	packages   int       // how many were analyzed
	failed     bool      // not every package could be analyzed
	broken     []string  // the packages that do not compile
	unfinished []string  // where functions are that have more paths than are followed
	began      time.Time // a file changed after this may differ from what was analyzed
}

// run analyzes the packages. It fails if the go command cannot run, or if its
// output cannot be parsed.
func (g *govet) run(ctx context.Context) (*vetting, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	asked, err := g.asked()
	if err != nil {
		return nil, err
	}
	args := slices.Concat([]string{"vet", "-json", "-vettool=" + self, "-rcvet." + askedFlag + "=" + asked}, g.flags, []string{"--"}, g.packages)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = g.dir
	asGroup(cmd)
	cmd.WaitDelay = 5 * time.Second

	v := &vetting{began: time.Now()}
	progress := newProgress(os.Stderr)
	defer progress.stop()
	talk := &talk{v: v, progress: progress, stderr: g.stderr}
	stdout, stderr := &lines{to: talk.hear}, &lines{to: talk.hear}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	err = cmd.Run()
	progress.stop()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	stdout.flush()
	stderr.flush()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		v.failed = true
	} else if err != nil {
		return nil, fmt.Errorf("go vet: %w", err)
	}
	if talk.err != nil {
		return nil, talk.err
	}
	if !v.failed {
		v.broken = nil // the messages of the go command were warnings
	}
	v.reports = fingerprints(tidy(v.reports), g.root, sources{})
	v.reports = slices.DeleteFunc(v.reports, func(r report) bool { return g.known[r.Fingerprint] })
	return v, nil
}

// asked returns a text that differs between runs for different packages or in different
// directories; see askedFlag.
func (g *govet) asked() (string, error) {
	dir, err := filepath.Abs(g.dir)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(strings.Join(append([]string{dir}, g.packages...), "\x00")))
	return hex.EncodeToString(sum[:8]), nil
}

// failure returns which packages were not analyzed. The messages of the go
// command say why.
func (v *vetting) failure(p place) error {
	switch {
	case len(v.broken) > 0:
		return fmt.Errorf("these packages do not compile, so they and their importers were not checked: %s", strings.Join(v.broken, ", "))
	case p.module == "" && p.workspace == "":
		return errors.New("nothing was checked: no go.mod in this directory or above it; change to a module, or name one with -C")
	case v.packages > 0:
		return errors.New("some packages were not checked; see the messages above")
	}
	return errors.New("nothing was checked; see the messages above")
}

// A talk reads the output of the go command line by line: JSON documents of the
// vet tool, and, on stderr, the names of packages with their errors below. Up to
// go1.25 the documents are on stderr too.
type talk struct {
	mu       sync.Mutex
	v        *vetting
	progress *progress
	stderr   io.Writer
	document []byte   // the document being read
	headers  []string // "# package" lines, held until the next line shows what they are
	err      error
}

func (t *talk) hear(line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.document != nil:
		t.document = append(append(t.document, line...), '\n')
		if line == "}" {
			t.read(t.document)
			t.document = nil
		}
	case line == "{":
		t.document = []byte("{\n")
		t.headers = nil
	case line == "{}":
		t.read([]byte(line))
		t.headers = nil
	case strings.HasPrefix(line, "# "):
		t.headers = append(t.headers, line)
	default:
		t.say(line)
	}
}

// say passes a message on to the user, and notes the package that it is about.
func (t *talk) say(line string) {
	t.progress.clear()
	for _, header := range t.headers {
		if name := packageName(strings.TrimPrefix(header, "# ")); name != "" && !slices.Contains(t.v.broken, name) {
			t.v.broken = append(t.v.broken, name)
		}
		fmt.Fprintln(t.stderr, header)
	}
	t.headers = nil
	fmt.Fprintln(t.stderr, line)
}

// read takes the reports from a document: package → analyzer → reports, or an
// object with an error.
func (t *talk) read(document []byte) {
	var packages map[string]map[string]json.RawMessage
	if err := json.Unmarshal(document, &packages); err != nil {
		t.err = fmt.Errorf("cannot parse the output of go vet -json: %w", err)
		return
	}
	t.v.packages++
	t.progress.packages(t.v.packages)
	for id, analyzers := range packages {
		for _, result := range analyzers {
			if err := t.readResult(packageName(id), result); err != nil {
				t.err = fmt.Errorf("%s: %w", packageName(id), err)
			}
		}
	}
}

func (t *talk) readResult(pkg string, result []byte) error {
	if bytes.HasPrefix(result, []byte("{")) {
		var failure struct {
			Err string `json:"error"`
		}
		if err := json.Unmarshal(result, &failure); err != nil {
			return err
		}
		return errors.New(failure.Err)
	}
	var diagnostics []diagnostic
	if err := json.Unmarshal(result, &diagnostics); err != nil {
		return err
	}
	for _, d := range diagnostics {
		if d.Category == unfinished {
			if !slices.Contains(t.v.unfinished, d.Position) { // by the package, or with its tests
				t.v.unfinished = append(t.v.unfinished, d.Position)
			}
			continue
		}
		r, err := d.report(pkg)
		if err != nil {
			return err
		}
		t.v.reports = append(t.v.reports, r)
	}
	return nil
}

// packageName returns the import path in the name of a build, such as
// "example.com/a [example.com/a.test]".
func packageName(id string) string {
	name, _, _ := strings.Cut(id, "[")
	return strings.TrimSpace(name)
}

// unfinished is the category of what is no mistake, but a function that was not followed
// to the end, and the flag of the analyzer that asks for it.
const unfinished = "unfinished"

// A diagnostic is a report as the vet tool writes it.
type diagnostic struct {
	Category string `json:"category"`
	Position string `json:"posn"`
	End      string `json:"end"`
	Message  string `json:"message"`
	Fixes    []struct {
		Message string `json:"message"`
		Edits   []struct {
			File  string `json:"filename"`
			Start int    `json:"start"`
			End   int    `json:"end"`
			New   string `json:"new"`
		} `json:"edits"`
	} `json:"suggested_fixes"`
	Related []struct {
		Position string `json:"posn"`
		End      string `json:"end"`
		Message  string `json:"message"`
	} `json:"related"`
}

func (d diagnostic) report(pkg string) (report, error) {
	r := report{Category: d.Category, Package: pkg, Message: strings.TrimPrefix(d.Message, d.Category+": "), Path: []step{}, Fixes: []fix{}}
	r.URL = mistake.Doc{ID: d.Category}.URL()
	var err error
	if r.region, err = regionOf(d.Position, d.End); err != nil {
		return r, err
	}
	for _, related := range d.Related {
		s := step{Message: related.Message}
		if s.region, err = regionOf(related.Position, related.End); err != nil {
			return r, err
		}
		r.Path = append(r.Path, s)
	}
	for _, f := range d.Fixes {
		change := fix{Message: f.Message}
		for _, e := range f.Edits {
			change.Edits = append(change.Edits, edit(e))
		}
		r.Fixes = append(r.Fixes, change)
	}
	return r, nil
}

// regionOf reads two positions. Their columns are 0 if they have none.
func regionOf(start, end string) (region, error) {
	file, line, column, ok := position.Parse(start)
	if !ok {
		return region{}, fmt.Errorf("%q is not a position", start)
	}
	r := region{File: file, Line: line, Column: column, EndLine: line, EndColumn: column}
	if _, line, column, ok := position.Parse(end); ok {
		r.EndLine, r.EndColumn = line, column
	}
	return r, nil
}

// lines calls a function with each line that is written.
type lines struct {
	to   func(string)
	rest []byte
}

func (l *lines) Write(text []byte) (int, error) {
	l.rest = append(l.rest, text...)
	for {
		line, rest, ok := bytes.Cut(l.rest, []byte("\n"))
		if !ok {
			return len(text), nil
		}
		l.to(strings.TrimSuffix(string(line), "\r"))
		l.rest = rest
	}
}

// flush passes on the last line if it has no line break.
func (l *lines) flush() {
	if len(l.rest) > 0 {
		l.to(string(l.rest))
		l.rest = nil
	}
}
