package main

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/diff"
)

// A patch is a set of fixes that do not conflict. It has all edits of a fix or
// none.
type patch struct {
	place   place
	vetting *vetting
	fixes   int               // how many it has
	edits   map[string][]edit // by file
	before  map[string][]byte // the files as they are
	refused map[string]string // files that must not be changed, with the reason
}

// newPatch takes the first fix of each report. It leaves out a fix that conflicts
// with an earlier one, or that changes a file that must not be changed.
func newPatch(v *vetting, place place) *patch {
	p := &patch{place: place, vetting: v, edits: map[string][]edit{}, before: map[string][]byte{}, refused: map[string]string{}}
	for _, r := range v.reports {
		if len(r.Fixes) > 0 {
			p.add(r.Fixes[0])
		}
	}
	return p
}

func (p *patch) add(f fix) {
	merged := map[string][]edit{}
	for _, e := range f.Edits {
		if !p.admits(e) {
			return
		}
		if slices.Contains(p.edits[e.File], e) {
			continue // another fix has the same edit, such as an import
		}
		if slices.ContainsFunc(p.edits[e.File], e.conflicts) {
			return
		}
		if merged[e.File] == nil {
			merged[e.File] = slices.Clone(p.edits[e.File])
		}
		merged[e.File] = append(merged[e.File], e)
	}
	maps.Copy(p.edits, merged)
	p.fixes++
}

// conflicts reports whether the result of two edits depends on their order.
func (e edit) conflicts(o edit) bool {
	return e.Start == o.Start || e.Start < o.End && o.Start < e.End
}

// admits reports whether the file of an edit may be changed, and the edit lies
// within it.
func (p *patch) admits(e edit) bool {
	if _, ok := p.refused[e.File]; ok {
		return false
	}
	if _, ok := p.before[e.File]; !ok {
		text, why := p.read(e.File)
		if why != "" {
			p.refused[e.File] = why
			return false
		}
		p.before[e.File] = text
	}
	return 0 <= e.Start && e.Start <= e.End && e.End <= len(p.before[e.File])
}

// read returns the contents of a file, or the reason why it must not be changed.
func (p *patch) read(file string) (text []byte, why string) {
	if !p.place.owns(file) {
		return nil, "it belongs to another module"
	}
	info, err := os.Stat(file)
	if err != nil {
		return nil, err.Error()
	}
	if info.ModTime().After(p.vetting.began) {
		return nil, "it was changed after the analysis began"
	}
	if text, err = os.ReadFile(file); err != nil {
		return nil, err.Error()
	}
	syntax, err := parser.ParseFile(token.NewFileSet(), file, text, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil {
		return nil, err.Error()
	}
	if ast.IsGenerated(syntax) {
		return nil, "it is generated"
	}
	return text, ""
}

// after returns the contents of the files with the patch applied. It formats a
// file that was formatted before. It fails if a result is not valid Go.
func (p *patch) after() (map[string][]byte, error) {
	files := map[string][]byte{}
	for file, edits := range p.edits {
		before := p.before[file]
		slices.SortStableFunc(edits, func(a, b edit) int { return a.Start - b.Start })
		var text []byte
		end := 0
		for _, e := range edits {
			text = append(append(text, before[end:e.Start]...), e.New...)
			end = e.End
		}
		text = append(text, before[end:]...)
		formatted, err := format.Source(text)
		if err != nil {
			return nil, fmt.Errorf("the fixes of %s conflict, so no file was changed; please report this: %w", file, err)
		}
		if was, err := format.Source(before); err == nil && bytes.Equal(was, before) {
			text = formatted
		}
		files[file] = text
	}
	return files, nil
}

// write writes the files.
func write(files map[string][]byte) error {
	for _, file := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(file, files[file], 0o666); err != nil {
			return err
		}
	}
	return nil
}

// applyFixes changes the files and analyzes them again, because some fixes had to
// wait for others, until there is nothing more to fix. It returns what is left. If
// something no longer compiles after a round, it restores the files of that round.
func (c *command) applyFixes(ctx context.Context, vet *govet, v *vetting) (*vetting, error) {
	fixes, changed := 0, map[string]bool{}
	for {
		p := newPatch(v, c.place)
		c.tellRefused(p)
		if p.fixes == 0 {
			break
		}
		files, err := p.after()
		if err != nil {
			return nil, err
		}
		if err := write(files); err != nil {
			return nil, fmt.Errorf("-fix: %w", err)
		}
		next, err := vet.run(ctx)
		if err != nil {
			return nil, err
		}
		if next.failed && !v.failed || len(next.broken) > len(v.broken) {
			if err := write(p.before); err != nil {
				return nil, fmt.Errorf("-fix: %w", err)
			}
			return nil, fmt.Errorf("%s did not compile after the fixes, so they were undone; please report this",
				count(len(p.before), "file", "files"))
		}
		fixes += p.fixes
		for file := range files {
			changed[file] = true
		}
		fewer := len(next.reports) < len(v.reports)
		v = next
		if !fewer {
			break
		}
	}
	fmt.Fprintf(os.Stderr, "rcvet: %s applied to %s\n", count(fixes, "fix", "fixes"), count(len(changed), "file", "files"))
	return v, nil
}

// writeDiff writes what the fixes would change.
func (c *command) writeDiff(w io.Writer, v *vetting) error {
	p := newPatch(v, c.place)
	c.tellRefused(p)
	files, err := p.after()
	if err != nil {
		return err
	}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		name := relative(c.base, file)
		if _, err := w.Write(diff.Diff(name+".orig", p.before[file], name, files[file])); err != nil {
			return err
		}
	}
	fmt.Fprintf(os.Stderr, "rcvet: %s; -fix would apply %s to %s\n", count(len(v.reports), "report", "reports"),
		count(p.fixes, "fix", "fixes"), count(len(files), "file", "files"))
	return nil
}

func (c *command) tellRefused(p *patch) {
	for _, file := range slices.Sorted(maps.Keys(p.refused)) {
		name, err := filepath.Rel(c.base, file)
		if err != nil {
			name = file
		}
		fmt.Fprintf(os.Stderr, "rcvet: %s is not changed: %s\n", name, p.refused[file])
	}
}
