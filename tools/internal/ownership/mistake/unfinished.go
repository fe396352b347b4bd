package mistake

// Unfinished is no mistake: a function has more paths, or more ways to end, than are
// followed. Mistakes in it, and in what its callers pass to it, may be missed.
type Unfinished struct{ Function string }

// Category returns "unfinished", which is not among Categories.
func (Unfinished) Category() string { return "unfinished" }

func (m Unfinished) text(words) string { return m.Function + " has more paths than are followed" }
