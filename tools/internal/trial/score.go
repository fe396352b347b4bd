package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A report is a part of what rcvet -json says about a mistake. Files are relative
// to the round.
type report struct {
	Category string  `json:"category"`
	Message  string  `json:"message"`
	File     string  `json:"file"`
	Line     int     `json:"line"`
	Path     []place `json:"path"`
}

type place struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

func (r report) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", r.File, r.Line, r.Category, r.Message)
}

// finds reports whether r is about the mistake. It is if its own line is one of
// the mistake's, or if it has the right category and its path leads there.
func (r report) finds(t truth) bool {
	return t.at(r.File, r.Line) ||
		r.Category == t.category && slices.ContainsFunc(r.Path, func(p place) bool { return t.at(p.File, p.Line) })
}

// A Score counts the programs of a round.
type Score struct {
	Correct  int `json:"correct"`  // programs
	Reported int `json:"reported"` // correct programs with a report

	Plain  Found `json:"plain"`
	Callee Found `json:"callee"`
	Hard   Found `json:"hard"`

	// Besides are the programs with a mistake that have a report about something
	// else.
	Besides int `json:"besides"`
}

// Found counts mistakes.
type Found struct {
	Programs int `json:"programs"`
	Found    int `json:"found"`
}

func (s *Score) of(c class) *Found {
	return map[class]*Found{plain: &s.Plain, callee: &s.Callee, hard: &s.Hard}[c]
}

// worseThan reports whether s finds less of the same programs, or reports more of
// them wrongly.
func (s Score) worseThan(o Score) bool {
	return s.Reported > o.Reported || s.Besides > o.Besides ||
		s.Plain.Found < o.Plain.Found || s.Callee.Found < o.Callee.Found || s.Hard.Found < o.Hard.Found
}

// samePrograms reports whether both scores are about as many programs.
func (s Score) samePrograms(o Score) bool {
	return s.Correct == o.Correct && s.Plain.Programs == o.Plain.Programs &&
		s.Callee.Programs == o.Callee.Programs && s.Hard.Programs == o.Hard.Programs
}

// A result is a score, with the programs that it is about.
type result struct {
	Round string `json:"round"`
	Score Score  `json:"score"`

	Reported []string `json:"reported"` // reports on correct programs
	Missed   []string `json:"missed"`   // mistakes that are not found
	Renamed  []string `json:"renamed"`  // reports that find a mistake under another category
	Besides  []string `json:"besides"`  // reports about something else in programs with a mistake
}

// judge compares the reports with what is true about the programs.
func judge(round string, programs []program, reports []report) result {
	r := result{Round: round, Reported: []string{}, Missed: []string{}, Renamed: []string{}, Besides: []string{}}
	for _, p := range programs {
		r.judge(p, mistakesIn(p.name, reports))
	}
	return r
}

func (r *result) judge(p program, reports []report) {
	if p.class == correct {
		r.Score.Correct++
		if len(reports) > 0 {
			r.Score.Reported++
		}
		for _, report := range reports {
			r.Reported = append(r.Reported, report.String())
		}
		return
	}
	score := r.Score.of(p.class)
	score.Programs++
	var finding []report
	besides := 0
	for _, report := range reports {
		if report.finds(p.truth) {
			finding = append(finding, report)
			continue
		}
		besides++
		r.Besides = append(r.Besides, report.String())
	}
	if besides > 0 {
		r.Score.Besides++
	}
	switch {
	case len(finding) == 0:
		r.Missed = append(r.Missed, fmt.Sprintf("%s:%d: %s (%s)", p.file, p.lines[0], p.category, p.class))
		return
	case !slices.ContainsFunc(finding, func(f report) bool { return f.Category == p.category }):
		r.Renamed = append(r.Renamed, fmt.Sprintf("%s, which is %s", finding[0], p.category))
	}
	score.Found++
}

// try runs rcvet over a round and judges what it reports.
func try(ctx context.Context, tool, round string) (result, error) {
	programs, err := programsOf(round)
	if err != nil {
		return result{}, err
	}
	reports, err := vet(ctx, tool, round, "./...")
	if err != nil {
		return result{}, err
	}
	return judge(filepath.Base(round), programs, reports), nil
}

// vet runs rcvet once over packages of a round.
func vet(ctx context.Context, tool, round string, patterns ...string) ([]report, error) {
	command := exec.CommandContext(ctx, tool, append([]string{"-json"}, patterns...)...)
	command.Dir = round
	command.Env = append(os.Environ(), "GOWORK=off")
	text, err := command.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	var document struct {
		Reports []report `json:"reports"`
		Broken  []string `json:"broken"`
		OK      bool     `json:"ok"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("rcvet -json: %w\n%s", err, stderrOf(exit))
	}
	if !document.OK {
		return nil, fmt.Errorf("rcvet did not check every program; these packages do not compile: %s\n%s",
			strings.Join(document.Broken, " "), stderrOf(exit))
	}
	slices.SortStableFunc(document.Reports, func(a, b report) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return document.Reports, nil
}

func stderrOf(exit *exec.ExitError) []byte {
	if exit == nil {
		return nil
	}
	return exit.Stderr
}
