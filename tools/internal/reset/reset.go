// Package reset writes Reset methods: source code that clears every field of a
// type and keeps the capacity of its slices and maps, so that an object that
// comes from a pool needs no new memory for what it held before. The command
// rcgen is its face.
//
// # What the methods do
//
// A slice becomes [:0]. If its elements hold pointers, they are cleared first,
// in the whole capacity, so that an idle object keeps nothing else alive. A map
// is cleared. A slice or map above the limit is dropped. Structs are entered,
// also embedded ones and arrays of them. What has a method Reset() of its own
// is reset by it. Numbers, strings, pointers, interfaces, channels and
// functions become zero or nil. Atomics get zero stored, a sync.Once is made
// new, a sync.Map is cleared; locks, wait groups, conditions and pools are left
// alone. The rest is refused, with what to do about it: among it a rcpool.Ref
// without a tag, since only its user knows who releases it.
//
// # What the methods rely on
//
// That an object owns its slices and maps: they were filled with append and by
// key. One that was borrowed (e.Header = r.Header) would be cleared under its
// owner's feet; say so with the tag drop.
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
// owned and limit can be combined with a comma.
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

// A Config says what to generate.
type Config struct {
	// Dir is the directory of the package. "" is the current one.
	Dir string

	// Types are the names of the types to generate a Reset for, declared in that
	// package. There must be one at least.
	Types []string

	// Output is the file to write: a name for a file in the directory of the
	// package, or a path that leads there. The default is the name of the first
	// type in lower case and _reset.go, such as event_reset.go; if the type is
	// declared in a file for one system, as event_linux.go, the name says so too.
	Output string

	// Limit is the size above which a Reset drops a slice, a map or a
	// bytes.Buffer. 0 is DefaultLimit.
	Limit Size

	// Tags are build tags, separated by commas, as for go build.
	Tags string
}

// Generate generates the Reset methods, in one file. It reads the package and
// writes nothing. What an earlier run has written is not looked at, so it need
// not even compile.
//
// The errors say what is wrong, where, and what to do about it; there can be
// several, joined. Among them: a type that is not declared, that has a Reset
// which was written by hand, or with a field of which nobody can tell how to
// clear it.
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
	Source []byte // as gofmt has it
}

// Write writes the file, unless it is there already, byte for byte.
func (f File) Write() error {
	if old, err := os.ReadFile(f.Path); err == nil && bytes.Equal(old, f.Source) {
		return nil
	}
	return os.WriteFile(f.Path, f.Source, 0o644)
}

// Stale compares with what is on the disk, and says how it differs, "" if not
// at all: "is missing", or "is stale" with the lines that go (-) and come (+).
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

// difference shows what is between the lines that two texts begin and end with.
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

// A problem is why a Reset can not be written.
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

// header is the first line of a generated file. It names what the content
// depends on, so it is the command that writes the file again.
func header(c Config) string {
	h := "// Code generated by rcgen -type " + strings.Join(c.Types, ",")
	if c.Limit != DefaultLimit {
		h += " -limit " + c.Limit.String()
	}
	return h + "; DO NOT EDIT."
}

// generated says that rcgen has written a file.
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

// nearest is the name that was probably meant, or "".
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

// named is the declared type behind t, which may be an alias, or nil.
func named(t types.Type) *types.Named {
	n, _ := types.Unalias(t).(*types.Named)
	return n
}
