package mistake

import "github.com/rcpool/rcpool/tools/internal/ownership/fate"

// An Escape is a reference, or what is borrowed from it, that goes where it outlives
// the lease.
type Escape struct {
	How      fate.Handover
	Borrowed bool // not the reference itself
	Again    bool // it is handed over a second time
	Swept    bool // by a loop that releases all elements of a container
}

// Category returns "escape".
func (Escape) Category() string { return "escape" }

func (m Escape) text(w words) string {
	if m.Swept {
		return "memory borrowed from elements of a container is " + m.How.Verb() + ", but all of these are released by then"
	}
	text := w.name + " is " + m.How.Verb() + ", but " + w.other + w.when
	if m.Borrowed {
		text = "memory borrowed from " + w.name + " is " + m.How.Verb() + ", but " + w.name + " is " + w.other + w.when
	}
	if m.How == fate.ToResult {
		return text
	}
	return text + "; retain it first"
}

var escapeDoc = Doc{
	ID: "escape", Name: "Escape", Level: "error",
	Summary: "a borrowed object outlives its reference",
	Text: `This function releases a reference, but something that outlives it still has the
object: a goroutine, a channel, a function that runs later, a field, a variable or
a result. What it has is a borrowed *T, memory that the object shares, or a Ref
that was not retained. Goroutines that are joined before the release are fine.`,
	Wrong: `func index(event rcpool.Ref[Event]) {
	defer event.Release()
	value := event.Value()
	go func() {
		search(value.Body) // may run after the release
	}()
}
`,
	Cure: `Give whatever outlives the function its own reference: call Retain and release it
there, or use Hold or Go, which do both. Copy what you return.`,
	Right: `func index(event rcpool.Ref[Event]) {
	defer event.Release()
	event.Go(func(value *Event) {
		search(value.Body)
	})
}
`,
}
