package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rcpool/rcpool/lab/bench/rounds"
	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

const root = "../../.."

// No figure in a page is typed: the pages are what the summaries give.
func TestPages_AgreeWithTheResults(t *testing.T) {
	pages, err := render(root, filepath.Join("..", "results"))
	if err != nil {
		t.Fatal(err)
	}
	for name, fresh := range pages {
		kept, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			t.Error(err)
		}
		if !bytes.Equal(fresh, kept) {
			t.Errorf("%s is not what lab/bench/results gives: run %s -from-summary", name, usage)
		}
	}
	for _, name := range []string{"docs/results.md", "docs/choosing.md", "docs/choosing.svg", "docs/reuse.svg", "README.md", "docs/misuse.md", "docs/rcgen.md", "tools/advice/breakeven.json"} {
		if pages[name] == nil {
			t.Errorf("%s is not written", name)
		}
	}
}

// Every region that can be written is in a page.
func TestRegions_AreAllUsed(t *testing.T) {
	pages, err := render(root, filepath.Join("..", "results"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := fs.Glob(templates, "regions/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".md")
		used := false
		for _, page := range pages {
			used = used || bytes.Contains(page, []byte(marker+name+" -->"))
		}
		if !used {
			t.Errorf("no page has the region %s", name)
		}
	}
}

// A figure that changes in a summary changes every page that shows it.
func TestRender_FollowsTheResults(t *testing.T) {
	results := filepath.Join(t.TempDir(), "results")
	if err := os.CopyFS(results, os.DirFS(filepath.Join("..", "results"))); err != nil {
		t.Fatal(err)
	}
	before, err := render(root, results)
	if err != nil {
		t.Fatal(err)
	}
	var core summary.Section
	file := filepath.Join(results, "core.json")
	if err := summary.ReadJSON(file, &core); err != nil {
		t.Fatal(err)
	}
	for i, row := range core.Rows {
		if row.Name == "Lease" {
			core.Rows[i].Variants[0].Values[figure.Seconds] = figure.Median([]float64{777e-9})
		}
	}
	if err := summary.WriteFile(file, core.Write); err != nil {
		t.Fatal(err)
	}
	after, err := render(root, results)
	if err != nil {
		t.Fatal(err)
	}
	for name, changed := range map[string]bool{"README.md": true, "docs/results.md": true, "docs/rcgen.md": false} {
		if bytes.Equal(before[name], after[name]) == changed || bytes.Contains(after[name], []byte("777 ns")) != changed {
			t.Errorf("%s: changed should be %v", name, changed)
		}
	}
}

func TestFill(t *testing.T) {
	text := func(name string) (string, error) {
		if name == "none" {
			return "", errors.New("there is none")
		}
		return "\nthe " + name + "\n", nil
	}
	for _, test := range []struct{ name, page, want string }{
		{"in a line", "It takes <!-- results:time -->7 ns<!-- end -->.", "It takes <!-- results:time -->the time<!-- end -->."},
		{"empty", "<!-- results:time --><!-- end -->", "<!-- results:time -->the time<!-- end -->"},
		{"lines", "a\n<!-- results:big-table -->\nold\nold\n<!-- end -->\nb", "a\n<!-- results:big-table -->\nthe big-table\n<!-- end -->\nb"},
		{"two", "<!-- results:a -->x<!-- end --> <!-- results:b -->y<!-- end -->", "<!-- results:a -->the a<!-- end --> <!-- results:b -->the b<!-- end -->"},
		{"no region", "text", "text"},
	} {
		got, err := fill([]byte(test.page), text)
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %q, %v", test.name, got, err)
		}
	}
	for name, page := range map[string]string{
		"not known":  "<!-- results:none -->x<!-- end -->",
		"no end":     "<!-- results:time -->x",
		"no name":    "<!-- results: -->x<!-- end -->",
		"one end":    "<!-- results:a -->x <!-- results:b -->y<!-- end -->",
		"wrong name": "<!-- results:Time 1 -->x<!-- end -->",
	} {
		if got, err := fill([]byte(page), text); err == nil {
			t.Errorf("%s: no error, and %q", name, got)
		}
	}
}

func TestPage_ListsWhatWasNotMeasured(t *testing.T) {
	results := filepath.Join(t.TempDir(), "results")
	if err := os.CopyFS(results, os.DirFS(filepath.Join("..", "results"))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"peers", "lab"} {
		if err := os.Remove(filepath.Join(results, name+".json")); err != nil {
			t.Fatal(err)
		}
	}
	r, err := load(results)
	if err != nil {
		t.Fatal(err)
	}
	page, err := r.page(sections)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"## What a lease costs\n", "## Not measured yet\n", "- What pooling does to a web service: `go run ./lab/bench/report -only lab`, about 90 seconds.", "-only peers"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("%q is not in\n%s", want, page)
		}
	}
	if err := os.Remove(filepath.Join(results, "ablation.json")); err != nil {
		t.Fatal(err)
	}
	if r, err = load(results); err != nil {
		t.Fatal(err)
	}
	if text, err := r.region("ablation"); err != nil || !strings.HasPrefix(text, "Not measured yet. What each pool of the service contributes: `go run ./lab/bench/report -only ablation`") {
		t.Errorf("a region of a section that was not measured: %q, %v", text, err)
	}
	if _, err := render(root, results); !errors.Is(err, errMissing) {
		t.Errorf("README needs the lab, and the error is %v", err)
	}
}

