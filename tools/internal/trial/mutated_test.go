package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/tools/internal/command"
)

func TestTolls_Count(t *testing.T) {
	leak := report{Category: "leak", File: "twice/p/main.go"}
	double := report{Category: "double-release", File: "twice/p/main.go"}
	shows := outcome{mistakes: []shownMistake{{"double_release", "4"}}, ended: true}
	tests := []struct {
		name    string
		shown   outcome
		reports []report
		want    toll
		lists   [3]int // missed, besides, unknown
	}{
		{"found", shows, []report{double}, toll{Mutants: 1, Mistaken: 1, Found: 1}, [3]int{}},
		{"found, and something else", shows, []report{leak, double}, toll{Mutants: 1, Mistaken: 1, Found: 1}, [3]int{}},
		{"another category", shows, []report{leak}, toll{Mutants: 1, Mistaken: 1, Found: 1, Besides: 1}, [3]int{0, 1, 0}},
		{"missed", shows, nil, toll{Mutants: 1, Mistaken: 1}, [3]int{1, 0, 0}},
		{"no mistake is shown", outcome{ended: true}, nil, toll{Mutants: 1}, [3]int{}},
		{"no mistake is shown, but reported", outcome{}, []report{leak}, toll{Mutants: 1}, [3]int{0, 0, 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var one, all tolls
			one.count(mutant{program: "p", mutation: "twice"}, test.shown, test.reports)
			all.add("1", one)
			test.want.Mutation = "twice"
			if len(all.Tolls) != 1 || all.Tolls[0] != test.want {
				t.Errorf("got %+v, want %+v", all.Tolls, test.want)
			}
			if lists := [3]int{len(all.Missed), len(all.Besides), len(all.Unknown)}; lists != test.lists {
				t.Errorf("got the lists %v, want %v\n%s", lists, test.lists, all)
			}
		})
	}
}

// What the harness and the race detector print is read, whatever else is printed.
func TestOutcomeOf(t *testing.T) {
	got := outcomeOf([]byte("ok\n\n\x00leak\tround/program3.(*x).f /tmp/program3/main.go:57\n" +
		"\n\x00kept_pointer\tround/program3.g /tmp/program3/main.go:8\n" +
		"WARNING: DATA RACE\nWrite at 0x1 by goroutine 7:\n  rcpool.f()\n    /rcpool/slot.go:3\n  round.g()\n    /tmp/program3/main.go:31 +0x1\n" +
		"\n\x00leak\tround/program3.(*x).f /tmp/program3/main.go:57\n" +
		"\n\x00double_release\t\n\n\x00ended\t\n"))
	want := []shownMistake{{"double_release", ""}, {"leak", "57"}, {"race", "31"}}
	if !got.ended || !slices.Equal(got.mistakes, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if outcomeOf([]byte("panic: no\n")).silent() {
		t.Error("a program that panics is silent")
	}
}

// The sample has one program that can be run and is correct.
func TestRun_MutatesTheSample(t *testing.T) {
	got := runs(t, command.OK, "-mutate", "-rcvet", shared(t), "-only", "forgotten", "-each", "0", "testdata/mutable")
	if fields := strings.Fields(got); len(fields) < 11 || strings.Join(fields[6:11], " ") != "forgotten 1 1 1 100" {
		t.Errorf("got\n%s", got)
	}
}

func TestRun_MutationThatDoesNotExist(t *testing.T) {
	if got := runs(t, command.Failed, "-mutate", "-rcvet", "rcvet", "-only", "poetry", "testdata/sample"); !strings.Contains(got, "these are") {
		t.Errorf("got %s", got)
	}
	runs(t, command.Usage, "-mutate", "-rewrite")
}
