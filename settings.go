package rcpool

import (
	"sync"

	"github.com/rcpool/rcpool/internal/sampling"
)

// This file has all that can be set for the whole process. Each function takes
// effect at once, is safe for concurrent use, and returns a function that puts
// back what was set before, for tests:
//
//	defer rcpool.SetChecking(1)()
//	t.Cleanup(rcpool.OnReport(func(r rcpool.Report) { … }))
//
// Put settings back in the reverse order. Calling restore again does nothing.

// SetChecking sets how many leases are checked: none (0), every one (1), or one
// in n. It affects all pools, from the next lease on. The default is 1024, or 1
// under the race detector and with the build tag rcpool_check. The environment
// variable RCPOOL_CHECK overrides the default. restore puts back what was set
// before.
//
// Every lease, checked or not, notices the use of a stale reference. A checked
// lease also remembers its Get and every Retain and Release, so a misuse is
// reported with all of them. It notices leaks, data that survives the reset,
// panics in the reset, writes to the object after the lease, and a *T that
// somebody still holds then. Its object is never leased again: after the reset it
// is filled with a pattern, and watched until the garbage collector takes it. See
// [OnReport].
//
// A checked lease takes microseconds, and longer for objects of many kilobytes.
// If n is not 1, at most 1,000 leases per second are checked, and fewer where
// their begin and their end would take more than a fiftieth of the time. That
// bounds the cost to a few percent of one processor. Memory is bounded too: the
// objects that are checked in a second, and those that are watched at any time,
// take at most 1 MiB, or a 64th of the live heap if that is more. An object of
// more than that, or of more than 4 MiB, is only checked if n is 1.
// docs/misuse.md has measurements.
//
// An object that the pool makes with new(T) gets a finalizer when a checked
// lease ends. It replaces one that the program has set.
func SetChecking(oneIn int) (restore func()) {
	var before int
	sampling.Change(func(s *sampling.Settings) { before, s.OneIn = s.OneIn, max(oneIn, 0) })
	return sync.OnceFunc(func() { sampling.Change(func(s *sampling.Settings) { s.OneIn = before }) })
}

// Checking returns the value that SetChecking was called with last, or the
// default.
func Checking() int { return sampling.Current().OneIn }

// SetChecking sets how many leases of p are checked, in place of what the
// function [SetChecking] sets for all pools. After a negative number p follows
// the function again. It takes effect with the next lease. It is safe for
// concurrent use. restore puts back what was set before.
func (p *Pool[T]) SetChecking(oneIn int) (restore func()) { return p.core.setChecking(oneIn) }

func (p *pool) setChecking(oneIn int) (restore func()) {
	before := p.setRate(oneIn)
	return sync.OnceFunc(func() { p.setRate(before) })
}

func (p *pool) setRate(oneIn int) (before int) {
	before = p.rate.Set(oneIn)
	if p.settled.Load() {
		p.ledger.Visit(sampling.DrawAnew)
	}
	return before
}

// SetPanicOnMisuse sets whether a misuse panics, which is the default, or is only
// reported to OnReport, so that the program carries on. It affects all pools at
// once. The environment variable RCPOOL_MISUSE, set to "report" or "panic",
// overrides the default. restore puts back what was set before.
//
// While misuses are only reported, a mistake must still harm nobody but the one
// who makes it. No object that was misused is leased again, and:
//
//   - Release and Drop of a stale or zero Ref do nothing.
//   - Value and Detach of a stale or zero Ref return a fresh object, that Pool.New
//     has made (new(T) for the zero Ref). Nobody else has it, and the next call
//     returns another one.
//   - Retain, Hold and Go of a stale Ref lease such an object. What Retain returns
//     is an ordinary reference: release it. Retain of the zero Ref returns the
//     zero Ref.
//   - Detach of a shared object gives up the reference and returns the object,
//     which the others keep, or a fresh one if the pool has a Free. The shared
//     object is never reset. Nor is an object with more
//     references than a lease can have. References that such an object gets from
//     then on, beyond its first 20, are not told apart: they stay valid, and
//     Release of one does nothing.
//   - Get uses new(T) if Pool.New returns nil.
func SetPanicOnMisuse(on bool) (restore func()) {
	var before bool
	sampling.Change(func(s *sampling.Settings) { before, s.ReportOnly = s.ReportOnly, !on })
	return sync.OnceFunc(func() { sampling.Change(func(s *sampling.Settings) { s.ReportOnly = before }) })
}

// PanicOnMisuse reports whether a misuse panics; see SetPanicOnMisuse.
func PanicOnMisuse() bool { return !sampling.ReportOnly() }

// OnReport sets the function that receives reports, in place of the one set
// before. nil sets the default, which logs a record at level Error with slog.
// restore puts back what was set before.
//
// f receives the first report of a kind, pool and set of stacks, then the 10th,
// the 100th, and so on. It runs on a goroutine of its own, one call after the
// other, and never on the goroutine that made or noticed the mistake, which does
// not wait for it: a reference may be released under any lock, and f may take
// the same lock, or use pools. While f is at work at most 100 reports wait;
// further ones are dropped and counted in [Report].Missed. The goroutine starts
// with a report and ends when none is left.
//
// So a program that ends may do so before f was called: call [FlushReports]
// before. If a panic with a *Misuse ends it, the text of the panic says what the
// report says.
func OnReport(f func(Report)) (restore func()) {
	if f == nil {
		f = logReport
	}
	before := reporting.receiver.Swap(&f)
	return sync.OnceFunc(func() { reporting.receiver.Store(before) })
}

func init() { OnReport(nil) }

// HideFrames leaves the calls of functions of the package with the given import
// path out of every [Stack], so that a report names the caller of the package
// instead. A package that calls rcpool on behalf of its users calls it once, in
// an init function:
//
//	func init() { rcpool.HideFrames("example.com/eventlog") }
//
// It hides neither the package's tests nor the packages below the path. It is
// safe for concurrent use. restore undoes the call.
func HideFrames(pkg string) (restore func()) {
	prefix := symbolPrefix(pkg)
	hiddenPackages.add(prefix, 1)
	return sync.OnceFunc(func() { hiddenPackages.add(prefix, -1) })
}