func TestLoad_RefusesWhatItDoesNotKnow(t *testing.T) {
	for _, content := range []string{`{"run": {}, "key": "pool", "rows": [], "more": 1}`, "BenchmarkLease 1 1 ns/op", ""} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "core.json"), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := load(dir); err == nil {
			t.Errorf("%q is read", content)
		}
	}
}

func TestResults_RefuseWhatIsIncomplete(t *testing.T) {
	one, err := rounds.Summarize(strings.NewReader("rounds: 6\nBenchmarkLease/pool=sync 1 1 ns/op\n"), "one", rounds.Comparison{Key: "pool"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := load(filepath.Join("..", "results"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"core", "articles", "peers", "rss", "waf"} {
		whole := r.benchmarks[name]
		r.benchmarks[name] = one
		if page, err := r.page(sections); err == nil {
			t.Errorf("%s does not have all results, and the page is:\n%s", name, page)
		}
		r.benchmarks[name] = whole
	}
}

// Every section must have what the page and the list need.
func TestSections_AreWhole(t *testing.T) {
	seen := make(map[string]bool)
	for _, s := range sections {
		if s.title == "" || s.raw == "" || s.takes == 0 || s.summarize == nil || seen[s.name] {
			t.Errorf("section %q: %+v", s.name, s)
		}
		seen[s.name] = true
		if (s.plans == nil) == (s.program == nil) {
			t.Errorf("section %s is measured in no way, or in two", s.name)
		}
		if s.page == "" {
			if _, err := templates.ReadFile("sections/" + s.name + ".md"); err != nil {
				t.Error(err)
			}
			continue
		}
		page, err := os.ReadFile(filepath.Join(root, s.page))
		if err != nil || !s.isExperiment() || !strings.Contains(string(page), "<!-- results:"+s.name+" -->") {
			t.Errorf("section %s is not shown in %s: %v", s.name, s.page, err)
		}
	}
}

// tell is a section of a program that stands in for those that measure.
func tell(args ...string) section {
	return section{
		name: "teller", title: "What a program tells", takes: time.Minute, raw: "teller.txt",
		program: append(append([]string{"testdata/teller"}, args...), "-to"), short: []string{"-how", "short"},
		summarize: benchmarks(rounds.Comparison{Key: "pool"}),
	}
}

// measurementIn returns a measurement into new directories in which teller was measured before.
func measurementIn(t *testing.T) measurement {
	t.Helper()
	dir := t.TempDir()
	m := measurement{root: ".", raw: filepath.Join(dir, "raw"), results: filepath.Join(dir, "results"), rounds: 2, stretch: 0.0001, stderr: new(bytes.Buffer)}
	for _, file := range []string{filepath.Join(m.raw, "teller.txt"), filepath.Join(m.results, "teller.json")} {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("the last time"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// files returns the contents of the files in a directory.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]string)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(text)
	}
	return all
}

func TestMeasurement_OfAProgram(t *testing.T) {
	for short, want := range map[bool]string{false: "-how full -to ", true: "-how short -to "} {
		m := measurementIn(t)
		m.short = short
		if err := m.all(t.Context(), []section{tell("-how", "full")}); err != nil {
			t.Fatal(err)
		}
		if raw := files(t, m.raw); len(raw) != 1 || !strings.Contains(raw["teller.txt"], want) {
			t.Errorf("short %v: kept %q", short, raw)
		}
		var s summary.Section
		if err := summary.ReadJSON(filepath.Join(m.results, "teller.json"), &s); err != nil || s.Rows[0].Name != "Tell" || s.Run.Date != "2026-11-20" {
			t.Errorf("short %v: the summary is %+v, %v", short, s, err)
		}
		if !strings.Contains(fmt.Sprint(m.stderr), "teller: took ") {
			t.Errorf("it says %q", m.stderr)
		}
	}
}

func TestMeasurement_NamesTheCommit(t *testing.T) {
	m := measurementIn(t)
	if err := m.all(t.Context(), []section{tell("-note", commitOf)}); err != nil {
		t.Fatal(err)
	}
	if got := files(t, m.raw)["teller.txt"]; strings.Contains(got, commitOf) {
		t.Errorf("kept %q", got)
	}
}

func TestMeasurement_OfBenchmarks(t *testing.T) {
	tiny := section{
		name: "tiny", takes: time.Second, raw: "tiny.txt",
		plans:     plans(rounds.Plan{Package: "../rounds/testdata/tiny", Skip: "Skipped", Benchtime: tenth}),
		summarize: benchmarks(rounds.Comparison{Key: "pool", Bases: []string{"none"}}),
	}
	m := measurementIn(t)
	if err := m.all(t.Context(), []section{tiny}); err != nil {
		t.Fatal(err)
	}
	raw := files(t, m.raw)["tiny.txt"]
	if n := strings.Count(raw, "\nBenchmarkTiny/"); n != 4 || !strings.Contains(raw, "\nbenchtime: 10µs\n") {
		t.Errorf("%d results in:\n%s", n, raw)
	}
	var s summary.Section
	if err := summary.ReadJSON(filepath.Join(m.results, "tiny.json"), &s); err != nil {
		t.Fatal(err)
	}
	if ratio, err := s.Rows[0].Ratio("sync", "none", figure.Seconds); err != nil || ratio.Rounds != 2 {
		t.Errorf("the ratio is %v, %v", ratio, err)
	}
}

// A round that is cut takes as long as one that is not.
func TestMeasurement_OfRoundsThatAreCut(t *testing.T) {
	tiny := section{
		name: "tiny", takes: time.Second, raw: "tiny.txt", parts: 5,
		plans:     plans(rounds.Plan{Package: "../rounds/testdata/tiny", Skip: "Skipped", Benchtime: tenth}),
		summarize: benchmarks(rounds.Comparison{Key: "pool", Bases: []string{"none"}}),
	}
	m := measurementIn(t)
	if err := m.all(t.Context(), []section{tiny}); err != nil {
		t.Fatal(err)
	}
	raw := files(t, m.raw)["tiny.txt"]
	if n := strings.Count(raw, "\nBenchmarkTiny/"); n != 20 || !strings.Contains(raw, "\nbenchtime: 2µs\n") || !strings.Contains(raw, "\nrounds: 10\n") {
		t.Errorf("%d results in:\n%s", n, raw)
	}
}

// A section that fails says why and keeps its files, and the others are measured.
func TestMeasurement_OfWhatFails(t *testing.T) {
	absent := tell()
	absent.name, absent.raw, absent.program = "absent", "absent.txt", []string{"testdata/absent", "-to"}
	unreadable := tell("-how", "full")
	unreadable.summarize = benchmarks(rounds.Comparison{Key: "other"})
	good := tell()
	good.name, good.raw = "good", "good.txt"
	m := measurementIn(t)
	err := m.all(t.Context(), []section{tell("-how", "fail"), absent, good})
	for _, want := range []string{"teller: it does not work", "absent: "} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in: %v", want, err)
		}
	}
	raw, results := files(t, m.raw), files(t, m.results)
	if len(raw) != 2 || raw["teller.txt"] != "the last time" || results["teller.json"] != "the last time" || results["good.json"] == "" {
		t.Errorf("kept %q and %q", raw, results)
	}
	if err := m.all(t.Context(), []section{unreadable}); err == nil || files(t, m.results)["teller.json"] != "the last time" {
		t.Errorf("a run without variants: %v, kept %q", err, files(t, m.results))
	}
}

// An interrupt ends the programs that it started.
func TestMeasurement_InterruptsWhatItStarted(t *testing.T) {
	note := filepath.Join(t.TempDir(), "note")
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	m, ended := measurementIn(t), make(chan error, 1)
	go func() { ended <- m.all(ctx, []section{tell("-how", "wait", "-note", note)}) }()
	for said := ""; said != "waiting"; time.Sleep(time.Millisecond) {
		select {
		case err := <-ended:
			t.Fatal(err)
		default:
		}
		content, _ := os.ReadFile(note)
		said = string(content)
	}
	interrupt()
	if err := <-ended; err == nil {
		t.Error("it does not say that it failed")
	}
	if said, err := os.ReadFile(note); err != nil || string(said) != "interrupted" {
		t.Errorf("the program says %q, %v", said, err)
	}
}

func TestMeasurement_SummarizesTheRunsThatAreKept(t *testing.T) {
	m := measurementIn(t)
	if err := m.one(t.Context(), tell()); err != nil {
		t.Fatal(err)
	}
	absent := tell()
	absent.name, absent.raw = "absent", "absent.txt"
	names, err := m.summarizeAll([]section{tell(), absent})
	if err != nil || !slices.Equal(names, []string{"teller"}) || !strings.Contains(files(t, m.results)["teller.json"], "Tell") {
		t.Errorf("summarized %q, %v", names, err)
	}
}

func TestEveryPackage_FindsThoseWithBenchmarks(t *testing.T) {
	plans, err := everyPackage("rounds", tenth)("..")
	if err != nil || len(plans) != 1 || plans[0].Package != filepath.Join("..", "rounds", "testdata", "tiny") {
		t.Errorf("found %v, %v", plans, err)
	}
	for _, none := range []string{"report/testdata", "no/such/directory"} {
		if plans, err := everyPackage(none, tenth)(".."); err == nil {
			t.Errorf("found %v in %s", plans, none)
		}
	}
}

func TestWithin(t *testing.T) {
	for want, ratio := range map[string]figure.Estimate{
		"yes":                                 {Median: 1.1, Low: 1.05, High: 1.15, Rounds: 12},
		"no":                                  {Median: 1.3, Low: 1.2, High: 1.4, Rounds: 12},
		"yes, but not all of the interval is": {Median: 1.1, Low: 1.05, High: 1.2, Rounds: 12},
		"no, but some of the interval is":     {Median: 1.2, Low: 1.1, High: 1.3, Rounds: 12},
		"too few rounds to say":               figure.Median([]float64{1, 1}),
	} {
		if got := within(ratio); got != want {
			t.Errorf("%v: %s, and not %s", ratio, got, want)
		}
	}
}

func TestReport_WrongUsage(t *testing.T) {
	for _, test := range []struct {
		args []string
		says string
	}{
		{[]string{"-only", "core,nothing"}, `there is no section "nothing"; there are core,`},
		{[]string{"-from-summary", "-short"}, "they do not go with -short"},
		{[]string{"-from-raw", "-only", "core"}, "they do not go with -only"},
		{[]string{"-from-raw", "-rounds", "6"}, "they do not go with -rounds"},
		{[]string{"-from-raw", "-from-summary"}, "neither -from-raw nor -raw"},
		{[]string{"-from-summary", "-raw", "x"}, "neither -from-raw nor -raw"},
		{[]string{"-short", "-raw", "x"}, "does not go with -raw"},
		{[]string{"-rounds", "0"}, "-rounds must be at least 1"},
		{[]string{"-nonsense"}, "-nonsense"},
		{[]string{"core"}, `"core" is not a flag`},
	} {
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), test.args, &stdout, &stderr)
		if said := stderr.String(); code != command.Usage || !strings.Contains(said, test.says) || !strings.Contains(said, "go run ./lab/bench/report -help") || stdout.Len() > 0 {
			t.Errorf("%v: exit %d, %s", test.args, code, said)
		}
	}
}

func TestReport_Interrupted(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	interrupted, interrupt := context.WithCancel(t.Context())
	interrupt()
	for _, args := range [][]string{{}, {"-only", "rss"}, {"-from-summary"}, {"-short"}} {
		var stderr bytes.Buffer
		code := run(interrupted, args, new(bytes.Buffer), &stderr)
		if code != command.Interrupted || !strings.Contains(stderr.String(), "interrupted") {
			t.Errorf("%v: exit %d, %s", args, code, &stderr)
		}
	}
}

func TestReport_HelpListsTheSections(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"-help"}, &stdout, &stderr); code != command.OK || stderr.Len() > 0 {
		t.Fatalf("exit %d, %s", code, &stderr)
	}
	for _, s := range sections {
		if !strings.Contains(stdout.String(), "\t"+s.name+" ") {
			t.Errorf("%s is not in:\n%s", s.name, &stdout)
		}
	}
}
