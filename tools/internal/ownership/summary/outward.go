package summary

import (
	"slices"
)

// This file is about functions of APIs that say who owns what, such as a method of a builder: the
// bodies of their functions are made of buffers and pools, in which callers own nothing.

// Outward returns what a function of such an API does to what its callers know: without what may
// become of what is inside its arguments, and as one outcome for all that its results do not tell
// apart, unless it changes nothing. Lent reports whether a parameter is borrowed, whatever the body
// seems to do with it.
func (s *Summary) Outward(lent func(parameter int) bool) *Summary {
	isInner := func(e Effect) bool {
		i, ok := e.Place.Parameter()
		switch {
		case !ok || e.Place.ThroughElement():
			return false
		case e.Place.IsRoot():
			return lent(i) && e.Kind == Maybe
		}
		return e.Kind == Maybe || e.Kind == Exposes || e.Kind == Readies || e.Kind == Dirties
	}
	out := *s
	out.Outcomes = slices.Clone(s.Outcomes)
	changes := false
	for i, o := range out.Outcomes {
		out.Outcomes[i].Does = slices.DeleteFunc(slices.Clone(o.Does), isInner)
		changes = changes || len(out.Outcomes[i].Does) > 0 || len(o.Sets) > 0
	}
	if !changes {
		return &out
	}
	wide := out.Widened()
	for i, o := range wide.Outcomes {
		wide.Outcomes[i].Does = slices.DeleteFunc(slices.Clone(o.Does), isInner)
	}
	return wide
}
