package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const leaky = "package a\n\nfunc Leak() {\n\tacquire()\n}\n\n" + declared

const leakReported = "a.go:4:2: leak: defer release() is missing\n" +
	"\ta.go:4:2: acquired here\n" +
	"\ta.go:5:1: leaves here\n" +
	"\t-fix: insert defer release()\n"

func TestText_PackageAndItsTestsReportOnce(t *testing.T) {
	dir := module(t, map[string]string{
		"a.go":      leaky,
		"a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestLeak(t *testing.T) { Leak() }\n",
		"x_test.go": "package a_test\n\nimport (\n\t\"testing\"\n\n\t\"example.com/m\"\n)\n\nfunc TestLeak(t *testing.T) { a.Leak() }\n",
	})
	do(t, rcvet(t, dir, "./...")).want(t, found, leakReported)
}

func TestText_SortedByPlace(t *testing.T) {
	two := "package b\n\nfunc first() {\n\tacquire()\n}\n\nfunc second() {\n\tacquire()\n}\n\n" + declared
	dir := module(t, map[string]string{"z/z.go": two, "b/b.go": two})
	got := do(t, rcvet(t, dir, "./..."))
	var places []string
	for line := range strings.Lines(got.stdout) {
		if !strings.HasPrefix(line, "\t") {
			places = append(places, strings.Join(strings.SplitN(line, ":", 3)[:2], ":"))
		}
	}
	if got, want := strings.Join(places, " "), filepath.FromSlash("b/b.go:4 b/b.go:8 z/z.go:4 z/z.go:8"); got != want {
		t.Errorf("reports at %s, want %s", got, want)
	}
}

func TestText_NamesAreRelativeToWhereItWasStarted(t *testing.T) {
	dir := module(t, map[string]string{"sub/deep/a.go": leaky, "main.go": "package m\n"})
	for _, test := range []struct {
		name string
		dir  string
		args []string
		want string
	}{
		{"module root", ".", []string{"./..."}, "sub/deep/a.go:4:2: leak"},
		{"the directory itself", "sub/deep", nil, "a.go:4:2: leak"},
		{"from beside", "sub", []string{"example.com/m/..."}, "deep/a.go:4:2: leak"},
		{"-C", ".", []string{"-C", "sub/deep"}, "sub/deep/a.go:4:2: leak"},
		{"-C from elsewhere", "..", []string{"-C", "a module", "./..."}, "a module/sub/deep/a.go:4:2: leak"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := do(t, rcvet(t, filepath.Join(dir, test.dir), test.args...))
			if !strings.HasPrefix(got.stdout, filepath.FromSlash(test.want)) || got.code != found {
				t.Errorf("exit code %d, stdout %q, want %q…\n%s", got.code, got.stdout, test.want, got.stderr)
			}
		})
	}
}

func TestExit_NothingFoundIs0(t *testing.T) {
	dir := module(t, map[string]string{"a.go": "package a\n"})
	do(t, rcvet(t, dir, "./...")).want(t, clean, "")
}

func TestExit_BrokenPackagesAreNamedAndOthersReported(t *testing.T) {
	dir := module(t, map[string]string{
		"a.go":                 leaky,
		"broken/b.go":          "package broken\n\nvar x int = \"\"\n",
		"syntax/s.go":          "package syntax\n\nfunc {\n",
		"brokentest/ok.go":     "package brokentest\n",
		"brokentest/_x.go":     "ignored",
		"brokentest/t_test.go": "package brokentest\n\nvar x int = \"\"\n",
	})
	got := do(t, rcvet(t, dir, "./..."))
	got.want(t, failed, leakReported, "broken/b.go:3:13", "do not compile", "syntax/s.go:3")
	last := got.stderr[strings.Index(got.stderr, "rcvet: these packages do not compile"):]
	for _, name := range []string{"example.com/m/broken", "example.com/m/syntax", "example.com/m/brokentest"} {
		if !strings.Contains(last, name) {
			t.Errorf("the last line does not name %s:\n%s", name, last)
		}
	}
}

