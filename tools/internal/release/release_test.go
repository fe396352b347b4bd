package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/tools/internal/command"
)

// files are the contents of files by their names, which may be changed in place.
type files map[string]string

// example is a repository with our modules that can be released, after prepare.
func example() files {
	f := files{
		"LICENSE":               "free\n",
		"CHANGELOG.md":          "# Changelog\n\n## Unreleased\n\n- Pools.\n\n## v0.0.1, 2026-01-01\n\n- Nothing yet.\n",
		"go.mod":                "module github.com/rcpool/rcpool\n\ngo 1.24.0\n",
		"rcpool.go":             "package rcpool\n",
		"adapters/go.mod":       "module github.com/rcpool/rcpool/adapters\n\ngo 1.24.0\n\nrequire github.com/rcpool/rcpool v0.0.1\n",
		"adapters/adapter.go":   "package adapters\n\nimport _ \"github.com/rcpool/rcpool\"\n",
		"tools/go.mod":          "module github.com/rcpool/rcpool/tools\n\ngo 1.24.0\n",
		"tools/rcvet/main.go":   "package main\n\nfunc main() {}\n",
		"tools/rcgen/main.go":   "package main\n\nfunc main() {}\n",
		"tools/rcgen/ignored.o": "not committed",
		".gitignore":            "*.o\n",
		".gitattributes":        "* -text\n",
	}
	work := "go 1.24.0\n\nuse (\n"
	for _, dir := range slices.Concat(released, unreleased) {
		work += "\t./" + dir + "\n"
		if name := dir + "/go.mod"; f[name] == "" && dir != "." {
			f[name] = "module example.com/" + dir + "\n\ngo 1.24.0\n"
		}
	}
	f["go.work"] = work + ")\n"
	return f
}

// enter commits the files to a repository of their own, and makes it the
// working directory of the test.
func (f files) enter(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range slices.Sorted(maps.Keys(f)) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(f[name]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	for key, value := range map[string]string{
		"GIT_AUTHOR_NAME": "test", "GIT_AUTHOR_EMAIL": "test@example.com",
		"GIT_COMMITTER_NAME": "test", "GIT_COMMITTER_EMAIL": "test@example.com",
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_SYSTEM": os.DevNull,
	} {
		t.Setenv(key, value)
	}
	mustGit(t, "init", "--quiet", "--initial-branch=main")
	commit(t)
}

func commit(t *testing.T) {
	t.Helper()
	mustGit(t, "add", "--all")
	mustGit(t, "commit", "--quiet", "--message=all")
}

func mustGit(t *testing.T, args ...string) string {
	t.Helper()
	text, err := git(t.Context(), ".", args...)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// release runs the command, and returns its exit code and what it prints.
func release(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var printed strings.Builder
	code := run(t.Context(), args, &printed, &printed)
	return code, printed.String()
}

func mustRelease(t *testing.T, args ...string) string {
	t.Helper()
	code, text := release(t, args...)
	if code != command.OK {
		t.Fatalf("release %s: exit code %d\n%s", strings.Join(args, " "), code, text)
	}
	return text
}

func TestUsage(t *testing.T) {
	example().enter(t)
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"-help", command.OK, "Commands:"},
		{"help", command.OK, "Commands:"},
		{"tag -help", command.OK, "Commands:"},
		{"", command.Usage, "which command?"},
		{"publish v0.1.0", command.Usage, `no command "publish"`},
		{"check", command.Usage, "release check VERSION"},
		{"check v0.1.0 v0.2.0", command.Usage, "release check VERSION"},
		{"check -do v0.1.0", command.Usage, "-do"},
		{"check 0.1.0", command.Usage, `"0.1.0" is not a version`},
		{"check v0.1", command.Usage, `"v0.1" is not a version`},
		{"check v0.1.0+meta", command.Usage, "is not a version"},
		{"check v0.0.0", command.Usage, "is no version for a release"},
		{"check v0.0.0-20260101000000-0123456789ab", command.Usage, "is no version for a release"},
		{"check v2.0.0", command.Usage, "/v2"},
		{"notes v0.9.0", command.Failed, "CHANGELOG.md says nothing about v0.9.0"},
		{"notes v0.0.1", command.OK, "- Nothing yet.\n"},
	} {
		code, text := release(t, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(text, c.says) {
			t.Errorf("release %s: exit code %d, want %d and %q\n%s", c.args, code, c.code, c.says, text)
		}
	}
}

func TestOutsideOfARepository(t *testing.T) {
	t.Chdir(t.TempDir())
	if code, text := release(t, "tidy"); code != command.Failed || !strings.Contains(text, "not a git repository") {
		t.Errorf("exit code %d\n%s", code, text)
	}
}

func TestTidy(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(files)
		says   string // "" if all is well
	}{
		{"tidy", func(f files) {}, ""},
		{"a version that does not exist yet", func(f files) { f.replace("adapters/go.mod", "v0.0.1", "v0.3.0") }, ""},
		{"replace", func(f files) { f["adapters/go.mod"] += "\nreplace github.com/rcpool/rcpool => ../\n" },
			"adapters/go.mod: replace github.com/rcpool/rcpool:"},
		{"exclude", func(f files) { f["tools/go.mod"] += "\nexclude example.com/x v1.0.0\n" },
			"tools/go.mod: exclude example.com/x@v1.0.0:"},
		{"placeholder", func(f files) { f.replace("adapters/go.mod", "v0.0.1", "v0.0.0") },
			"adapters/go.mod: github.com/rcpool/rcpool@v0.0.0 is no version that users can get"},
		{"order", func(f files) { f["go.mod"] += "\nrequire github.com/rcpool/rcpool/adapters v0.0.1\n" },
			"go.mod: it requires github.com/rcpool/rcpool/adapters, which is released after it"},
		{"requires what it does not import", func(f files) { f["adapters/adapter.go"] = "package adapters\n" },
			"adapters/go.mod should differ:\nrelease: -require github.com/rcpool/rcpool v0.0.1"},
		{"does not require what it imports", func(f files) {
			f.replace("tools/rcvet/main.go", "package main\n", "package main\n\nimport _ \"github.com/rcpool/rcpool\"\n")
		},
			"tools/go.mod should differ:\nrelease: +require github.com/rcpool/rcpool "},
		{"superfluous checksum", func(f files) {
			f["adapters/go.sum"] = "example.com/x v1.0.0 h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n"
		}, "adapters/go.sum should differ:\nrelease: -example.com/x v1.0.0"},
		{"new module in go.work", func(f files) {
			f.replace("go.work", "use (", "use (\n\t./metrics")
			f["metrics/go.mod"] = "module example.com/metrics\n"
		}, "go.work uses ./metrics: is that module released?"},
		{"module that is gone from go.work", func(f files) { f.replace("go.work", "\t./adapters\n", "") },
			"go.work does not use adapters:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := example()
			c.change(f)
			f.enter(t)
			code, text := release(t, "tidy")
			if c.says == "" && code != command.OK || c.says != "" && (code != command.Failed || !strings.Contains(text, c.says)) {
				t.Errorf("exit code %d, want %q\n%s", code, c.says, text)
			}
		})
	}
}

