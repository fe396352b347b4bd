package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// oldestGo is the oldest Go release that the root module is for. RELEASING.md
// says which that is.
const oldestGo = "go1.24.11"

var hostSuffix = platform{runtime.GOOS, runtime.GOARCH}.suffix()

// A user is somebody who has an empty directory outside of this repository, and
// finds our modules in a proxy.
type user struct {
	*visit
	env       []string
	goCommand string
}

// newUser returns a user of the modules as they are in the checkout.
func newUser(t *testing.T) user {
	t.Helper()
	if testing.Short() {
		t.Skip("downloads and builds what users do")
	}
	r, err := openRepository(t.Context(), ".")
	if err != nil {
		t.Fatal(err)
	}
	v, err := r.visit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := v.end(); err != nil {
			t.Error(err)
		}
	})
	return user{visit: v, env: v.env, goCommand: "go"}
}

// with returns the user with further environment variables.
func (u user) with(variables ...string) user {
	u.env = append(append([]string{}, u.env...), variables...)
	return u
}

// module makes a module with a program of testdata/user, and returns its
// directory.
func (u user) module(t *testing.T, program string) string {
	t.Helper()
	dir := t.TempDir()
	source, err := os.ReadFile(filepath.Join("testdata", "user", program, "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), source, 0o666); err != nil {
		t.Fatal(err)
	}
	u.run(t, dir, u.goCommand, "mod", "init", "example.com/"+program)
	return dir
}

// run runs a command that must succeed, and returns what it prints.
func (u user) run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	text, code := u.exitCode(t, dir, name, args...)
	if code != 0 {
		t.Fatalf("%s %s: exit code %d\n%s", name, strings.Join(args, " "), code, text)
	}
	return text
}

// exitCode runs a command, and returns what it prints and its exit code.
func (u user) exitCode(t *testing.T, dir, name string, args ...string) (string, int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, u.env
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

// buildAndRun gets a package for the program in dir, builds the program and
// compares what it prints.
func (u user) buildAndRun(t *testing.T, dir, get, want string) {
	t.Helper()
	u.run(t, dir, u.goCommand, "get", get+"@"+u.version)
	u.run(t, dir, u.goCommand, "get", ".") // what else the program imports
	program := filepath.Join(dir, "program"+hostSuffix)
	u.run(t, dir, u.goCommand, "build", "-o", program, ".")
	if got, err := output(t.Context(), dir, u.env, program); err != nil || got+"\n" != want {
		t.Errorf("the program prints\n%s\nwant\n%s\nand ends with %v", got, want, err)
	}
}

func TestUser_Get(t *testing.T) {
	u := newUser(t)
	for _, c := range []struct{ program, get, want string }{
		{"lease", "github.com/rcpool/rcpool", leaseOutput},
		{"rcgrpc", "github.com/rcpool/rcpool/adapters/rcgrpc", "4000 bytes\n"},
		{"rckgo", "github.com/rcpool/rcpool/adapters/rckgo", "orders context canceled\n"},
		{"rchttputil", "github.com/rcpool/rcpool/adapters/rchttputil", "hello\n"},
		{"rcprom", "github.com/rcpool/rcpool/metrics/rcprom", "rcpool_gets_total{pool=\"buffer\"} 1\n"},
		{"rcotel", "github.com/rcpool/rcpool/metrics/rcotel", "rcpool.gets 1\n"},
		{"rcexpvar", "github.com/rcpool/rcpool/rcexpvar", "1 get\n"},
		{"rcarrow", "github.com/rcpool/rcpool/adapters/rcarrow", "1000 values\n"},
	} {
		t.Run(c.program, func(t *testing.T) { u.buildAndRun(t, u.module(t, c.program), c.get, c.want) })
	}
}

const leaseOutput = "published ann\n0 in use\na second release panics\n"

func TestUser_OldestGo(t *testing.T) {
	u := newUser(t)
	root, err := output(t.Context(), t.TempDir(), append(os.Environ(), "GOTOOLCHAIN="+oldestGo), "go", "env", "GOROOT")
	if err != nil {
		t.Skipf("%s cannot be had: %v", oldestGo, err)
	}
	// The go command of that release, which may not switch to a newer one.
	u = u.with("GOTOOLCHAIN=local", "GOROOT=")
	u.goCommand = filepath.Join(root, "bin", "go")
	dir := u.module(t, "lease")
	if text := u.run(t, dir, u.goCommand, "version"); !strings.Contains(text, oldestGo+" ") {
		t.Fatalf("this is %s", text)
	}
	u.buildAndRun(t, dir, "github.com/rcpool/rcpool", leaseOutput)
}

func TestUser_InstallTools(t *testing.T) {
	u := newUser(t)
	bin := t.TempDir()
	u = u.with("GOBIN="+bin, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, command := range built {
		u.run(t, t.TempDir(), u.goCommand, "install", "github.com/rcpool/rcpool/tools/"+command+"@"+u.version)
	}
	rcvet := filepath.Join(bin, "rcvet"+hostSuffix)

	t.Run("version", func(t *testing.T) {
		for _, command := range built {
			if text := u.run(t, bin, filepath.Join(bin, command+hostSuffix), "-version"); !strings.HasPrefix(text, command+" "+u.version+" ") {
				t.Errorf("%s -version prints %q, want the version %s", command, text, u.version)
			}
		}
	})
	t.Run("leak", func(t *testing.T) {
		dir := u.module(t, "leak")
		u.run(t, dir, u.goCommand, "get", "github.com/rcpool/rcpool@"+u.version)
		text, code := u.exitCode(t, dir, rcvet, "./...")
		if code != 1 || !strings.HasPrefix(text, "main.go:16:") || !strings.Contains(text, ": leak: ") {
			t.Errorf("rcvet exits with %d, want 1 and a leak in line 16:\n%s", code, text)
		}
	})
	t.Run("clean", func(t *testing.T) {
		dir := u.module(t, "clean")
		u.run(t, dir, u.goCommand, "get", "github.com/rcpool/rcpool@"+u.version)
		if text := u.run(t, dir, rcvet, "./..."); text != "" {
			t.Errorf("rcvet prints\n%s", text)
		}
	})
	t.Run("generate", func(t *testing.T) {
		dir := u.module(t, "event")
		u.run(t, dir, u.goCommand, "generate", "./...")
		u.buildAndRun(t, dir, "github.com/rcpool/rcpool", "\"\" 0 8\n")
	})
}

// The program on docs/production.md is the one that users build here.
func TestUser_Production(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("testdata", "user", "production", "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "production.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "```go\n"+string(source)+"```\n") {
		t.Error("the page has another program than testdata/user/production/main.go")
	}
	u := newUser(t)
	dir := u.module(t, "production")
	u.run(t, dir, u.goCommand, "get", "github.com/rcpool/rcpool@"+u.version, "github.com/rcpool/rcpool/metrics/rcprom@"+u.version, "github.com/prometheus/client_golang/prometheus/promhttp")
	u.run(t, dir, u.goCommand, "mod", "tidy")
	u.run(t, dir, u.goCommand, "vet", ".")
}