func TestExit_WrongUsageIs2(t *testing.T) {
	dir := module(t, map[string]string{"a.go": leaky, "bad.json": "[1]", "wrong.json": `{"unknown": 1}`})
	for _, test := range []struct {
		name string
		args []string
		says []string
	}{
		{"unknown flag", []string{"-bogus", "./..."}, []string{"-bogus", "rcvet -help"}},
		{"flag after packages", []string{"./...", "-json"}, []string{"flag -json comes after a package"}},
		{"two formats", []string{"-json", "-sarif"}, []string{"cannot be used together"}},
		{"diff in JSON", []string{"-diff", "-json"}, []string{"-diff"}},
		{"fix of an overlay", []string{"-fix", "-overlay=o.json"}, []string{"-overlay"}},
		{"no such directory", []string{"-C", "nowhere"}, []string{"-C", "nowhere"}},
		{"-C is a file", []string{"-C", "a.go"}, []string{"not a directory"}},
		{"no such package", []string{"./nowhere"}, []string{"nowhere", "nothing was checked"}},
		{"no such package of std", []string{"nowhere"}, []string{"package nowhere is not in std"}},
		{"no such config", []string{"-config=nowhere.json"}, []string{"nowhere.json"}},
		{"config is no object", []string{"-config=bad.json"}, []string{"bad.json must hold a JSON object"}},
		{"config is refused", []string{"-config=wrong.json"}, []string{"wrong.json", "unknown"}},
		{"no such category", []string{"help", "nonsense"}, []string{`unknown category "nonsense"`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			do(t, rcvet(t, dir, test.args...)).want(t, failed, "", test.says...)
		})
	}
}

func TestExit_NotInAModule(t *testing.T) {
	do(t, rcvet(t, t.TempDir(), "./...")).want(t, failed, "", "no go.mod in this directory")
}

func TestExit_NoGoCommand(t *testing.T) {
	cmd := rcvet(t, module(t, nil), "./...")
	cmd.Env = append(cmd.Env, "PATH="+t.TempDir())
	do(t, cmd).want(t, failed, "", "rcvet needs the go command")
}

func TestExit_AnalyzerFails(t *testing.T) {
	dir := module(t, map[string]string{"a.go": "package a\n\nfunc failAnalysis() {}\n"})
	do(t, rcvet(t, dir, "./...")).want(t, failed, "", "example.com/m: cannot go on")
}

