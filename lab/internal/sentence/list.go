// Package sentence writes parts of sentences for messages and reports.
package sentence

import (
	"fmt"
	"strings"
)

// List joins words as a sentence does, with last before the last of them: a, b and
// c.
func List[S ~string](words []S, last string) string {
	var text strings.Builder
	for i, word := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			text.WriteString(" " + last + " ")
		default:
			text.WriteString(", ")
		}
		text.WriteString(string(word))
	}
	return text.String()
}

// Count says how many there are of what the noun names: one round, 2 rounds.
func Count(n int, noun string) string {
	if n == 1 {
		return "one " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
