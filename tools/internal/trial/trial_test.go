package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	_ "github.com/rcpool/rcpool/tools/analyzer" // so that go test scores the rounds again when it changes
	"github.com/rcpool/rcpool/tools/internal/command"
)

// TestMain lets the test binary stand for rcvet: with the variable, it prints
// its value.
func TestMain(m *testing.M) {
	if text, ok := os.LookupEnv("TRIAL_RCVET_SAYS"); ok {
		fmt.Print(text)
		os.Exit(1)
	}
	code := m.Run()
	if rcvetDir != "" {
		os.RemoveAll(rcvetDir)
	}
	os.Exit(code)
}

// rcvetDir has the rcvet that the tests share; it is empty if none has asked for it.
var rcvetDir string

// rcvet builds rcvet once for all tests.
var rcvet = sync.OnceValues(func() (tool string, err error) {
	if rcvetDir, err = os.MkdirTemp("", "trial-"); err != nil {
		return "", err
	}
	return build(context.Background(), rcvetDir)
})

// shared is rcvet, or the end of the test.
func shared(t *testing.T) string {
	t.Helper()
	tool, err := rcvet()
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

func TestParseTruth(t *testing.T) {
	tests := []struct {
		header string
		want   truth
		err    string
	}{
		{header: "// truth: correct"},
		{header: "// truth: leak line 4 plain", want: truth{class: plain, category: "leak", lines: []int{4}}},
		{header: "// truth: use-after-release line 2,9 callee", want: truth{class: callee, category: "use-after-release", lines: []int{2, 9}}},
		{header: "// truth: escape line 7 hard", want: truth{class: hard, category: "escape", lines: []int{7}}},
		{header: "// truth: escape line 7", err: "is neither"},
		{header: "// truth: escape line 7 easy", err: "is neither"},
		{header: "// truth: correct line 7 plain", err: "correct is no category"},
		{header: "// truth: non-pointer line 7 plain", err: "non-pointer is no category"},
		{header: "// truth: leak line 11 plain", err: "the lines 2 to 10"},
		{header: "// truth: leak line 1 plain", err: "the lines 2 to 10"},
	}
	for _, test := range tests {
		t.Run(test.header, func(t *testing.T) {
			got, err := parseTruth(test.header, 10)
			if test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) {
					t.Errorf("error %v, want one with %q", err, test.err)
				}
				return
			}
			if err != nil || got.class != test.want.class || got.category != test.want.category || !slices.Equal(got.lines, test.want.lines) {
				t.Errorf("got %+v, error %v; want %+v", got, err, test.want)
			}
		})
	}
}

