// Package reset writes Reset methods: source code that clears every field of a
// type, and keeps the capacity of its slices and maps. So a pooled object can hold
// as much as before without allocating. The command rcgen uses this package.
//
// # What the methods do
//
// A slice becomes [:0]. If its elements hold pointers, Reset first clears them in
// the whole capacity, so that an idle object keeps nothing else alive. Reset clears
// a map. It drops a slice or map above the limit. It resets a struct field by
// field, embedded structs and arrays of structs too. If a type has a method Reset()
// of its own, Reset calls it. Numbers, strings, pointers, interfaces, channels and
// functions become zero or nil. Reset stores zero in atomics, assigns a new
// sync.Once, and clears a sync.Map. It leaves locks, wait groups, conditions and
// pools alone. For other fields, Generate fails and says what to do. One of them is
// an rcpool.Ref without a tag, because only the user knows who releases it.
//
// # What the methods rely on
//
// An object must own its slices and maps: fill them with append and by key. Reset
// would clear a borrowed one (e.Header = r.Header), which its owner still uses. Tag
// a field that borrows with drop.
//
// # Tags
//
//	rcpool:"keep"         Reset does not touch the field
//	rcpool:"drop"         the field becomes its zero value, capacity and all
//	rcpool:"owned"        what the field leads to belongs to the object alone, and
//	                      is reset and kept: what a pointer points to, what an
//	                      interface with a method Reset holds, and the elements of
//	                      a slice (which keep their own capacity); a rcpool.Ref is
//	                      released
//	rcpool:"limit=64KiB"  another limit than the rest has; "limit=none" for none
//
// Combine owned and limit with a comma.
package reset

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"
)

// A Config selects what to generate.
type Config struct {
	// Dir is the directory of the package. "" is the current one.
	Dir string

	// Types are the names of the types that need a Reset. The package must declare
	// them. At least one is required.
	Types []string

	// Output is the file to write: a name for a file in the directory of the
	// package, or a path that leads there. The default is the name of the first
	// type in lower case and _reset.go, such as event_reset.go; if the type is
	// declared in a file for one system, such as event_linux.go, the name has the
	// same ending.
	Output string

	// Limit is the size above which a Reset drops a slice, a map or a
	// bytes.Buffer. 0 is DefaultLimit.
	Limit Size

	// Tags are build tags, separated by commas, as for go build.
	Tags string
}

// Generate generates the Reset methods, in one file. It reads the package and
// writes nothing. It ignores the output of an earlier run, which need not compile.
//
// It fails if a type is not declared, has a hand-written Reset, or has a field that
// Reset cannot clear safely. Each error says what is wrong, where, and what to do;
// there can be several, joined.
func Generate(ctx context.Context, c Config) (File, error) {
	if len(c.Types) == 0 {
		return File{}, errors.New("no type given")
	}
	if c.Limit == 0 {
		c.Limit = DefaultLimit
	}
	s, err := load(ctx, c)
	if err != nil {
		return File{}, err
	}
	var methods []method
	var problems []error
	for _, t := range s.targets {
		m := newMethod(s, t, c.Limit)
		m.write()
		methods = append(methods, *m)
		problems = append(problems, m.problems...)
	}
	if err := errors.Join(problems...); err != nil {
		return File{}, errors.Join(append([]error{err}, s.hints...)...)
	}
	file := File{Path: s.output}
	if file.Source, err = s.assemble(methods, header(c)); err != nil {
		return File{}, err
	}
	return file, s.verify(file)
}

// A File is a generated file.
type File struct {
	Path   string // absolute
	Source []byte // formatted
}

// Write writes the file, unless it already has this content.
func (f File) Write() error {
	if old, err := os.ReadFile(f.Path); err == nil && bytes.Equal(old, f.Source) {
		return nil
	}
	return os.WriteFile(f.Path, f.Source, 0o644)
}

// Stale compares the file with the one on disk. It returns "" if they are equal,
// "is missing" if there is none, and otherwise "is stale" with the lines that
// differ: - for the old ones, + for the new ones.
func (f File) Stale() (string, error) {
	old, err := os.ReadFile(f.Path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "is missing", nil
	case err != nil:
		return "", err
	case bytes.Equal(old, f.Source):
		return "", nil
	}
	return "is stale:\n" + difference(string(old), string(f.Source)), nil
}

// difference returns the lines between the common beginning and the common end of
// two texts.
func difference(old, new string) string {
	before, after := strings.SplitAfter(old, "\n"), strings.SplitAfter(new, "\n")
	start := 0
	for start < len(before) && start < len(after) && before[start] == after[start] {
		start++
	}
	end := 0
	for end < len(before)-start && end < len(after)-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	const context = 2
	var b strings.Builder
	show := func(mark string, lines []string) {
		for _, line := range lines {
			if line != "" {
				fmt.Fprintf(&b, "%s%s\n", mark, strings.TrimSuffix(line, "\n"))
			}
		}
	}
	fmt.Fprintf(&b, "@@ line %d @@\n", start+1)
	show(" ", before[max(0, start-context):start])
	show("-", before[start:len(before)-end])
	show("+", after[start:len(after)-end])
	show(" ", before[len(before)-end:min(len(before), len(before)-end+context)])
	return strings.TrimSuffix(b.String(), "\n")
}

// A problem is the reason why a Reset cannot be generated.
type problem struct {
	at   token.Position
	what string // a field, such as Event.User.Name
	why  string
}

func (p problem) Error() string {
	if !p.at.IsValid() {
		return p.what + ": " + p.why
	}
	return fmt.Sprintf("%s: %s: %s", p.at, p.what, p.why)
}

// header returns the first line of a generated file. It has all that the content
// depends on: the command that writes the file again.
func header(c Config) string {
	h := "// Code generated by rcgen -type " + strings.Join(c.Types, ",")
	if c.Limit != DefaultLimit {
		h += " -limit " + c.Limit.String()
	}
	return h + "; DO NOT EDIT."
}

// generated reports whether rcgen has written a file.
func generated(source []byte) bool {
	for line := range bytes.Lines(source) {
		if bytes.HasPrefix(line, []byte("// Code generated by rcgen ")) {
			return true
		}
		if bytes.HasPrefix(line, []byte("package ")) {
			break
		}
	}
	return false
}

// nearest returns the name that was probably meant, or "".
func nearest(name string, names []string) string {
	i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
	for n := len(name) - 1; i < 0 && n >= 2; n-- {
		i = slices.IndexFunc(names, func(other string) bool { return strings.HasPrefix(other, name[:n]) })
	}
	if i < 0 {
		return ""
	}
	return names[i]
}

// named returns the declared type behind t, which may be an alias, or nil.
func named(t types.Type) *types.Named {
	n, _ := types.Unalias(t).(*types.Named)
	return n
}
