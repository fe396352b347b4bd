package rcpool

import "github.com/rcpool/rcpool/internal/sampling"

// SetChecking sets how many leases are checked: none (0), every one (1), or one
// in n. It affects all pools, from the next lease on. The default is 1024, or 1
// under the race detector and with the build tag rcpool_check. The environment
// variable RCPOOL_CHECK overrides the default.
//
// Every lease, checked or not, notices the use of a stale reference. A checked
// lease also remembers its Get and every Retain and Release, so a misuse is
// reported with all of them. It notices leaks, data that survives the reset,
// panics in the reset, and writes to the object after the lease. Its object is
// never leased again: after the reset it is filled with a pattern, and watched
// until the garbage collector takes it. See [OnReport].
//
// A checked lease takes microseconds, and longer for objects of many kilobytes.
// If n is not 1, at most 1,000 leases per second are checked, which bounds the
// cost for objects of ordinary size to a few percent of one processor.
// docs/misuse.md has measurements.
//
// An object that the pool makes with new(T) gets a finalizer when a checked
// lease ends, so do not set one on it.
func SetChecking(oneIn int) {
	sampling.Change(func(s *sampling.Settings) { s.OneIn = max(oneIn, 0) })
}

// SetChecking sets how many leases of p are checked, in place of what the
// function [SetChecking] sets for all pools. After a negative number p follows
// the function again. SetChecking returns the value before, so that a test can
// put it back:
//
//	defer pool.SetChecking(pool.SetChecking(1))
//
// It takes effect with the next lease. It is safe for concurrent use.
func (p *Pool[T]) SetChecking(oneIn int) (before int) {
	before = p.rate.Set(oneIn)
	if p.chunk.Load() != nil {
		p.ledger.Visit(sampling.DrawAnew)
	}
	return before
}

// Checking returns the value that SetChecking was called with last, or the
// default.
func Checking() int { return sampling.Current().OneIn }