func (f files) replace(name, old, new string) {
	if !strings.Contains(f[name], old) {
		panic(fmt.Sprintf("%s has no %q", name, old))
	}
	f[name] = strings.ReplaceAll(f[name], old, new)
}

func TestPrepare(t *testing.T) {
	example().enter(t)
	mustRelease(t, "prepare", "v0.1.0")
	if changed := mustGit(t, "status", "--porcelain"); changed != " M CHANGELOG.md\n M adapters/go.mod\n?? adapters/go.sum" {
		t.Errorf("changed:\n%s", changed)
	}
	if text := mustRelease(t, "notes", "v0.1.0"); text != "- Pools.\n" {
		t.Errorf("the notes are %q", text)
	}
	commit(t)
	mustRelease(t, "prepare", "v0.1.0")
	if changed := mustGit(t, "status", "--porcelain"); changed != "" {
		t.Errorf("changed when it was run again:\n%s", changed)
	}
}

func TestPrepare_NothingNew(t *testing.T) {
	f := example()
	f.replace("CHANGELOG.md", "## Unreleased\n\n- Pools.\n\n", "")
	f.enter(t)
	if code, text := release(t, "prepare", "v0.1.0"); code != command.Failed || !strings.Contains(text, `no section "## Unreleased"`) {
		t.Errorf("exit code %d\n%s", code, text)
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(t *testing.T)
		says   string
	}{
		{"uncommitted change", func(t *testing.T) { write(t, "new.go", "package rcpool\n") }, "?? new.go"},
		{"unreleased changes", func(t *testing.T) {
			write(t, "CHANGELOG.md", "## Unreleased\n\n- More.\n\n## v0.1.0, 2026-02-01\n\n- Pools.\n")
			commit(t)
		}, `section "## Unreleased"`},
		{"no changelog", func(t *testing.T) { write(t, "CHANGELOG.md", "## v0.1.0, 2026-02-01\n\n"); commit(t) }, "says nothing about v0.1.0"},
		{"change after prepare", func(t *testing.T) { write(t, "rcpool.go", "package rcpool // better\n"); commit(t) }, "adapters/go.sum should differ:"},
		{"other version required", func(t *testing.T) {
			write(t, "adapters/go.mod", example()["adapters/go.mod"])
			commit(t)
		}, "adapters/go.mod should differ:"},
		{"tag exists", func(t *testing.T) { mustGit(t, "tag", "tools/v0.1.0") }, "the tag tools/v0.1.0 exists"},
	} {
		t.Run(c.name, func(t *testing.T) {
			example().enter(t)
			mustRelease(t, "prepare", "v0.1.0")
			commit(t)
			mustRelease(t, "check", "v0.1.0")
			c.change(t)
			if code, text := release(t, "check", "v0.1.0"); code != command.Failed || !strings.Contains(text, c.says) {
				t.Errorf("exit code %d, want %q\n%s", code, c.says, text)
			}
		})
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.FromSlash(name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestTag_OnlyPrints(t *testing.T) {
	example().enter(t)
	mustRelease(t, "prepare", "v0.1.0")
	commit(t)
	want := "git tag -a -m v0.1.0 v0.1.0\n" +
		"git tag -a -m adapters/v0.1.0 adapters/v0.1.0\n" +
		"git tag -a -m metrics/rcotel/v0.1.0 metrics/rcotel/v0.1.0\n" +
		"git tag -a -m metrics/rcprom/v0.1.0 metrics/rcprom/v0.1.0\n" +
		"git tag -a -m tools/v0.1.0 tools/v0.1.0\n" +
		"git push --atomic origin HEAD v0.1.0 adapters/v0.1.0 metrics/rcotel/v0.1.0 metrics/rcprom/v0.1.0 tools/v0.1.0\n"
	if text := mustRelease(t, "tag", "v0.1.0"); text != want {
		t.Errorf("printed\n%s\nwant\n%s", text, want)
	}
	if tags := mustGit(t, "tag"); tags != "" {
		t.Errorf("made the tags %s", tags)
	}
}

// The go command finds the tags as users will, through git, and agrees with the
// checksums.
func TestTag_GoCommandFindsTheModules(t *testing.T) {
	example().enter(t)
	mustRelease(t, "prepare", "v0.1.0")
	commit(t)
	mustRelease(t, "tag", "-do", "v0.1.0")
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	t.Cleanup(func() {
		if err := removeReadOnly(cache); err != nil {
			t.Error(err)
		}
	})
	env := append(os.Environ(), "GOMODCACHE="+cache, "GOPROXY=direct", "GONOSUMDB=github.com/rcpool", "GOWORK=off", "GOFLAGS=",
		// git takes this repository for the one on GitHub.
		"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=url."+fileURL(here)+".insteadOf", "GIT_CONFIG_VALUE_0=https://github.com/rcpool/rcpool")

	dir := t.TempDir()
	goRun := func(args ...string) {
		t.Helper()
		if _, err := output(t.Context(), dir, env, "go", args...); err != nil {
			t.Fatal(err)
		}
	}
	goRun("mod", "init", "example.com/user")
	goRun("get", "github.com/rcpool/rcpool/adapters@v0.1.0", "github.com/rcpool/rcpool/tools/rcvet@v0.1.0")
	theirs, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	ours, err := os.ReadFile("adapters/go.sum")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(ours)) {
		if !strings.Contains(string(theirs), line) {
			t.Errorf("the go command has another checksum than %s\n%s", line, theirs)
		}
	}
}

func TestBuild_IsReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the commands twice for two platforms")
	}
	r, err := openRepository(t.Context(), ".")
	if err != nil {
		t.Fatal(err)
	}
	const version = "v0.0.1-test"
	some := []platform{{"linux", "amd64"}, {"windows", "arm64"}}
	build := func() string {
		dir := t.TempDir()
		if err := r.buildArchives(t.Context(), version, dir, some); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	first, second := build(), build()
	for _, name := range []string{"SHA256SUMS", "rcpool-tools_v0.0.1-test_linux_amd64.tar.gz", "rcpool-tools_v0.0.1-test_windows_arm64.zip"} {
		a, err := os.ReadFile(filepath.Join(first, name))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(second, name))
		if err != nil {
			t.Fatal(err)
		}
		if len(a) == 0 || string(a) != string(b) {
			t.Errorf("%s differs between two builds", name)
		}
	}
}

func TestBuild_UncommittedChanges(t *testing.T) {
	example().enter(t)
	write(t, "rcpool.go", "package rcpool // other\n")
	if code, text := release(t, "build", "v0.1.0", "dist"); code != command.Failed || !strings.Contains(text, "uncommitted changes") {
		t.Errorf("exit code %d\n%s", code, text)
	}
}

func TestRun_Interrupted(t *testing.T) {
	example().enter(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var printed strings.Builder
	if code := run(ctx, []string{"tidy"}, &printed, &printed); code == command.OK {
		t.Errorf("done:\n%s", &printed)
	}
}
