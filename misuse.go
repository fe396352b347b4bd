package rcpool

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool/internal/sampling"
)

// A Misuse describes a mistake that panics: it is the value of the panic, and an
// error. Use errors.As on the recovered value to read it, or errors.Is with a
// [Kind] to test it.
//
// The panic is raised in the goroutine that made the mistake. No other reference
// is affected, and an object that the mistake puts in doubt is never leased
// again. There is one exception: references of an unchecked lease beyond its
// first 20 are only counted, so a second Release of one of them takes the count
// of another, and that one's owner panics.
type Misuse struct {
	Kind Kind
	Op   string // the method that was called, such as "Release"
	Pool string // the name of the pool; empty for the zero Ref, which has none

	MisusedAt  Stack // where the mistake was made
	GotAt      Stack // where the lease began with Get; checked leases only
	RetainedAt Stack // where the misused reference was made, with Get or Retain; checked leases only
	ReleasedAt Stack // where the misused reference was released, or else where the lease ended; checked leases only

	ledger uint64 // the ID of the pool's ledger, or 0
}

// Error returns what happened, where, and how to mend it.
func (m *Misuse) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "rcpool: %s in %s", m.Kind, m.Op)
	if m.Pool != "" {
		fmt.Fprintf(&b, " (pool %s)", m.Pool)
	}
	fmt.Fprintf(&b, ": %s. %s.", m.Kind.Cause(), m.Kind.Cure())
	for _, stack := range []struct {
		what string
		at   Stack
	}{{"misused", m.MisusedAt}, {"released", m.ReleasedAt}, {"retained", m.RetainedAt}, {"got", m.GotAt}} {
		if site := stack.at.Site(); site != "" {
			fmt.Fprintf(&b, "\n\t%s at %s", stack.what, site)
		}
	}
	if m.GotAt == nil && m.Pool != "" && m.Kind != NilNew {
		fmt.Fprintf(&b, "\n\tThis lease was not checked. Set %s=1 to see its Get, Retain and Release.", sampling.Variable)
	}
	return b.String()
}

// Unwrap returns m.Kind.
func (m *Misuse) Unwrap() error { return m.Kind }
