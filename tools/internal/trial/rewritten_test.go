package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/tools/internal/command"
)

func TestCompare(t *testing.T) {
	fine := version{program{name: "p"}, "wrapper/p", "wrapper"}
	mistaken := version{program{"q", truth{class: callee, category: "leak"}}, "wrapper/q", "wrapper"}
	leak := func(file string) report { return report{Category: "leak", File: file} }
	escape := func(file string) report { return report{Category: "escape", File: file} }
	tests := []struct {
		name          string
		version       version
		before, after []report
		want          change
	}{
		{"correct, and silent", fine, nil, nil, change{Correct: 1}},
		{"correct, and reported", fine, nil, []report{leak("wrapper/p/main.go"), leak("wrapper/p/main.go")}, change{Correct: 1, Reported: 1}},
		{"a report on another version", fine, nil, []report{leak("wrapper/pp/main.go"), leak("inline/p/main.go")}, change{Correct: 1}},
		{"a report that the program has, too", fine, []report{leak("p/main.go")}, []report{leak("wrapper/p/main.go")}, change{}},
		{"found", mistaken, []report{leak("q/main.go")}, []report{leak("wrapper/q/main.go")}, change{Found: 1}},
		{"lost", mistaken, []report{leak("q/main.go")}, nil, change{Found: 1, Lost: 1}},
		{"never found", mistaken, nil, nil, change{}},
		{"something else", mistaken, []report{leak("q/main.go")}, []report{escape("wrapper/q/main.go")}, change{Found: 1, Lost: 1, Besides: 1}},
		{"found, and something else", mistaken, []report{leak("q/main.go")}, []report{escape("wrapper/q/main.go"), leak("wrapper/q/main.go")}, change{Found: 1, Besides: 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var all changes
			all.add("1", compare([]version{test.version}, test.before, test.after))
			var got change
			for _, n := range all.Changes {
				got.add(n)
			}
			if got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

// Some programs of a round, after all rewritings, are judged as they were.
func TestRewriting_CorrectProgramsStaySilent(t *testing.T) {
	rounds := kept(t)
	all, err := rewriting{only: mixed, each: 12, sites: 2}.tryAll(t.Context(), shared(t), rounds[14:15])
	if err != nil {
		t.Fatal(err)
	}
	if len(all.Changes) == 0 || len(all.Reported) > 0 {
		t.Errorf("got\n%s", all)
	}
}

// The sample has one program with one file.
func TestRun_RewritesTheSample(t *testing.T) {
	dir := t.TempDir()
	got := runs(t, command.OK, "-rewrite", "-rcvet", shared(t), "-only", "wrapper", "-each", "0", "-keep", dir, filepath.Join("testdata", "sample"))
	if fields := strings.Fields(got); len(fields) < 12 || strings.Join(fields[:12], " ") != "rewriting correct reported mistakes lost besides wrapper 0 0 1 0 0" {
		t.Errorf("got\n%s", got)
	}
	if versions, _ := filepath.Glob(filepath.Join(dir, "sample", "wrapper", "*", "main.go")); len(versions) != 1 {
		t.Errorf("it kept %v", versions)
	}
}

func TestRun_RewritingThatDoesNotExist(t *testing.T) {
	if got := runs(t, command.Failed, "-rewrite", "-rcvet", "rcvet", "-only", "poetry", filepath.Join("testdata", "sample")); !strings.Contains(got, "these are") {
		t.Errorf("got %s", got)
	}
	runs(t, command.Usage, "-rewrite", "-record")
}
