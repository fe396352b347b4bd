package growing

import (
	"fmt"
	"strings"
)

// The paths of the last file are listed again.
func summary(file string) string {
	t := tallies.Get().(*tally)
	for line := range strings.Lines(file) {
		t.hits++
		t.paths = append(t.paths, line)
	}
	text := fmt.Sprintf("%d hits %v", t.hits, t.paths)
	tallies.Put(t) // want "reset: "
	return text
}

// The same, with a deferred Put.
func summarize(file string) string {
	t := tallies.Get().(*tally)
	defer tallies.Put(t) // want "reset: "
	for line := range strings.Lines(file) {
		t.paths = append(t.paths, line)
	}
	return strings.Join(t.paths, "\n")
}

// A hit of the last file may be the first.
func first(file string) string {
	t := tallies.Get().(*tally)
	for line := range strings.Lines(file) {
		t.paths = append(t.paths, line)
	}
	path := strings.Join(t.paths, " ")
	tallies.Put(t) // want "reset: "
	return path
}

// The line is emptied elsewhere, but not here.
func firstField(text string) string {
	l := lines.Get().(*line)
	for w := range strings.FieldsSeq(text) {
		l.words = append(l.words, w)
	}
	s := strings.Join(l.words, ",")
	lines.Put(l) // missed "reset: "
	return s
}

// The batch is not emptied.
func joinedTwice(items ...string) string {
	b := batches.Get().(*batch)
	for _, item := range items {
		b.items = append(b.items, item)
	}
	s := strings.Join(b.items, " ")
	batches.Put(b) // missed "reset: "
	return s
}

// The terms of the last text are counted again, although their counts are not.
func post(texts ...string) (n int) {
	a := analyses.Get().(*analysis)
	for _, text := range texts {
		a.feed(text)
	}
	for _, term := range a.terms {
		n += len(term)
	}
	clear(a.counts)
	a.length = 0
	analyses.Put(a) // want "reset: "
	return n
}

// The samples of the last owner are looked at again: they are not cleared.
func (w *window) clear() { // want "reset: "
	w.sum = 0
}
