package rcpool

import "github.com/rcpool/rcpool/internal/sampling"

// SetChecking says how many leases are checked: none for 0, all for 1, one in
// n for n. It takes effect with the next lease, in all pools. The default is
// 1024; it is 1 under the race detector and with the build tag rcpool_check;
// and the environment variable RCPOOL_CHECK, if set, comes before either.
//
// Every lease, checked or not, notices the use of a stale reference. A checked
// lease also remembers where it was acquired, where each reference was taken
// and given up, and where it ended, so that a misuse is reported with all of
// them; it notices when it leaks, when state survives the reset, when the
// reset panics, and when somebody writes to the object after the end. For that
// the object is never leased again: when its lease has ended it is reset,
// filled with a pattern, and watched until the garbage collector takes it.
// See OnReport.
//
// A checked lease costs a few microseconds, more for objects of many kilobytes
// (docs/misuse.md has the figures); one that is not checked costs nothing more
// than if checking is off. Of a program that leases very often fewer than one
// lease in n are checked, if n is not 1: at most 1,000 a second, so that
// checking objects of ordinary size costs no more than some 3 % of one
// processor.
//
// Objects that the pool makes itself, with new(T), get a finalizer when a
// checked lease has ended: do not set one on them.
func SetChecking(oneIn int) {
	sampling.Change(func(s *sampling.Settings) { s.OneIn = max(oneIn, 0) })
}

// SetChecking says how many leases of p are checked, in place of what the
// function [SetChecking] says for all pools. A negative number means that p
// follows the function again. It returns what was set for p before, so that a
// test can put it back:
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

// Checking is what SetChecking was called with last, or the default.
func Checking() int { return sampling.Current().OneIn }
