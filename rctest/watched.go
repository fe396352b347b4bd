package rctest

import (
	"slices"
	"strings"
	"sync"
)

// watched are the pools that NoLeaks was given, with the names of the tests that
// run.
var watched watchers

type watchers struct {
	mu    sync.Mutex
	tests map[Pool][]string
}

// enter notes that the test watches the pools, unless a test does that may run
// at the same time: it returns the name of that one. A test and its subtests may
// watch the same pool.
func (w *watchers) enter(test string, pools []Pool) (other string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range pools {
		for _, name := range w.tests[p] {
			if !related(name, test) {
				return name
			}
		}
	}
	if w.tests == nil {
		w.tests = map[Pool][]string{}
	}
	for _, p := range pools {
		w.tests[p] = append(w.tests[p], test)
	}
	return ""
}

func (w *watchers) leave(test string, pools []Pool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range pools {
		tests := w.tests[p]
		if i := slices.Index(tests, test); i >= 0 {
			tests = slices.Delete(tests, i, i+1)
		}
		if w.tests[p] = tests; len(tests) == 0 {
			delete(w.tests, p)
		}
	}
}

// watches reports whether the test, or one that it is a part of, watches a pool.
func (w *watchers) watches(test string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, tests := range w.tests {
		if slices.ContainsFunc(tests, func(name string) bool { return related(name, test) }) {
			return true
		}
	}
	return false
}

// related reports whether one test is the other, or a part of it.
func related(a, b string) bool {
	return a == b || strings.HasPrefix(a, b+"/") || strings.HasPrefix(b, a+"/")
}
