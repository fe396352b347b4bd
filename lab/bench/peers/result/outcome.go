package result

import "strings"

// An Outcome is what comes of a mistake.
type Outcome string

// The outcomes, the best first. Of several the best counts: it is what the
// program, or who runs it, has to go by.
const (
	Impossible   Outcome = "impossible"    // the mistake can not be written down
	Offender     Outcome = "offender"      // who makes the mistake panics, at its place
	Race         Outcome = "race"          // the race detector names the place of the mistake
	Reported     Outcome = "reported"      // there is a report
	Test         Outcome = "test"          // the test fails
	Counted      Outcome = "counted"       // the pool counts it
	Prevented    Outcome = "prevented"     // the mistake does no harm
	Pattern      Outcome = "pattern"       // who reads too late sees a pattern, and nobody's data
	Innocent     Outcome = "innocent"      // somebody else panics
	RaceInnocent Outcome = "race-innocent" // the race detector names others
	Unnoticed    Outcome = "unnoticed"     // nothing is to be seen
	Corrupts     Outcome = "corrupts"      // nobody notices, and somebody's data is seen or lost
	Pinned       Outcome = "pinned"        // nobody notices, and the memory is kept
)

// words say what outcomes are, in a cell and in the legend.
var words = []struct {
	outcome     Outcome
	cell, means string
}{
	{Impossible, "**impossible**", "the mistake cannot be written down: no method of the pool takes an object"},
	{Offender, "**offender panics**", "whoever makes the mistake panics, at its place"},
	{Race, "**race found**", "the race detector reports it and names the place of the mistake"},
	{Reported, "**reported**", "the pool reports it while the program runs"},
	{Test, "**test fails**", "the test in which it happens fails"},
	{Counted, "**counted**", "the pool counts it, always and exactly"},
	{Prevented, "no harm", "the mistake does no harm"},
	{Pattern, "reads a pattern", "whoever reads too late sees a pattern, and nobody's data"},
	{Innocent, "innocent panics", "somebody panics who has done nothing wrong"},
	{RaceInnocent, "race of innocents", "the race detector reports people who have done nothing wrong"},
	{Unnoticed, "unnoticed", "nothing is to be seen"},
	{Corrupts, "corrupts", "nobody notices, and one owner reads or loses what is another's"},
	{Pinned, "pins", "nobody notices, and the memory is kept"},
}

func (o Outcome) cell() string {
	for _, w := range words {
		if w.outcome == o {
			return w.cell
		}
	}
	return string(o)
}

// An Event is a line that the program mistake writes.
type Event struct {
	What, By, Said string
	Blaming        bool // it names the place of the mistake
}

const culprit = "the culprit"

// Judge says what came of a mistake, from the events and from what the program
// wrote to standard error, where the race detector reports.
func Judge(m Misuse, events []Event, stderr string) (Outcome, string) {
	race, blamed := "", ""
	for _, text := range strings.Split(stderr, "WARNING: DATA RACE")[1:] {
		race = "data race"
		if strings.Contains(text, "main.mistake()") {
			blamed = race
		}
	}
	saw := func(what string, by func(Event) bool) (string, bool) {
		for _, e := range events {
			if e.What == what && (by == nil || by(e)) {
				return e.Said, true
			}
		}
		return "", false
	}
	isCulprit := func(e Event) bool { return e.By == culprit }
	if said, ok := saw("impossible", nil); ok {
		return Impossible, said
	}
	if said, ok := saw("panic", isCulprit); ok {
		return Offender, said
	}
	if blamed != "" {
		return Race, blamed
	}
	for _, kind := range []struct {
		what    string
		outcome Outcome
		by      func(Event) bool
	}{
		{"test", Test, nil},
		{"report", Reported, func(e Event) bool { return e.Blaming }},
		{"counted", Counted, nil},
		{"panic", Innocent, nil}, // whose report, if there is one, blames him
		{"report", Reported, nil},
	} {
		if said, ok := saw(kind.what, kind.by); ok {
			return kind.outcome, said
		}
	}
	if race != "" {
		return RaceInnocent, race
	}
	for _, kind := range []struct {
		what    string
		outcome Outcome
	}{{"harm", Corrupts}, {"pinned", Pinned}, {"pattern", Pattern}} {
		if said, ok := saw(kind.what, nil); ok {
			return kind.outcome, said
		}
	}
	if m.Prevented {
		return Prevented, ""
	}
	return Unnoticed, ""
}
