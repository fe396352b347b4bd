package rcpool

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool/internal/sampling"
)

// A Misuse describes a mistake that panics, unless SetPanicOnMisuse says
// otherwise: it is the value of the panic, and an error. Use errors.As on the
// recovered value to read it, or errors.Is with a [Kind] to test it.
//
// The panic is raised in the goroutine that used the reference last. No other
// reference is affected, and an object that the mistake puts in doubt is never
// leased again.
type Misuse struct {
	Kind Kind
	Op   string // the method that was called, such as "Release"
	Pool string // the name of the pool; empty for the zero Ref, which has none
	Cure string // how to fix it, if Kind.Cure does not fit

	MisusedAt  Stack // where the mistake was made; the innermost call is f for the function of Hold(f)
	GotAt      Stack // where the lease began with Get; checked leases only
	RetainedAt Stack // where the misused reference was made, with Get or Retain; checked leases only
	ReleasedAt Stack // where the misused reference was released, or else where the lease ended; checked leases only

	ledger uint64 // the ID of the pool's ledger, or 0
	lease  uint64 // the number of the lease; checked leases only
}

// Error returns what happened, where, and how to fix it.
func (m *Misuse) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "rcpool: %s in %s", m.Kind, m.Op)
	if m.Pool != "" {
		fmt.Fprintf(&b, " (pool %s)", m.Pool)
	}
	fmt.Fprintf(&b, ": %s. %s.", m.Kind.Cause(), cmp.Or(m.Cure, m.Kind.Cure()))
	for _, stack := range []struct {
		what string
		at   Stack
	}{{"misused at", m.MisusedAt}, {strings.ToLower(released(m.Kind)), m.ReleasedAt}, {"retained at", retainedApart(m.RetainedAt, m.GotAt)}, {"got at", m.GotAt}} {
		if site := stack.at.Site(); site != "" {
			fmt.Fprintf(&b, "\n\t%s %s", stack.at.at(stack.what), site)
		}
	}
	if unchecked(m.Kind, m.ledger, m.GotAt) {
		b.WriteString("\n\t" + uncheckedText)
	}
	return b.String()
}

// Unwrap returns m.Kind.
func (m *Misuse) Unwrap() error { return m.Kind }

// Raise reports m, and panics with it unless misuses are only reported (see
// SetPanicOnMisuse). It is for packages with references of their own on top of
// rcpool. Of m they set what they know; if MisusedAt is nil, Raise sets it.
func (m *Misuse) Raise() {
	if m.MisusedAt == nil {
		m.MisusedAt = callers()
	}
	r := Report{Kind: m.Kind, Op: m.Op, Pool: m.Pool, Cure: m.Cure, Lease: m.lease, MisusedAt: m.MisusedAt, GotAt: m.GotAt, ReleasedAt: m.ReleasedAt, ledger: m.ledger}
	if m.RetainedAt != nil {
		r.RetainedAt = []Stack{m.RetainedAt}
	}
	if !underTrial() {
		reporting.add(r)
	}
	if !sampling.ReportOnly() {
		panic(m)
	}
}
