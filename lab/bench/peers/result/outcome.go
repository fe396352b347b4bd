package result

import "strings"

// An Outcome is what comes of a mistake.
type Outcome string

// The outcomes, the best first. If there are several the best counts, because it
// is what the program, or the person who runs it, can act on.
const (
	Impossible   Outcome = "impossible"    // the mistake cannot be written
	Offender     Outcome = "offender"      // the goroutine that makes the mistake panics, at its place
	Race         Outcome = "race"          // the race detector names the place of the mistake
	Reported     Outcome = "reported"      // there is a report
	Test         Outcome = "test"          // the test fails
	Counted      Outcome = "counted"       // the pool counts it
	Prevented    Outcome = "prevented"     // the mistake does no harm
	Pattern      Outcome = "pattern"       // a late read sees a pattern, and nobody's data
	Innocent     Outcome = "innocent"      // another goroutine panics
	RaceInnocent Outcome = "race-innocent" // the race detector names others
	Unnoticed    Outcome = "unnoticed"     // nothing happens
	Corrupts     Outcome = "corrupts"      // data is seen by others or lost, without notice
	Pinned       Outcome = "pinned"        // memory is kept, without notice
)

// words are how a cell and the legend call the outcomes.
var words = []struct {
	outcome     Outcome
	cell, means string
}{
	{Impossible, "**impossible**", "the mistake cannot be written: no method of the pool takes an object"},
	{Offender, "**offender panics**", "the goroutine that makes the mistake panics, at its place"},
	{Race, "**race found**", "the race detector reports the mistake and names its place"},
	{Reported, "**reported**", "the pool reports the mistake while the program runs"},
	{Test, "**test fails**", "the test in which it happens fails"},
	{Counted, "**counted**", "the pool counts it, always and exactly"},
	{Prevented, "no harm", "the mistake does no harm"},
	{Pattern, "reads a pattern", "a late read sees a pattern, and nobody's data"},
	{Innocent, "innocent panics", "a goroutine panics that did nothing wrong"},
	{RaceInnocent, "race of innocents", "the race detector names code that did nothing wrong"},
	{Unnoticed, "unnoticed", "nothing happens"},
	{Corrupts, "corrupts", "one owner reads or loses the data of another, without notice"},
	{Pinned, "pins", "the pool keeps the memory, without notice"},
}

func (o Outcome) cell() string {
	for _, w := range words {
		if w.outcome == o {
			return w.cell
		}
	}
	return string(o)
}

// An Event is a line that the program mistake prints.
type Event struct {
	What, By, Said string
	Blaming        bool // it names the place of the mistake
}

const culprit = "the culprit"

// Judge returns the outcome of a mistake and what was said about it, from the
// events and from standard error, where the race detector reports.
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
		{"panic", Innocent, nil}, // a report, if there is one, blames the innocent
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
