package mistake

// Unfinished is no mistake: a function has more paths, or more ways to end, than are
// followed. Mistakes in it, and in what its callers pass to it, may be missed.
type Unfinished struct{ Function string }

// UnfinishedCategory is the first word of such a report. It is not among Categories.
const UnfinishedCategory = "unfinished"

// Category returns "unfinished".
func (Unfinished) Category() string { return UnfinishedCategory }

func (m Unfinished) text(words) string { return m.Function + " has more paths than are followed" }