func TestProgramsOf_RoundThatCannotBeScored(t *testing.T) {
	const module = "module round\n"
	tests := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"no module", map[string]string{"a/main.go": "// truth: correct\n"}, "a round is a module"},
		{"no programs", map[string]string{"go.mod": module}, "no programs"},
		{"a file outside of a program", map[string]string{"go.mod": module, "main.go": "// truth: correct\n"}, "main.go is not in the folder of a program"},
		{"no truth", map[string]string{"go.mod": module, "a/main.go": "package main\n"}, "program a: 0 files begin with"},
		{"two truths", map[string]string{"go.mod": module, "a/main.go": "// truth: correct\n", "a/b/b.go": "// truth: correct\n"}, "program a: 2 files begin with"},
		{"a wrong truth", map[string]string{"go.mod": module, "a/main.go": "// truth: fine\n"}, "main.go: \"fine\" is neither"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := programsOf(roundOf(t, test.files)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

func TestJudge(t *testing.T) {
	mistaken := program{"p", truth{file: "p/main.go", class: plain, category: "leak", lines: []int{4, 9}}}
	on := func(category, file string, line int, path ...place) report {
		return report{Category: category, Message: "m", File: file, Line: line, Path: path}
	}
	found := Found{Programs: 1, Found: 1}
	missed := Found{Programs: 1}
	tests := []struct {
		name    string
		program program
		reports []report
		want    Score
		renamed int
	}{
		{"correct, and silent", program{name: "p"}, nil, Score{Correct: 1}, 0},
		{"correct, and reported twice", program{name: "p"}, []report{on("leak", "p/a.go", 3), on("escape", "p/a.go", 3)}, Score{Correct: 1, Reported: 1}, 0},
		{"a note about cost is not counted", program{name: "p"}, []report{on("non-pointer", "p/a.go", 3)}, Score{Correct: 1}, 0},
		{"a report on another program", program{name: "p"}, []report{on("leak", "pp/a.go", 3)}, Score{Correct: 1}, 0},
		{"not found", mistaken, nil, Score{Plain: missed}, 0},
		{"found at its line", mistaken, []report{on("leak", "p/main.go", 4)}, Score{Plain: found}, 0},
		{"found at its other line", mistaken, []report{on("leak", "p/main.go", 9)}, Score{Plain: found}, 0},
		{"its path leads there", mistaken, []report{on("leak", "p/b.go", 3, place{"p/main.go", 4})}, Score{Plain: found}, 0},
		{"the line under another category", mistaken, []report{on("escape", "p/main.go", 4)}, Score{Plain: found}, 1},
		{"both categories", mistaken, []report{on("escape", "p/main.go", 4), on("leak", "p/main.go", 9)}, Score{Plain: found}, 0},
		{"a path that leads there under another category", mistaken, []report{on("escape", "p/b.go", 3, place{"p/main.go", 4})}, Score{Plain: missed, Besides: 1}, 0},
		{"another line", mistaken, []report{on("leak", "p/main.go", 5)}, Score{Plain: missed, Besides: 1}, 0},
		{"the line of another file", mistaken, []report{on("leak", "p/b.go", 4)}, Score{Plain: missed, Besides: 1}, 0},
		{"found, and two more", mistaken, []report{on("leak", "p/main.go", 4), on("leak", "p/b.go", 5), on("leak", "p/b.go", 6)}, Score{Plain: found, Besides: 1}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := judge("1", []program{test.program}, test.reports)
			if got.Score != test.want || len(got.Renamed) != test.renamed {
				t.Errorf("got %+v, %d renamed; want %+v, %d renamed", got.Score, len(got.Renamed), test.want, test.renamed)
			}
			if lists := len(got.Reported) + len(got.Missed) + len(got.Besides); (lists == 0) != (got.Score.Reported+got.Score.Besides == 0 && got.Score.Plain != missed) {
				t.Errorf("the lists do not go with the score: %+v", got)
			}
		})
	}
}

// The sample has a program for each outcome.
func TestRun_ScoresTheSample(t *testing.T) {
	want := `round sample: 5 programs

           programs     found       
    plain         1         1  100 %
   callee         1         1  100 %
     hard         1         0    0 %
                     reported       
  correct         2         1       

reported, but the program is correct:
	audit/main.go:20: double-release: `
	got := runs(t, command.OK, filepath.Join("testdata", "sample"))
	if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "\n\nnot found:\n\tcache/main.go:19: escape (hard)\n\n") {
		t.Errorf("got\n%s\nwant\n%s…\n\nnot found:\n\tcache/main.go:19: escape (hard)\n", got, want)
	}
}

func TestRun_ProgramThatDoesNotCompileIsAnError(t *testing.T) {
	round := roundOf(t, map[string]string{"go.mod": "module round\n", "a/main.go": "// truth: correct\npackage main\n"})
	t.Setenv("TRIAL_RCVET_SAYS", `{"reports": [], "broken": ["round/a"], "ok": false}`)
	if got := runs(t, command.Failed, "-rcvet", os.Args[0], round); !strings.Contains(got, "do not compile: round/a") {
		t.Errorf("got %s", got)
	}
}

// A round has one first score, and its later ones may only be better.
func TestRun_RecordsTheFirstScoreOnce(t *testing.T) {
	round := roundOf(t, map[string]string{
		"go.mod":     "module round\n",
		"a/main.go":  "// truth: correct\npackage main\n",
		"b/main.go":  "// truth: leak line 2 callee\npackage main\n",
		"c/other.go": "// truth: leak line 2 callee\npackage c\n",
	})
	says := func(reports ...string) string {
		return fmt.Sprintf(`{"reports": [%s], "ok": true}`, strings.Join(reports, ","))
	}
	onA := `{"category": "leak", "file": "a/main.go", "line": 2}`
	onB := `{"category": "leak", "file": "b/main.go", "line": 2}`
	onC := `{"category": "leak", "file": "c/other.go", "line": 2}`
	first := Score{Correct: 1, Reported: 1, Callee: Found{Programs: 2, Found: 1}}
	better := Score{Correct: 1, Callee: Found{Programs: 2, Found: 2}}

	for _, step := range []struct {
		name string
		says string
		code int
		want recorded
	}{
		{"the first", says(onA, onB), command.OK, recorded{first, first}},
		{"better", says(onB, onC), command.OK, recorded{first, better}},
		{"another false report", says(onA, onB, onC), command.Failed, recorded{first, better}},
		{"a mistake less", says(onC), command.Failed, recorded{first, better}},
	} {
		t.Setenv("TRIAL_RCVET_SAYS", step.says)
		runs(t, step.code, "-rcvet", os.Args[0], "-record", round)
		if got, err := readRecorded(round); err != nil || got != step.want {
			t.Errorf("%s: recorded %+v, error %v; want %+v", step.name, got, err, step.want)
		}
	}

	write(t, filepath.Join(round, "d", "main.go"), "// truth: correct\npackage main\n")
	t.Setenv("TRIAL_RCVET_SAYS", says(onB, onC))
	if got := runs(t, command.Failed, "-rcvet", os.Args[0], "-record", round); !strings.Contains(got, "a round does not change") {
		t.Errorf("a round with another program: %s", got)
	}
}

