package program

import (
	"regexp"
	"slices"
	"strings"
)

// A statement is a piece of the program: text, or text around blocks. Code
// between « and » is there only when the program is run.
type statement struct {
	op     op
	ref    string   // the variable that op is about
	heads  []string // one before each block
	blocks []*block
	text   string           // all of the text, or what closes the last block
	broken map[Class]string // what to say instead of text
	late   []string         // uses that are too late after it
	outer  []string         // the Refs from outside that this loop must leave alone
}

// An op says what a statement is there for, as far as a mutation asks.
type op int

const (
	other op = iota
	acquire
	retain
	borrow
	release
	deferred
	closing
	handOver
	moving
	guarded
	waiting
	checking
	looping
)

// A block is a list of statements, and what one may say there.
type block struct {
	statements []*statement
	exit       string   // returns from the function, whatever is held
	inputs     []string // the booleans in sight
	loop       bool     // the body of a loop
}

// A declaration is a function if it has a body.
type declaration struct {
	head   string
	body   *block
	broken map[Class]string // what to say instead of head
	trial  string           // calls it as the rule says, with inputs that its callers may never have
}

func (b *block) clone() *block {
	c := *b
	c.statements = nil
	for _, s := range b.statements {
		t := *s
		t.blocks = nil
		for _, inner := range s.blocks {
			t.blocks = append(t.blocks, inner.clone())
		}
		c.statements = append(c.statements, &t)
	}
	return &c
}

func (b *block) insert(at int, text string) {
	b.statements = slices.Insert(b.statements, at, &statement{text: text})
}

// each calls f with every block of d.
func (b *block) each(f func(*block)) {
	statements := b.statements
	f(b)
	for _, s := range statements {
		for _, inner := range s.blocks {
			inner.each(f)
		}
	}
}

func (b *block) write(out *strings.Builder) {
	for _, s := range b.statements {
		for i, inner := range s.blocks {
			out.WriteString(s.heads[i] + "\n")
			inner.write(out)
		}
		out.WriteString(s.text + "\n")
	}
}

func (d *declaration) write(out *strings.Builder) {
	out.WriteString("\n" + d.head + "\n")
	if d.body != nil {
		d.body.write(out)
		out.WriteString("}\n")
	}
}

var hook = regexp.MustCompile(`«[^»]*»`)

// plain is text without what is there for the run alone.
func plain(text string) string { return hook.ReplaceAllString(text, "") }

var marks = strings.NewReplacer("«", "", "»", "")

// instrumented is text with it.
func instrumented(text string) string { return marks.Replace(text) }
