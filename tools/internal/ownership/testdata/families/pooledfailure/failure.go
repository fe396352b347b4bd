// Package pooledfailure has pooled objects that are errors.
package pooledfailure

import "sync"

type failure struct{ text string }

func (f *failure) Error() string { return f.text }

var failures = sync.Pool{New: func() any { return new(failure) }}

func fail(text string) *failure {
	f := failures.Get().(*failure)
	f.text = text
	return f
}

// failAs returns the failure as an error.
func failAs(text string) error { return fail(text) }

func forget(err error) {
	if f, ok := err.(*failure); ok {
		f.text = ""
		failures.Put(f)
	}
}
