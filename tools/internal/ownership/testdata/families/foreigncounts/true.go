package foreigncounts

import "sync"

// It is released twice.
func handleTwice(name string) {
	t := begin(traces)
	t.DecrementReferenceCount()
	t.DecrementReferenceCount() // want "double-release: "
}

// What was retained for a goroutine that is not started stays.
func handleSome(names []string) {
	t := begin(traces)
	defer t.DecrementReferenceCount()
	var all sync.WaitGroup
	for _, n := range names {
		t.IncrementReferenceCount() // missed "leak: "
		if n == "" {
			continue
		}
		all.Add(1)
		go func() {
			defer all.Done()
			defer t.DecrementReferenceCount()
			t.span(n)
		}()
	}
	all.Wait()
}

// Each name releases it.
func handleEach(s source, names []string) {
	t := begin(s)
	for _, n := range names {
		t.span(n)
		if n == "" {
			t.DecrementReferenceCount()
		}
	}
	t.DecrementReferenceCount() // want "double-release: "
}

// The goroutine has no reference of its own to give up.
func inBackground(name string) {
	t := begin(traces)
	go func() {
		t.DecrementReferenceCount()
		t.DecrementReferenceCount() // want "double-release: "
	}()
}
