package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rcpool/rcpool/tools/internal/command"
	"github.com/rcpool/rcpool/tools/internal/marked"
)

// leaky is a module with one report of the fake tool in its sources, one in its
// tests, and a replacement by a folder that is not part of it.
var leaky = map[string]string{
	"go.mod":       "module example.com/leaky\n\ngo 1.25\n\nreplace example.com/other => ./other\n",
	"leaky.go":     "package leaky\n\ntype T struct{}\n\n// Do leaks.\nfunc (t *T) Do() {\n\tLeak()\n}\n\nfunc Leak() {}\n",
	"leak_test.go": "package leaky\n\nfunc inTest() { Leak() }\n",
}

func TestMeasure_TellsWhatTheToolReports(t *testing.T) {
	s := newSurvey(t)
	serve(t, "example.com/leaky", "v1.0.0", leaky)
	m := module{Path: "example.com/leaky", Version: "v1.0.0"}

	if failed, err := s.measure(t.Context(), []module{m}); failed || err != nil {
		t.Fatalf("measure: failed %v, error %v", failed, err)
	}
	measured := load(t, s, m)

	if measured.Packages != 1 || measured.Failure != "" || len(measured.Reports) != 1 {
		t.Fatalf("%d packages, failure %q, %d reports; want 1 package and the 1 report outside the tests: %+v",
			measured.Packages, measured.Failure, len(measured.Reports), measured)
	}
	got := measured.Reports[0]
	want := report{Package: "example.com/leaky", File: "leaky.go", Line: 7, Column: 2, Func: "(*T).Do", Category: "leak", Message: "leak: never released",
		Path:   []string{"1: leaves here"},
		Source: "     5 // Do leaks.\n     6 func (t *T) Do() {\n>    7 \tLeak()\n     8 }\n"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("report\n%+v\nwant\n%+v", got, want)
	}
}

func TestMeasure_ToolThatGoesWrongIsAFailureOfTheModule(t *testing.T) {
	for _, test := range []struct{ name, call, want string }{
		{"crash", "Crash", "panic: as the test asked"},
		{"hang", "Hang", "no end after"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newSurvey(t)
			serve(t, "example.com/"+test.name, "v1.0.0", map[string]string{
				"go.mod": "module example.com/" + test.name + "\n\ngo 1.25\n",
				"a.go":   "package a\n\nfunc f() { " + test.call + "() }\n\nfunc " + test.call + "() {}\n",
			})
			if test.name == "hang" {
				s.timeout = 2 * time.Second
			}
			m := module{Path: "example.com/" + test.name, Version: "v1.0.0"}

			failed, err := s.measure(t.Context(), []module{m})

			if measured := load(t, s, m); !failed || err != nil || !strings.Contains(measured.Failure, test.want) {
				t.Errorf("failed %v, error %v, failure %q; want one that says %q", failed, err, measured.Failure, test.want)
			}
		})
	}
}

func TestMeasure_ModuleWithoutGoModIsBuilt(t *testing.T) {
	s := newSurvey(t)
	serve(t, "example.com/old", "v1.0.0", map[string]string{
		"a.go": "package old\n\nfunc f() { Leak() }\n\nfunc Leak() {}\n",
	})
	m := module{Path: "example.com/old", Version: "v1.0.0"}

	if failed, err := s.measure(t.Context(), []module{m}); failed || err != nil {
		t.Fatalf("measure: failed %v, error %v: %s", failed, err, load(t, s, m).Failure)
	}
	if measured := load(t, s, m); len(measured.Reports) != 1 {
		t.Errorf("%d reports, want 1", len(measured.Reports))
	}
}

func TestMeasure_ModuleThatIsNotThereIsAFailure(t *testing.T) {
	s := newSurvey(t)
	serve(t, "example.com/leaky", "v1.0.0", leaky)
	m := module{Path: "example.com/missing", Version: "v1.0.0"}

	failed, err := s.measure(t.Context(), []module{m})

	if measured := load(t, s, m); !failed || err != nil || !strings.Contains(measured.Failure, "download") {
		t.Errorf("failed %v, error %v, failure %q", failed, err, measured.Failure)
	}
}