func TestRecordedTable_HasBothScoresIfTheyDiffer(t *testing.T) {
	first := Score{Correct: 30, Reported: 3, Plain: Found{20, 16}, Callee: Found{8, 4}}
	now := first
	now.Reported = 0
	dir := t.TempDir()
	for name, scores := range map[string][]Score{"1": {first, now}, "2": {first}} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
		for _, score := range scores {
			if err := record(filepath.Join(dir, name), score); err != nil {
				t.Fatal(err)
			}
		}
	}
	rounds, err := roundsIn(dir)
	if err != nil {
		t.Fatal(err)
	}
	got, err := recordedTable(rounds)
	want := `| round | scored | correct programs | reported | plain mistakes found | through callees | hard | reports besides the mistake |
|--:|---|--:|--:|--:|--:|--:|--:|
| 1 | first | 30 | 3 | 16 of 20 (80 %) | 4 of 8 (50 %) | – | 0 |
|  | now | 30 | 0 | 16 of 20 (80 %) | 4 of 8 (50 %) | – | 0 |
| 2 | first | 30 | 3 | 16 of 20 (80 %) | 4 of 8 (50 %) | – | 0 |
`
	if err != nil || got != want {
		t.Errorf("got\n%serror %v; want\n%s", got, err, want)
	}
}

// The rounds that are kept are in the order of their numbers.
func TestRoundsIn_AreInOrder(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"10", "2", "1", "notes"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	rounds, err := roundsIn(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rounds {
		rounds[i] = filepath.Base(rounds[i])
	}
	if want := []string{"1", "2", "10"}; !slices.Equal(rounds, want) {
		t.Errorf("got %v, want %v", rounds, want)
	}
}

// kept are the rounds in testdata.
func kept(t *testing.T) []string {
	t.Helper()
	rounds, err := roundsIn(filepath.Join("testdata", "rounds"))
	if err != nil {
		t.Fatal(err)
	}
	return rounds
}

// The rounds that are kept are scored as it is recorded, so a score that changes
// is recorded anew, and none gets worse unnoticed.
func TestRounds_AreScoredAsRecorded(t *testing.T) {
	rounds := kept(t)
	if len(rounds) == 0 {
		t.Skip("there are no rounds yet")
	}
	tool := shared(t)
	for _, round := range rounds {
		t.Run(filepath.Base(round), func(t *testing.T) {
			want, err := readRecorded(round)
			if err != nil {
				t.Fatal(err)
			}
			r, err := try(t.Context(), tool, round)
			if err != nil {
				t.Fatal(err)
			}
			if r.Score != want.Now {
				t.Errorf("the score is %+v, recorded is %+v; see trial -record\n%s", r.Score, want.Now, r)
			}
		})
	}
}

// The page shows the scores that are recorded.
func TestRounds_AreInThePage(t *testing.T) {
	page := region(filepath.Join("..", "..", "..", "docs", "rcvet.md"))
	want, err := recordedTable(kept(t))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := page.Text(); err != nil || got != want {
		t.Errorf("%s has, error %v:\n%s\nwant what trial -docs writes:\n%s", page.File, err, got, want)
	}
}

func TestRun_DocsTakesNothingElse(t *testing.T) {
	for _, args := range [][]string{
		{"-docs", "page.md", "folder"},
		{"-docs", "page.md", "-record"},
		{"-docs", "page.md", "-json"},
		{"-no-such-flag"},
	} {
		runs(t, command.Usage, args...)
	}
}

// runs runs the command, and returns what it prints.
func runs(t *testing.T, code int, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if got := run(t.Context(), args, &stdout, &stderr); got != code {
		t.Fatalf("%v: exit code %d, want %d\n%s", args, got, code, &stderr)
	}
	return stdout.String() + stderr.String()
}

// roundOf is a folder with these files.
func roundOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	return dir
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
