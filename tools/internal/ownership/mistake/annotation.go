package mistake

import "fmt"

// An Annotation is a comment //rcpool: that is wrong or has no effect.
type Annotation struct{ Wrong string }

// Category returns "annotation".
func (Annotation) Category() string { return "annotation" }

func (m Annotation) text(words) string { return m.Wrong }

// A Guess is a pattern of the configuration that does not say which argument a method
// acts on, and the types do not tell either.
type Guess struct{ Function string }

// Category returns "annotation".
func (Guess) Category() string { return "annotation" }

func (m Guess) text(words) string {
	return fmt.Sprintf("the configuration does not say what %s acts on, and its first parameter is a guess: write %[1]s#0 or %[1]s#recv", m.Function)
}

var annotationDoc = Doc{
	ID: "annotation", Name: "Annotation", Level: "warning",
	Summary: "an rcpool annotation is wrong or has no effect",
	Text: `A comment that begins with //rcpool: is unknown, names a parameter that does not
exist, is in the wrong place, gives no reason, or ignores a report that is not made.`,
	Wrong: `// archive keeps the event until the next flush.
//
//rcpool:owns evnt
func archive(event *Event) { kept = append(kept, event) }
`,
	Cure: `Name a parameter of the function, or delete the annotation. The annotations are
//rcpool:owns p, //rcpool:borrows p, //rcpool:returns-owned, //rcpool:ignore reason.`,
	Right: `// archive keeps the event until the next flush.
//
//rcpool:owns event
func archive(event *Event) { kept = append(kept, event) }
`,
}