func TestJudge_PositionAndCategoryNameAReportAndTheMessageBreaksTies(t *testing.T) {
	at := func(line int, category, message string, v verdict) judgement {
		return judgement{Module: "m", Version: "v1", File: "a.go", Line: line, Category: category, Message: message, Verdict: v, Reason: "read"}
	}
	measured := []measurement{{Module: "m", Version: "v1", Reports: []report{
		{File: "a.go", Line: 1, Category: "leak", Message: "new wording"},
		{File: "a.go", Line: 2, Category: "escape", Message: "first"},
		{File: "a.go", Line: 2, Category: "escape", Message: "second"},
		{File: "a.go", Line: 3, Category: "leak"},
	}}}
	c := catalog{
		modules: []module{{Path: "m", Version: "v1"}},
		judgements: []judgement{
			at(1, "leak", "old wording", isTrue),
			at(2, "escape", "second", isFalse),
			at(2, "escape", "first", isTrue),
			at(3, "reset", "", isFalse), // another category
			{Module: "m", Version: "v2", File: "a.go", Line: 3, Category: "leak", Verdict: isTrue}, // another version, not measured
		},
	}

	r := judge(c, measured)

	var got []verdict
	for _, j := range r.judged {
		got = append(got, j.Verdict)
	}
	if want := []verdict{isTrue, isTrue, isFalse, unknown}; !slices.Equal(got, want) {
		t.Errorf("verdicts %q, want %q", got, want)
	}
	if len(r.gone) != 1 || r.gone[0].Category != "reset" {
		t.Errorf("gone: %+v, want the judgement of the reset report alone", r.gone)
	}
	if pending := r.pending(); len(pending) != 1 || pending[0].Line != 3 {
		t.Errorf("pending: %+v, want the report in line 3 alone", pending)
	}
}

func TestTables_ShowCountsAndKnownBugs(t *testing.T) {
	c := catalog{
		modules: []module{{Path: "example.com/m", Version: "v2", Uses: "sync.Pool"}},
		bugs: []bug{
			{Module: "example.com/m", Version: "v1", File: "a.go", Func: "F", Categories: []string{"leak"}, What: "lost", Source: "https://example.com/1", Fixed: "v2"},
			{Module: "example.com/m", Version: "v1", File: "a.go", Func: "G", Categories: []string{"leak"}, What: "also lost", Source: "https://example.com/2"},
			{Module: "example.com/m", Version: "v0", File: "a.go", Func: "F", Categories: []string{"leak"}, What: "old", Source: "https://example.com/3"},
			{Module: "example.com/n", Version: "v1", File: "a.go", Func: "F", Categories: []string{"leak"}, What: "in a module that fails", Source: "https://example.com/4"},
		},
		judgements: []judgement{{Module: "example.com/m", Version: "v2", File: "b.go", Line: 4, Category: "escape", Verdict: isTrue}},
	}
	r := judge(c, []measurement{
		{Module: "example.com/m", Version: "v1", Reports: []report{{File: "a.go", Func: "F", Category: "leak"}}},
		{Module: "example.com/m", Version: "v2", Packages: 3, VetSeconds: 2, Reports: []report{
			{File: "b.go", Line: 4, Category: "escape"}, {File: "b.go", Line: 9, Category: "escape"}}},
		{Module: "example.com/n", Version: "v1", Failure: "panic"},
	})

	text := r.tables()

	for _, want := range []string{
		"| example.com/m v2 | sync.Pool | 3 | 2 | 1 | 0 | 0 | 1 | 100 % | 2 escape | 2 s |",
		"| **all** | | 3 | 2 | 1 | 0 | 0 | 1 | 100 % | | 2 s |",
		"| escape | 2 | 1 | 0 | 0 | 1 | 100 % |",
		"| lost ([source](https://example.com/1)) | example.com/m v1 `F` | yes | yes |",
		"| also lost ([source](https://example.com/2)) | example.com/m v1 `G` | **no** | – |",
		"| old ([source](https://example.com/3)) | example.com/m v0 `F` | not measured | – |",
		"| in a module that fails ([source](https://example.com/4)) | example.com/n v1 `F` | not measured | – |",
		"Found: 1 of the 2 known bugs that were measured.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the tables lack\n%s\n\n%s", want, text)
		}
	}
}

func TestCatalog_MeasuresThePackagesOfKnownBugsBeforeAndAfterTheRepair(t *testing.T) {
	c := catalog{
		modules: []module{{Path: "m", Version: "v3"}},
		bugs: []bug{
			{Module: "m", Version: "v1", File: "a/a.go", Fixed: "v2"},
			{Module: "m", Version: "v1", File: "b/b.go", Fixed: "v3"},
			{Module: "m", Version: "v1", File: "a/other.go"},
		},
	}
	want := []module{
		{Path: "m", Version: "v3"},
		{Path: "m", Version: "v1", Packages: []string{"./a", "./b"}},
		{Path: "m", Version: "v2", Packages: []string{"./a"}},
	}
	if got := c.measured(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("measured %v, want %v", got, want)
	}
}

