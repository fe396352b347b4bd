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
