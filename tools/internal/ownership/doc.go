// Package ownership is the engine of rcvet. It finds mistakes in reference
// counting: references that leak, are released twice, or are used after their
// release; borrowed objects that escape; and resets that miss a field. Package
// analyzer makes it an analysis.Analyzer, with flags and a configuration.
//
// # Where to start
//
//   - Which paths leak: findLeaks and its neighbours, in leak.go.
//   - Which releases and uses are wrong: release and use, in fate.go.
//   - How a report is worded: message, in report.go.
//   - Which functions acquire, retain and release: rcpool's own in typed.go; the
//     APIs of others in table.go, as data, and tabled.go, which applies it.
//   - How a function is walked: walk, in explore.go.
//   - What a caller knows about a function that it calls: summary.go.
//
// # The domain
//
// rcpool's rule is: a Ref is owned, a *T is borrowed. An owner releases its
// reference exactly once, or hands it over. Passing a Ref, returning it, sending
// it, or storing it where others find it hands it over; a goroutine that is
// started with it owns it. The same rule, with the functions of a table, covers
// pools such as sync.Pool and objects with a counter of their own. Some pools are
// lossy: a program may lose their objects.
//
// # How a function is walked
//
// Check builds the SSA form of a package that uses such an API, and explores each
// function that can matter. The explorer carries out the instructions of one path
// after the other. A state is what it knows at one point of one path:
//
//   - Values are terms. A term says where a value came from and how it was
//     computed, so equal terms are equal values, and a condition that was decided
//     once has the same result further down the path. Only paths that can be
//     taken are walked.
//   - A role ties a term to an object: the term is a reference to the object, is
//     borrowed from it, or is memory that the object shares.
//   - A fate says what has happened to an object: it is live, with a number of
//     references that this function owns; dead, after the last release that the
//     function knows of; gone, after the function handed the reference over; or
//     top.
//
// Top means that anything may have happened. An object becomes top where the
// explorer cannot follow it: it was passed to unknown code, stored in a container
// of containers, or its count is uncertain. Nothing is reported about such an
// object any more. So the engine is meant to be sure or silent; docs/rcvet.md has
// the share of reports that are true.
//
// A condition that the state does not decide splits the path. Loops are walked
// twice and then left. Two paths that meet in equal states go on as one. If a
// function has too many paths, the explorer gives up, and the function's summary
// says that nothing is known.
//
// At the end of a path, deferred calls run in their order, and results go to the
// caller. The exits of all paths become the summary of the function: its possible
// outcomes, such as "the error is nil, and the caller owns the first result".
// Callers apply the summary instead of walking the function again. For other
// packages, summaries are facts of the analysis framework.
//
// # From source to report
//
//	func size(events *rcpool.Pool[Event]) (int, error) {
//		event := events.Get()
//		n := len(event.Value().Body)
//		if n == 0 {
//			return 0, errEmpty
//		}
//		event.Release()
//		return n, nil
//	}
//
// concerned (relevant.go) sees that the package uses rcpool, so Check calls
// explore for size.
//
// Line 2: poolMethod (typed.go) calls acquire, which makes an object and sets its
// fate to live with one reference. The result of Get is a term with the role of a
// reference to the object.
//
// Line 3: refMethod (typed.go) checks that the reference is not dead, and gives
// the result of Value the role of a borrow. n is the length of something unknown.
//
// Line 4: branch (explore.go) asks decide whether n == 0. The state does not know,
// so the path splits. One state assumes that n is 0, the other that it is not;
// the trail of each notes the decision.
//
// Line 5: on the first path, the function returns. endPath (leak.go) hands over
// the results, none of which refers to the object. findLeaks finds the object live
// with one reference: a leak. It notes a finding with the place of Get, the return
// statement, and the trail.
//
// Line 7: on the second path, release (fate.go) sets the fate to dead. Its end has
// nothing to report.
//
// When all paths are done, flush (report.go) reports what was found. conditions
// turns the trail into text, and message adds it to the report, at line 2:
//
//	leak: event is not released when n == 0 (line 4): the function returns at line 5
package ownership