func TestRun_DocsReplacesTheTablesOfThePage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rcvet.md")
	seen, unseen := region(file, false), region(file, true)
	write(t, file, "before\n"+seen.Begin+"\nold\n"+seen.End+"\nbetween\n"+unseen.Begin+"\nold\n"+unseen.End+"\nafter\n")

	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"-cache", t.TempDir(), "-print", "-docs", file}, &stdout, &stderr); code != command.OK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	for _, page := range []marked.Region{seen, unseen} {
		text, err := page.Text()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(text, "old") || !strings.Contains(text, "| module |") || !strings.Contains(stdout.String(), text) {
			t.Errorf("the region is\n%s\nwant the tables that were printed:\n%s", text, &stdout)
		}
	}
}

func TestDocument_LeavesARegionWithoutChosenModules(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rcvet.md")
	seen, unseen := region(file, false), region(file, true)
	write(t, file, seen.Begin+"\nold\n"+seen.End+"\n"+unseen.Begin+"\nold\n"+unseen.End+"\n")
	m := module{Path: "example.com/m", Version: "v1", Uses: "sync.Pool", Unseen: true}

	r := judge(catalog{modules: []module{m}}, []measurement{{Module: "example.com/m", Version: "v1", Packages: 3}})
	if err := r.document(file, []module{m}); err != nil {
		t.Fatal(err)
	}

	if text, err := seen.Text(); err != nil || text != "old\n" {
		t.Errorf("the other region is %q, %v; want it as it was", text, err)
	}
	if text, err := unseen.Text(); err != nil || !strings.Contains(text, "| example.com/m v1 | sync.Pool | 3 |") {
		t.Errorf("the region is %q, %v; want the table", text, err)
	}
}

func TestRun_NamesThatMatchNothingAreAUsageError(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"-cache", t.TempDir(), "-print", "no-such-module"}, &stdout, &stderr); code != command.Usage {
		t.Errorf("exit code %d, want %d: %s", code, command.Usage, &stderr)
	}
}

func TestCatalog_IsComplete(t *testing.T) {
	c, err := readCatalog()
	if err != nil {
		t.Fatal(err)
	}
	if len(c.modules) < 8 {
		t.Errorf("%d modules, want at least 8", len(c.modules))
	}
	for _, m := range c.modules {
		if m.Path == "" || m.Version == "" || m.Uses == "" {
			t.Errorf("module lacks a field: %+v", m)
		}
	}
	for _, b := range c.bugs {
		if b.Module == "" || b.Version == "" || b.File == "" || b.Line == 0 || b.Func == "" || len(b.Categories) == 0 || b.What == "" || b.Source == "" {
			t.Errorf("bug lacks a field: %+v", b)
		}
	}
	for _, j := range c.judgements {
		if !c.surveyed(j.Module, j.Version) {
			t.Errorf("judgement of %s@%s, which is not surveyed", j.Module, j.Version)
		}
		if !slices.Contains([]verdict{isTrue, isFalse, unsure}, j.Verdict) || j.Reason == "" {
			t.Errorf("judgement lacks a verdict or its reason: %+v", j)
		}
	}
}

// newSurvey returns a survey that runs the fake tool, which it builds: call it
// before serve.
func newSurvey(t *testing.T) *survey {
	t.Helper()
	tool := filepath.Join(t.TempDir(), "faketool")
	if text, err := exec.Command("go", "build", "-o", tool, "./testdata/faketool").CombinedOutput(); err != nil {
		t.Fatalf("build the fake tool: %v: %s", err, text)
	}
	return &survey{cache: t.TempDir(), tool: tool, timeout: time.Minute, progress: t.Logf}
}

func load(t *testing.T, s *survey, m module) measurement {
	t.Helper()
	all, err := s.load([]module{m})
	if err != nil || len(all) != 1 {
		t.Fatalf("load: %d measurements, error %v", len(all), err)
	}
	return all[0]
}

// serve makes a module available to the go command, as the only one.
func serve(t *testing.T, path, version string, files map[string]string) {
	t.Helper()
	root := t.TempDir()
	dir := filepath.Join(root, filepath.FromSlash(path), "@v")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	mod := files["go.mod"]
	if mod == "" {
		mod = "module " + path + "\n"
	}
	write(t, filepath.Join(dir, version+".mod"), mod)
	write(t, filepath.Join(dir, version+".info"), fmt.Sprintf(`{"Version":%q}`, version))
	write(t, filepath.Join(dir, "list"), version+"\n")
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	for name, text := range files {
		file, err := w.Create(path + "@" + version + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, version+".zip"), archive.String())
	t.Setenv("GOPROXY", "file://"+filepath.ToSlash(root))
	t.Setenv("GOSUMDB", "off")
	t.Setenv("GOMODCACHE", t.TempDir())
	t.Cleanup(func() {
		// The module cache is read-only; TempDir could not remove it.
		if text, err := exec.Command("go", "clean", "-modcache").CombinedOutput(); err != nil {
			t.Errorf("go clean -modcache: %v: %s", err, text)
		}
	})
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
