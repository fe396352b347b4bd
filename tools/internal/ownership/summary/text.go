package summary

import (
	"fmt"
	"strings"
)

// String returns a summary as rcvet -debug prints it: a line for each outcome,
// with the conditions under which it comes about, what happens to the caller's
// objects, what is stored, and what is returned.
func (s *Summary) String() string {
	if s.Opaque {
		return "anything can happen\n"
	}
	var text strings.Builder
	for i, o := range s.Outcomes {
		fmt.Fprintf(&text, "outcome %d: %v\n", i+1, o)
	}
	for _, e := range s.Elements {
		fmt.Fprintf(&text, "each element: %v\n", e)
	}
	return text.String()
}

// String returns an outcome in words.
func (o Outcome) String() string {
	var parts []string
	for _, c := range o.When {
		parts = append(parts, "if "+c.String())
	}
	for _, e := range o.Does {
		parts = append(parts, e.String())
	}
	for i, owned := range o.Objects {
		parts = append(parts, fmt.Sprintf("acquires #%d%v", i, owned))
	}
	for _, a := range o.Sets {
		parts = append(parts, fmt.Sprintf("%v = %v", a.Place, a.To))
	}
	if o.Forgets {
		parts = append(parts, "calls unknown code")
	}
	if len(o.Results) > 0 {
		results := make([]string, len(o.Results))
		for i, r := range o.Results {
			results[i] = r.String()
		}
		parts = append(parts, "returns "+strings.Join(results, ", "))
	}
	if len(parts) == 0 {
		return "nothing happens"
	}
	return strings.Join(parts, "; ")
}

// String returns a condition in words.
func (c Condition) String() string {
	is := " is "
	if c.Not {
		is = " is not "
	}
	return c.Place.String() + is + strings.TrimPrefix(c.Is, "=")
}

// String returns an effect in words.
func (e Effect) String() string {
	text := e.Kind.verb() + " " + e.Place.String()
	if e.Untold {
		text += ", and releases it"
	}
	if e.Count > 1 {
		text += fmt.Sprintf(" %d times", e.Count)
	}
	if e.Kind == Moves || e.Kind == Lends {
		text += " (" + e.How.Verb() + ")"
	}
	if e.Family != "" {
		text += " of " + e.Family
	}
	if !e.Pool.IsNowhere() {
		text += " into " + e.Pool.String()
	}
	if !e.List.IsNowhere() {
		text += " appended to " + e.List.String()
	}
	if !e.Once.IsNowhere() {
		text += " once, by " + e.Once.String()
	}
	return text
}

func (k EffectKind) verb() string {
	return [...]string{"?", "releases", "retains", "moves", "lends", "uses", "may do anything to", "exposes", "readies", "dirties", "houses"}[k]
}

// String returns what is known of an object in words.
func (o Owned) String() string {
	text := ""
	if o.Family != "" {
		text += " of " + o.Family
	}
	if !o.Pool.IsNowhere() {
		text += " from " + o.Pool.String()
	}
	if !o.Lease.IsNowhere() {
		text += map[bool]string{false: " of the lease of ", true: " from "}[o.Moved] + o.Lease.String()
	}
	return text
}

// String returns what is known of a value in words.
func (v Value) String() string {
	number := fmt.Sprintf("#%d", v.Number)
	switch v.Kind {
	case Nil:
		return "nil"
	case NotNil:
		return "not nil"
	case Zero:
		return "zero"
	case Const:
		return v.Const
	case AtPlace:
		return v.Place.String()
	case Object:
		return number
	case Borrow:
		return "a borrow of " + number
	case Alias:
		return "memory of " + number
	case Cleanup:
		return "a function that releases " + number
	case Cleanups:
		parts := make([]string, len(v.Parts))
		for i, p := range v.Parts {
			parts[i] = fmt.Sprintf("#%d", p.To.Number)
		}
		return "a function that releases " + strings.Join(parts, " and ")
	case BorrowOf:
		return "a borrow of " + v.Place.String()
	case AliasOf:
		return "memory of " + v.Place.String()
	case IsZero:
		if v.Number == 1 {
			return "whether " + v.Place.String() + " is not zero"
		}
		return "whether " + v.Place.String() + " is zero"
	case Fresh:
		return v.fresh()
	}
	return "unknown"
}

func (v Value) fresh() string {
	parts := make([]string, len(v.Parts))
	for i, p := range v.Parts {
		parts[i] = fmt.Sprintf("%s: %v", p.Path, p.To)
	}
	if v.Shared {
		parts = append(parts, "and what others know of")
	}
	text := "{" + strings.Join(parts, ", ") + "}"
	if v.Number == WholeStruct {
		return text
	}
	return "a pointer to " + text
}
