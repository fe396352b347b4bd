// Package droppedbeside has calls of functions that nobody knows, of which the caller drops a
// reference.
package droppedbeside

import (
	"github.com/rcpool/rcpool"
)

type Answer struct{ Rows []string }

var answers = rcpool.Pool[Answer]{Reset: func(a *Answer) { a.Rows = a.Rows[:0] }}

// There is an answer if there is no error.
func count(ask func() (rcpool.Ref[Answer], error)) (int, error) {
	answer, err := ask() // want "leak: answer is not released"
	if err != nil {
		return 0, err
	}
	return len(answer.Value().Rows), nil
}

// The function cannot fail.
func poke(ask func() rcpool.Ref[Answer]) {
	ask() // want "leak: the reference is not released"
}

// The answer is there if ok is true.
func countIf(find func(string) (rcpool.Ref[Answer], bool)) int {
	answer, ok := find("rows") // want "leak: answer is not released"
	if !ok {
		return 0
	}
	return len(answer.Value().Rows)
}