func TestExit_InterruptedIs130(t *testing.T) {
	dir := module(t, map[string]string{"a.go": "package a\n\nfunc hangAnalysis() {}\n"})
	cmd := rcvet(t, dir, "-x", "./...")
	var stderr strings.Builder
	pipe, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer timer.Stop()
	sent := false
	for buffer := make([]byte, 4096); ; {
		n, err := pipe.Read(buffer)
		stderr.Write(buffer[:n])
		if !sent && strings.Contains(stderr.String(), "vet.cfg") { // -x shows that the analyzer runs
			sent = true
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil {
			break
		}
	}
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != interrupted || !strings.Contains(stderr.String(), "rcvet: interrupted") {
		t.Errorf("exit code %d, want %d; stderr:\n%s", code, interrupted, stderr.String())
	}
}

func TestBuildFlags_AreHandedOn(t *testing.T) {
	dir := module(t, map[string]string{"a.go": "//go:build special\n\n" + leaky, "b.go": "package a\n"})
	do(t, rcvet(t, dir, "./...")).want(t, clean, "")
	if got := do(t, rcvet(t, dir, "-tags", "other,special", "./...")); got.code != found {
		t.Errorf("exit code %d with -tags, want %d\n%s", got.code, found, got.stderr)
	}
	do(t, rcvet(t, dir, "-mod=nonsense", "./...")).want(t, failed, "", "nonsense")
}

func TestFacts_CrossPackages(t *testing.T) {
	dir := module(t, map[string]string{
		"a/a.go": "package a\n\nfunc AcquireOne() {}\n",
		"b/b.go": "package b\n\nimport \"example.com/m/a\"\n\nfunc B() { a.AcquireOne() }\n",
	})
	do(t, rcvet(t, dir, "./b")).want(t, found, filepath.FromSlash("b/b.go")+":5:12: leak: made by example.com/m/a\n")
}

func TestConfig_IsLookedForUpToTheModule(t *testing.T) {
	dir := module(t, map[string]string{"sub/a.go": leaky})
	sub, above := filepath.Join(dir, "sub"), filepath.Dir(dir)
	quiet := func(want int) {
		t.Helper()
		if got := do(t, rcvet(t, sub)); got.code != want {
			t.Errorf("exit code %d, want %d\n%s", got.code, want, got.stderr)
		}
	}
	put(t, above, map[string]string{configFile: `{"quiet": true}`})
	quiet(found)
	put(t, dir, map[string]string{configFile: "{\n\t\"quiet\": true\n}\n"})
	quiet(clean)
	put(t, sub, map[string]string{configFile: `{"quiet": false}`})
	quiet(found)
	put(t, sub, map[string]string{configFile: `{"quiet": true}`}) // changed contents are noticed
	quiet(clean)
	put(t, sub, map[string]string{"loud.json": `{}`})
	if got := do(t, rcvet(t, dir, "-C", "sub", "-config=loud.json")); got.code != found {
		t.Errorf("exit code %d with -config, want %d\n%s", got.code, found, got.stderr)
	}
}

func TestConfig_IsLookedForUpToTheWorkspace(t *testing.T) {
	dir := module(t, map[string]string{"a.go": leaky})
	above := filepath.Dir(dir)
	put(t, above, map[string]string{"go.work": "go 1.25.0\n\nuse \"./a module\"\n", configFile: `{"quiet": true}`})
	do(t, rcvet(t, dir)).want(t, clean, "")
}

func TestGoVet_RunsItAsAVettool(t *testing.T) {
	dir := module(t, map[string]string{"a.go": leaky})
	cmd := rcvet(t, dir)
	vet := exec.Command("go", "vet", "-vettool="+cmd.Path, "./...")
	vet.Dir, vet.Env = dir, cmd.Env
	do(t, vet).want(t, 1, "", "a.go:4:2: leak: defer release() is missing", "acquired here")

	vet = exec.Command("go", "vet", "-vettool="+cmd.Path, `-rcvet.config={"quiet":true}`, "./...")
	vet.Dir, vet.Env = dir, cmd.Env
	do(t, vet).want(t, 0, "")

	vet = exec.Command("go", "vet", "-vettool="+cmd.Path, "-fix", "./...")
	vet.Dir, vet.Env = dir, cmd.Env
	if got := do(t, vet); got.code != 0 || !strings.Contains(read(t, dir, "a.go"), "defer release()") {
		t.Errorf("go vet -fix: exit code %d\n%s", got.code, got.stderr)
	}
}

func TestBinary_RunsAloneAndAsAVettool(t *testing.T) {
	dir := module(t, map[string]string{"main.go": "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println() }\n"})
	alone := built(t, dir, "./...")
	do(t, alone).want(t, clean, "")
	vet := exec.Command("go", "vet", "-vettool="+alone.Path, "./...")
	vet.Dir, vet.Env = dir, alone.Env
	do(t, vet).want(t, clean, "")
	if got := do(t, built(t, dir, "-version")); got.code != clean || !strings.HasPrefix(got.stdout, "rcvet ") {
		t.Errorf("-version: exit code %d, %q", got.code, got.stdout)
	}
}

func TestVettool_StandardLibraryIsNotRead(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct {
		name, unit string
		want       bool
	}{
		{"std for facts", `"ImportPath": "net/http", "VetxOnly": true`, true},
		{"std for reports", `"ImportPath": "net/http"`, false},
		{"module with a domain", `"ImportPath": "example.com/m", "VetxOnly": true`, false},
		{"module without a domain", `"ImportPath": "m/a", "ModulePath": "m", "VetxOnly": true`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			facts := filepath.Join(t.TempDir(), "vet.out")
			put(t, dir, map[string]string{"vet.cfg": "{" + test.unit + `, "VetxOutput": "` + filepath.ToSlash(facts) + `"}`})
			if got := withoutFacts(filepath.Join(dir, "vet.cfg")); got != test.want {
				t.Errorf("finished at once: %t, want %t", got, test.want)
			}
			if _, err := os.Stat(facts); (err == nil) != test.want && err != fs.ErrNotExist {
				t.Errorf("the file of facts: %v", err)
			}
		})
	}
}

func TestCache_OfADependencyIsNotTheResult(t *testing.T) {
	dir := module(t, map[string]string{
		"a/a.go": leaky,
		"b/b.go": "package b\n\nimport _ \"example.com/m/a\"\n",
	})
	do(t, rcvet(t, dir, "./b")).want(t, clean, "")
	if got := do(t, rcvet(t, dir, "./a")); got.code != found {
		t.Errorf("exit code %d, want %d: a was only a dependency before", got.code, found)
	}
	do(t, rcvet(t, dir, "./b")).want(t, clean, "")
}
