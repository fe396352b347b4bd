package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
)

// scoreFile is in the folder of a round.
const scoreFile = "score.json"

// A recorded round has its first score, which never changes, and the one that
// rcvet has now.
type recorded struct {
	First Score `json:"first"`
	Now   Score `json:"now"`
}

// record writes the score of a round: as the first one, unless there is one. A
// score that is worse than the last one is refused.
func record(round string, score Score) error {
	r, err := readRecorded(round)
	switch {
	case errors.Is(err, os.ErrNotExist):
		r.First = score
	case err != nil:
		return err
	case !score.samePrograms(r.First):
		return fmt.Errorf("%s: the programs are not those that were scored first; a round does not change", round)
	case score.worseThan(r.Now):
		return fmt.Errorf("%s: the score is worse than the one in %s", round, scoreFile)
	}
	r.Now = score
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(round, scoreFile), append(text, '\n'), 0o666)
}

func readRecorded(round string) (r recorded, err error) {
	text, err := os.ReadFile(filepath.Join(round, scoreFile))
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("%s: %w", filepath.Join(round, scoreFile), err)
	}
	return r, nil
}

// String shows a result to a person.
func (r result) String() string {
	var b strings.Builder
	s := r.Score
	fmt.Fprintf(&b, "round %s: %d programs\n\n", r.Round, s.Correct+s.Plain.Programs+s.Callee.Programs+s.Hard.Programs)
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\tprograms\tfound\t\t")
	for _, c := range []class{plain, callee, hard} {
		fmt.Fprintf(table, "%s\t%d\t%d\t%s\t\n", c, s.of(c).Programs, s.of(c).Found, s.of(c).percent())
	}
	fmt.Fprintln(table, "\t\treported\t\t")
	fmt.Fprintf(table, "correct\t%d\t%d\t\t\n", s.Correct, s.Reported)
	table.Flush()
	writeLists(&b, []titled{
		{"reported, but the program is correct", r.Reported},
		{"not found", r.Missed},
		{"found under another category", r.Renamed},
		{"reported besides the mistake", r.Besides},
	})
	b.WriteString("\n")
	return b.String()
}

type titled struct {
	title string
	items []string
}

// writeLists writes the lists that are not empty.
func writeLists(b *strings.Builder, lists []titled) {
	for _, list := range lists {
		if len(list.items) > 0 {
			fmt.Fprintf(b, "\n%s:\n\t%s\n", list.title, strings.Join(list.items, "\n\t"))
		}
	}
}

func (f Found) percent() string {
	if f.Programs == 0 {
		return "–"
	}
	return fmt.Sprintf("%d %%", 100*f.Found/f.Programs)
}

func (f Found) String() string {
	if f.Programs == 0 {
		return "–"
	}
	return fmt.Sprintf("%d of %d (%s)", f.Found, f.Programs, f.percent())
}

// recordedTable is a table of the recorded scores of rounds, for a page.
func recordedTable(rounds []string) (string, error) {
	if len(rounds) == 0 {
		return "No round has been scored yet.\n", nil
	}
	var b strings.Builder
	b.WriteString("| round | scored | correct programs | reported | plain mistakes found | through callees | hard | reports besides the mistake |\n" +
		"|--:|---|--:|--:|--:|--:|--:|--:|\n")
	for _, round := range rounds {
		r, err := readRecorded(round)
		if err != nil {
			return "", err
		}
		row(&b, filepath.Base(round), "first", r.First)
		if r.Now != r.First {
			row(&b, "", "now", r.Now)
		}
	}
	return b.String(), nil
}

func row(b *strings.Builder, round, when string, s Score) {
	fmt.Fprintf(b, "| %s | %s | %d | %d | %s | %s | %s | %d |\n", round, when, s.Correct, s.Reported, s.Plain, s.Callee, s.Hard, s.Besides)
}
