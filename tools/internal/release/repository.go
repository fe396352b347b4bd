package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/command"
	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// A repository is a git checkout with a go.work. Its files are those of the
// working tree that git does not ignore, committed or not.
type repository struct {
	root     string
	modules  []*goModule // all, the released ones first and in their order
	released []*goModule
}

// A goModule is one of the modules of the repository.
type goModule struct {
	dir  string // from the root, with slashes; "." for the root module
	path string
	file *modfile.File
	text []byte // of go.mod
}

// openRepository reads the modules of the repository that dir is in. It fails if
// they are not those of released and unreleased.
func openRepository(ctx context.Context, dir string) (*repository, error) {
	root, err := git(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	r := &repository{root: filepath.FromSlash(root)}
	if err := r.checkLists(); err != nil {
		return nil, err
	}
	for _, dir := range slices.Concat(released, unreleased) {
		m := &goModule{dir: dir}
		name := path.Join(dir, "go.mod")
		if m.text, err = os.ReadFile(r.file(name)); err != nil {
			return nil, err
		}
		if m.file, err = modfile.Parse(name, m.text, nil); err != nil {
			return nil, err
		}
		m.path = m.file.Module.Mod.Path
		r.modules = append(r.modules, m)
	}
	r.released = r.modules[:len(released)]
	return r, nil
}

// checkLists compares go.work with released and unreleased.
func (r *repository) checkLists() error {
	text, err := os.ReadFile(r.file("go.work"))
	if err != nil {
		return err
	}
	work, err := modfile.ParseWork("go.work", text, nil)
	if err != nil {
		return err
	}
	var problems []error
	used := map[string]bool{}
	for _, use := range work.Use {
		dir := path.Clean(use.Path)
		used[dir] = true
		if !slices.Contains(released, dir) && !slices.Contains(unreleased, dir) {
			problems = append(problems, fmt.Errorf("go.work uses %s: is that module released? Add it to a list in tools/internal/release/modules.go", use.Path))
		}
	}
	for _, dir := range slices.Concat(released, unreleased) {
		if !used[dir] {
			problems = append(problems, fmt.Errorf("go.work does not use %s: remove it from the lists in tools/internal/release/modules.go", dir))
		}
	}
	return errors.Join(problems...)
}

// file returns the path of a file of the repository.
func (r *repository) file(name string) string {
	return filepath.Join(r.root, filepath.FromSlash(name))
}

// siblings returns the requirements of m that are released modules of the
// repository.
func (r *repository) siblings(m *goModule) []*modfile.Require {
	var requires []*modfile.Require
	for _, require := range m.file.Require {
		if r.isReleased(require.Mod.Path) {
			requires = append(requires, require)
		}
	}
	return requires
}

// isReleased reports whether path is that of a released module.
func (r *repository) isReleased(path string) bool {
	return slices.ContainsFunc(r.released, func(m *goModule) bool { return m.path == path })
}

// at returns the go.mod of m as it is when the released modules have the given
// version. A placeholder such as v0.0.0 is no release and stays as it is.
func (r *repository) at(m *goModule, version string) ([]byte, error) {
	file, err := modfile.Parse(m.file.Syntax.Name, m.text, nil)
	if err != nil {
		return nil, err
	}
	changed := false
	for _, require := range r.siblings(m) {
		if require.Mod.Version == version || isPlaceholder(require.Mod.Version) {
			continue
		}
		if err := file.AddRequire(require.Mod.Path, version); err != nil {
			return nil, err
		}
		changed = true
	}
	if !changed {
		return m.text, nil
	}
	return file.Format()
}

// tag returns the name of the tag that releases m.
func (m *goModule) tag(version string) string { return path.Join(m.dir, version) }

// sumName returns the name of m's go.sum in the repository.
func (m *goModule) sumName() string { return path.Join(m.dir, "go.sum") }

// files returns the names of the files of the working tree that git does not
// ignore, with slashes.
func (r *repository) files(ctx context.Context) ([]string, error) {
	list, err := git(ctx, r.root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	var names []string
	for name := range strings.SplitSeq(strings.TrimSuffix(list, "\x00"), "\x00") {
		info, err := os.Lstat(r.file(name))
		if errors.Is(err, fs.ErrNotExist) {
			continue // deleted, and not yet committed
		}
		if err != nil {
			return nil, err
		}
		if info.Mode().IsRegular() {
			names = append(names, name)
		}
	}
	return names, nil
}

func checkVersion(version string) error {
	switch {
	case semver.Canonical(version) != version || semver.Build(version) != "":
		return command.Mistake("%q is not a version such as v0.2.0 or v0.2.0-rc.1", version)
	case module.IsPseudoVersion(version) || isPlaceholder(version):
		return command.Mistake("%s is no version for a release", version)
	case semver.Compare(semver.Major(version), "v1") > 0:
		return command.Mistake("%s needs module paths that end in /%s", version, semver.Major(version))
	}
	return nil
}

// isPlaceholder reports whether a version stands for no commit at all.
func isPlaceholder(version string) bool {
	return version == "v0.0.0" || module.IsZeroPseudoVersion(version)
}

// git runs git in dir and returns what it prints, without the last newline.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	return output(ctx, dir, nil, "git", args...)
}

// output runs a command and returns what it prints, without the last newline.
// env nil is that of this process. The error has what the command said.
func output(ctx context.Context, dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, env
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, strings.TrimSpace(stdout.String()+stderr.String()))
	}
	return strings.TrimSuffix(stdout.String(), "\n"), nil
}
