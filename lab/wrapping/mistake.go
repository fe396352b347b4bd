package main

import (
	"fmt"
	"strings"
)

// A mistake is one that users of zerolog can make with an event, and what comes
// of it in each shape. The tests make it: see testdata/client/misuse.
type mistake struct {
	what    string
	args    [2]string         // of the program that makes it
	outcome map[string]string // by shape, if no lease is checked
	checked map[string]string // by shape, if all are, where that differs
}

const (
	offender = "offender panics"
	crash    = "offender crashes" // an index out of range: zerolog has cleared what it needs
	wrong    = "victim's line is wrong"
	both     = "victim crashes, victim's line is wrong"
	innocent = "victim panics, victim's line is wrong"
	silent   = "silent"
)

var mistakes = []mistake{
	{
		what:    "`Str` after `Msg`, object idle",
		args:    [2]string{"str", "idle"},
		outcome: map[string]string{"released": crash, "inside": crash, "pointer": offender, "value": offender},
	},
	{
		what:    "`Str` after `Msg`, object leased again",
		args:    [2]string{"str", "leased-again"},
		outcome: map[string]string{"released": wrong, "inside": wrong, "pointer": offender, "value": offender},
		checked: map[string]string{"inside": crash},
	},
	{
		what:    "`Send` after `Msg`, object idle",
		args:    [2]string{"send", "idle"},
		outcome: map[string]string{"released": both, "inside": offender, "pointer": offender, "value": offender},
	},
	{
		what:    "`Send` after `Msg`, object leased again",
		args:    [2]string{"send", "leased-again"},
		outcome: map[string]string{"released": both, "inside": both, "pointer": offender, "value": offender},
		checked: map[string]string{"inside": offender},
	},
	{
		what:    "`Msg` while a `Stringer` runs",
		args:    [2]string{"str", "under-way"},
		outcome: map[string]string{"released": wrong, "inside": wrong, "pointer": wrong, "value": wrong},
		checked: map[string]string{"inside": silent, "pointer": silent, "value": silent},
	},
}

// mistakesTable has a line for each mistake, and a column for each shape.
func mistakesTable() string {
	var b strings.Builder
	b.WriteString("| |")
	for _, s := range shapes {
		fmt.Fprintf(&b, " %s |", s.what)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(shapes)) + "\n")
	for _, m := range mistakes {
		fmt.Fprintf(&b, "| %s |", m.what)
		for _, s := range shapes {
			fmt.Fprintf(&b, " %s |", m.outcome[s.name])
		}
		b.WriteString("\n")
	}
	return b.String()
}
