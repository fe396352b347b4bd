package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rcpool/rcpool/lab/bench/rounds"
)

var update = flag.Bool("update", false, "write the golden file anew")

// named are sections of the page, and one that stands in for a program that
// keeps its own results.
func named(t *testing.T, names ...string) []section {
	t.Helper()
	all := append(slices.Clone(sections), section{
		name: "teller", title: "What a program tells", takes: time.Minute, raw: "teller.json",
		program: "testdata/teller", full: []string{"in", "full"}, hurry: []string{"in", "a", "hurry"},
	})
	chosen, err := choose(all, strings.Join(names, ","))
	if err != nil {
		t.Fatal(err)
	}
	return chosen
}

func TestResults_IsWrittenFromWhatWasKept(t *testing.T) {
	page, err := results(t.Context(), named(t, "core", "rss", "articles", "lab", "teller", "peers"), ".", "testdata/results")
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/results.md"
	if *update {
		if err := os.WriteFile(golden, page, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(page, want) {
		t.Errorf("%s differs; if it should, run go test ./lab/bench/report -update, and look at what changed. It is:\n%s", golden, page)
	}
	if !strings.Contains(string(page), "go run ./lab/bench/report -only peers") {
		t.Error("it does not say how to get what is missing")
	}
}

// Nothing in the pages is typed by hand: they are what the files in
// lab/bench/results give.
func TestDocs_AreWhatWasMeasured(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", "..")) // programs that tell a section run there
	if err != nil {
		t.Fatal(err)
	}
	raw, docs := filepath.Join(root, "lab", "bench", "results"), t.TempDir()
	if _, err := os.Stat(raw); err != nil {
		t.Skip("nothing was measured yet")
	}
	if err := write(t.Context(), root, raw, docs); err != nil {
		t.Fatal(err)
	}
	pages, err := os.ReadDir(docs)
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		fresh, err := os.ReadFile(filepath.Join(docs, page.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if kept, err := os.ReadFile(filepath.Join(root, "docs", page.Name())); err != nil || !bytes.Equal(fresh, kept) {
			t.Errorf("docs/%s is not what lab/bench/results gives: run go run ./lab/bench/report -from-raw", page.Name())
		}
	}
}

func TestResults_RefusesWhatIsIncomplete(t *testing.T) {
	raw := t.TempDir()
	content := "rounds: 6\nBenchmarkLease/pool=sync 1 1 ns/op\n"
	for _, name := range []string{"core.txt", "articles.txt"} {
		if err := os.WriteFile(filepath.Join(raw, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if page, err := results(t.Context(), named(t, strings.TrimSuffix(name, ".txt")), ".", raw); err == nil {
			t.Errorf("%s has not all results, and the page is:\n%s", name, page)
		}
	}
}

// Every section must have what the page and the list need.
func TestSections_AreWhole(t *testing.T) {
	seen := make(map[string]bool)
	for _, s := range sections {
		if s.title == "" || s.raw == "" || s.takes == 0 || seen[s.name] {
			t.Errorf("section %q: %+v", s.name, s)
		}
		seen[s.name] = true
		ways := 0
		for _, way := range []bool{s.plans != nil, s.text != nil, s.program != ""} {
			if way {
				ways++
			}
		}
		if ways != 1 {
			t.Errorf("section %s has %d ways to be measured", s.name, ways)
		}
		if _, err := templates.ReadFile("sections/" + s.name + ".md"); (err == nil) == (s.program != "") {
			t.Errorf("section %s: program %q, template: %v", s.name, s.program, err)
		}
	}
}

func measure(t *testing.T, s section, short bool) (kept string, err error) {
	t.Helper()
	raw := filepath.Join(t.TempDir(), "results")
	if err := os.MkdirAll(raw, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(raw, s.raw)
	if err := os.WriteFile(file, []byte("the last time"), 0o644); err != nil {
		t.Fatal(err)
	}
	m := measurement{root: ".", rounds: 2, stretch: 0.0001, short: short, stderr: new(bytes.Buffer)}
	err = m.all(t.Context(), []section{s}, raw)
	content, readErr := os.ReadFile(file)
	if readErr != nil {
		t.Fatal(readErr)
	}
	if left, _ := filepath.Glob(filepath.Join(raw, "*.new")); len(left) > 0 {
		t.Errorf("%v is left behind", left)
	}
	return string(content), err
}

func TestMeasurement_OfAProgramThatKeepsItsResults(t *testing.T) {
	for short, want := range map[bool]string{false: "in full", true: "in a hurry"} {
		if kept, err := measure(t, named(t, "teller")[0], short); err != nil || kept != want {
			t.Errorf("short %v: kept %q, %v", short, kept, err)
		}
	}
}

func TestMeasurement_OfText(t *testing.T) {
	s := section{name: "text", takes: time.Second, raw: "text.txt", text: []string{"testdata/teller", "slowly"}, hurry: []string{"quickly"}}
	for short, lines := range map[bool]int{false: 1, true: 2} {
		kept, err := measure(t, s, short)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "kept")
		if err := os.WriteFile(file, []byte(kept), 0o644); err != nil {
			t.Fatal(err)
		}
		set, text, err := read(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(text+"\n", "\n"); got != lines || set.Config("command") != "go run ./testdata/teller slowly" || set.Config("date") == "" {
			t.Errorf("short %v: kept %q", short, kept)
		}
	}
}

func TestMeasurement_OfBenchmarks(t *testing.T) {
	s := section{name: "tiny", takes: time.Second, raw: "tiny.txt", plans: plans(rounds.Plan{Package: "../rounds/testdata/tiny", Skip: "Skipped", Benchtime: tenth})}
	kept, err := measure(t, s, false)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(kept, "\nBenchmarkTiny/"); n != 4 || !strings.Contains(kept, "\nbenchtime: 10µs\n") {
		t.Errorf("%d results in:\n%s", n, kept)
	}
}

// What fails says so, leaves what was kept, and keeps nothing else from being measured.
func TestMeasurement_OfWhatFails(t *testing.T) {
	failing := named(t, "teller")[0]
	failing.full = []string{"fail"}
	kept, err := measure(t, failing, false)
	if err == nil || !strings.Contains(err.Error(), "teller: it does not work") || kept != "the last time" {
		t.Errorf("kept %q, and said %v", kept, err)
	}
	raw := t.TempDir()
	m := measurement{root: ".", rounds: 1, stderr: new(bytes.Buffer)}
	good := named(t, "teller")[0]
	absent := section{name: "absent", takes: time.Second, raw: "absent.json", program: "testdata/absent"}
	if err := m.all(t.Context(), []section{failing, absent, good}, raw); err == nil || !strings.Contains(err.Error(), "absent") {
		t.Errorf("said %v", err)
	}
	if kept, err := os.ReadFile(filepath.Join(raw, "teller.json")); err != nil || string(kept) != "in full" {
		t.Errorf("kept %q, %v", kept, err)
	}
}

// Whoever interrupts it does not leave programs running.
func TestMeasurement_InterruptsWhatItHasStarted(t *testing.T) {
	note := filepath.Join(t.TempDir(), "note")
	waiting := named(t, "teller")[0]
	waiting.full = []string{"wait", note}
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	raw, ended := t.TempDir(), make(chan error, 1)
	go func() {
		m := measurement{root: ".", rounds: 1, stderr: new(bytes.Buffer)}
		ended <- m.all(ctx, []section{waiting}, raw)
	}()
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
	for want, ratio := range map[string]rounds.Estimate{
		"yes":                                 {Median: 1.1, Low: 1.05, High: 1.15},
		"no":                                  {Median: 1.3, Low: 1.2, High: 1.4},
		"yes, but not all of the interval is": {Median: 1.1, Low: 1.05, High: 1.2},
		"no, but some of the interval is":     {Median: 1.2, Low: 1.1, High: 1.3},
		"too few rounds to say":               rounds.Median([]float64{1, 1}),
	} {
		if got := within(ratio); got != want {
			t.Errorf("%v: %s, and not %s", ratio, got, want)
		}
	}
}

func TestReport_WrongUsage(t *testing.T) {
	for _, args := range [][]string{{"-only", "core,nothing"}, {"-from-raw", "-short"}, {"-from-raw", "-only", "core"}, {"-from-raw", "-rounds", "6"}, {"-rounds", "0"}, {"-nonsense"}, {"core"}} {
		var stdout, stderr bytes.Buffer
		if code := report(t.Context(), args, &stdout, &stderr); code != exitUsage || !strings.Contains(stderr.String(), "-help") || stdout.Len() > 0 {
			t.Errorf("%v: exit %d, %s", args, code, &stderr)
		}
	}
}

func TestReport_NamesTheSectionsThereAre(t *testing.T) {
	var stderr bytes.Buffer
	report(t.Context(), []string{"-only", "core,nothing"}, new(bytes.Buffer), &stderr)
	for _, want := range append([]string{`"nothing"`}, names(sections)...) {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("%s is not in: %s", want, &stderr)
		}
	}
}

func TestReport_Interrupted(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	interrupted, interrupt := context.WithCancel(t.Context())
	interrupt()
	for _, args := range [][]string{{}, {"-only", "rss"}, {"-from-raw"}, {"-short"}} {
		var stderr bytes.Buffer
		code := report(interrupted, args, new(bytes.Buffer), &stderr)
		if code != exitInterrupted || !strings.Contains(stderr.String(), "interrupted") {
			t.Errorf("%v: exit %d, %s", args, code, &stderr)
		}
	}
}

func TestReport_HelpListsTheSections(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := report(t.Context(), []string{"-help"}, &stdout, &stderr); code != exitOK || stderr.Len() > 0 {
		t.Fatalf("exit %d, %s", code, &stderr)
	}
	for _, s := range sections {
		if !strings.Contains(stdout.String(), "\t"+s.name+" ") {
			t.Errorf("%s is not in:\n%s", s.name, &stdout)
		}
	}
}
