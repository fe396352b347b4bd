package mistake

import "github.com/rcpool/rcpool/tools/internal/ownership/fate"

// An Escape is a reference, or what is borrowed from it, that goes where it outlives
// the lease.
type Escape struct {
	How      fate.Handover
	Borrowed bool // not the reference itself
	Again    bool // it is handed over a second time
}

// Category returns "escape".
func (Escape) Category() string { return "escape" }

func (m Escape) text(w words) string {
	text := w.name + " is " + m.How.Verb() + ", but " + w.other + w.when
	if m.Borrowed {
		text = "memory borrowed from " + w.name + " is " + m.How.Verb() + ", but " + w.name + " is " + w.other + w.when
	}
	if m.How == fate.ToResult {
		return text
	}
	return text + "; retain it first"
}
