package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// tidy checks what must hold for every commit.
func tidy(ctx context.Context, in invocation) (err error) {
	if err := in.checkRequirable(); err != nil {
		return err
	}
	v, err := in.visit(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, v.end()) }()
	var problems []error
	for _, m := range in.modules {
		problems = append(problems, v.checkTidy(ctx, m))
	}
	return errors.Join(problems...)
}

// checkRequirable reports what keeps users from requiring a released module, or
// gives them something else than we test.
func (r *repository) checkRequirable() error {
	var problems []error
	problem := func(m *goModule, format string, args ...any) {
		problems = append(problems, fmt.Errorf("%s: %s", m.file.Syntax.Name, fmt.Sprintf(format, args...)))
	}
	before := map[string]bool{}
	for _, m := range r.released {
		for _, replace := range m.file.Replace {
			problem(m, "replace %s: users of the module do not get the replacement; the workspace does for development", replace.Old.Path)
		}
		for _, exclude := range m.file.Exclude {
			problem(m, "exclude %s: users of the module do not get the exclusion", exclude.Mod)
		}
		for _, require := range m.file.Require {
			if isPlaceholder(require.Mod.Version) {
				problem(m, "%s is no version that users can get", require.Mod)
			}
		}
		for _, require := range r.siblings(m) {
			if !before[require.Mod.Path] {
				problem(m, "it requires %s, which is released after it", require.Mod.Path)
			}
		}
		before[m.path] = true
	}
	return errors.Join(problems...)
}

// checkTidy checks that "go mod tidy" would change nothing in m, outside of the
// workspace. The checkout stands in for the versions of released modules that m
// requires: they may not exist yet, and are tested as they are now. So it
// works on copies, without the lines about these modules in go.sum.
func (v *visit) checkTidy(ctx context.Context, m *goModule) error {
	r := v.repository
	dir, err := os.MkdirTemp(v.dir, "tidy-")
	if err != nil {
		return err
	}
	goMod, err := r.at(m, v.version)
	if err != nil {
		return err
	}
	goSum, err := r.foreignSums(m)
	if err != nil {
		return err
	}
	modCopy, sumCopy := filepath.Join(dir, "go.mod"), filepath.Join(dir, "go.sum")
	if err := errors.Join(os.WriteFile(modCopy, goMod, 0o666), os.WriteFile(sumCopy, goSum, 0o666)); err != nil {
		return err
	}
	if _, err := output(ctx, r.file(m.dir), v.env, "go", "mod", "tidy", "-modfile="+modCopy); err != nil {
		return err
	}

	tidied, err := os.ReadFile(modCopy)
	if err != nil {
		return err
	}
	if tidied, err = v.withVersions(tidied, m); err != nil {
		return err
	}
	sums, err := readOptional(sumCopy)
	if err != nil {
		return err
	}
	return errors.Join(
		compare(m.file.Syntax.Name, m.text, tidied),
		compare(m.sumName(), goSum, r.withoutReleased(sums)),
	)
}

// withVersions returns the go.mod that text holds, with the versions that m
// requires instead of the version of the visit.
func (v *visit) withVersions(text []byte, m *goModule) ([]byte, error) {
	file, err := modfile.Parse(m.file.Syntax.Name, text, nil)
	if err != nil {
		return nil, err
	}
	changed := false
	for _, require := range v.repository.siblings(m) {
		path := require.Mod.Path
		if !slices.ContainsFunc(file.Require, func(r *modfile.Require) bool { return r.Mod == module.Version{Path: path, Version: v.version} }) {
			continue
		}
		if err := file.AddRequire(path, require.Mod.Version); err != nil {
			return nil, err
		}
		changed = true
	}
	if !changed {
		return text, nil
	}
	return file.Format()
}

// compare fails with the lines that differ if the file name should have other
// contents.
func compare(name string, is, should []byte) error {
	if bytes.Equal(is, should) {
		return nil
	}
	var diff strings.Builder
	lines := func(sign string, of, without []byte) {
		known := slices.Collect(strings.Lines(string(without)))
		for line := range strings.Lines(string(of)) {
			if !slices.Contains(known, line) {
				fmt.Fprintf(&diff, "\n%s%s", sign, strings.TrimSuffix(line, "\n"))
			}
		}
	}
	lines("-", is, should)
	lines("+", should, is)
	if diff.Len() == 0 {
		diff.WriteString(" the lines are the same, in another order")
	}
	return fmt.Errorf("%s should differ:%s", name, &diff)
}
