package mistake

import (
	"fmt"
	"strings"
)

// A Dirty object goes back to its pool with what its last owner left in it.
type Dirty struct{}

// Category returns "reset".
func (Dirty) Category() string { return "reset" }

func (Dirty) text(w words) string {
	return w.name + " is put back with old contents: it is reset neither after Get nor before Put"
}

// An Unreset field is one that a function which resets objects does not touch,
// although the package writes it.
type Unreset struct {
	Function, Type string
	Fields         []string
}

// Category returns "reset".
func (Unreset) Category() string { return "reset" }

func (m Unreset) text(words) string {
	return fmt.Sprintf("%s does not reset %s of %s, so the next owner finds old values; reset each field, or tag it `rcpool:\"keep\"`", m.Function, fields(m.Fields), m.Type)
}

// A Stale field goes back to its pool as it was set, although other functions reset it
// first.
type Stale struct {
	Type   string
	Fields []string
}

// Category returns "reset".
func (Stale) Category() string { return "reset" }

func (m Stale) text(words) string {
	return fmt.Sprintf("%s is put back with %s as it was set here; other functions of the package reset that first", m.Type, fields(m.Fields))
}

// An Inherited field is read as an earlier owner has left it, although other functions reset
// it first.
type Inherited struct {
	Type   string
	Fields []string
}

// Category returns "reset".
func (Inherited) Category() string { return "reset" }

func (m Inherited) text(words) string {
	return fmt.Sprintf("%s is taken from its pool with %s as an earlier owner has left it; other functions of the package reset that first", m.Type, fields(m.Fields))
}

// A Growing list goes back to its pool with what was added, and nobody empties it.
type Growing struct {
	Type   string
	Fields []string
}

// Category returns "reset".
func (Growing) Category() string { return "reset" }

func (m Growing) text(words) string {
	return fmt.Sprintf("%s is put back with all that was added to %s, which nobody empties; the next owner reads it, too", m.Type, fields(m.Fields))
}

// A Sticky flag is set, and nobody clears it for the next owner.
type Sticky struct {
	Type  string
	Flags []string
}

// Category returns "reset".
func (Sticky) Category() string { return "reset" }

func (m Sticky) text(words) string {
	return fmt.Sprintf("%s is taken from its pool with %s as an earlier owner has set it, and nobody clears it", m.Type, fields(m.Flags))
}

func fields(names []string) string {
	if len(names) == 1 {
		return "field " + names[0]
	}
	return "fields " + strings.Join(names, ", ")
}

var resetDoc = Doc{
	ID: "reset", Name: "IncompleteReset", Level: "warning",
	Summary: "an object goes back to its pool with old contents",
	Text: `The Reset function does not reset some fields of the object, so the next owner
finds old values. With sync.Pool, a buffer was written and is reset neither after
Get nor before Put, or a field of a struct goes back as it was set, although other
functions of the package reset it first. A field that nobody resets is taken for
one that keeps its value on purpose, unless it is a list that is only added to, or a
flag that is only set.`,
	Wrong: `func newEvents() *rcpool.Pool[Event] {
	return &rcpool.Pool[Event]{
		Reset: func(e *Event) {
			e.Body = e.Body[:0] // User keeps its value
		},
	}
}
`,
	Cure: `Reset every field. If a field must keep its value, tag it ` + "`rcpool:\"keep\"`" + `.
rcgen writes complete Reset methods.`,
	Right: `func newEvents() *rcpool.Pool[Event] {
	return &rcpool.Pool[Event]{
		Reset: func(e *Event) {
			*e = Event{Body: e.Body[:0]}
		},
	}
}
`,
}
