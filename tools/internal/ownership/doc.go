// Package ownership is the engine of rcvet. It finds mistakes in reference
// counting: references that leak, are released twice, or are used after their
// release; borrowed objects that escape; and resets that miss a field. Package
// analyzer makes it an analysis.Analyzer, with flags and a configuration.
//
// # Where to start
//
// The engine is in packages, each below those that use it:
//
//	term        values, conditions, and what follows from conditions
//	place       memory in words that a function and its callers share
//	api         which functions acquire, retain and release: a table
//	code        questions about a function's code that need no walk
//	naming      what the names of functions tell
//	spot        where objects are: fields, and elements of lists
//	fate        objects, and what becomes of them
//	summary     what callers must know of a function
//	holding     what a package does to the objects in fields
//	memory      what is known at one point of a path
//	source      the text at a position
//	mistake     a file for each category of reports, with what users read of it;
//	            protocols; and the reporter
//	fix         what cures a mistake for certain
//	annotation  the comments //rcpool:
//	check       the checks that walk no path, a file for each
//
// This package is on top. It walks functions:
//
//   - Which functions are walked, and in which order: Check, in check.go, and relevant.go;
//     what is known of the package meanwhile: checker.go;
//     what is forgotten of its types: typeinfo.go.
//   - How a function is walked: walk, in explore.go. The explorer takes the instructions one by
//     one (instruction.go, call.go, carry.go) and gives each to one of the types below it, which
//     assemble puts together. The comment of each type says what it knows and whom it asks.
//   - What instructions compute: expression.go, and errorvalues.go for errors, wrappers.go for those that other packages wrap; what is in memory:
//     loads.go and stores.go; of which kind a variable is: kinds.go; what goes to others:
//     handover.go; what programs count themselves: counted.go; what happens to objects then: accounts.go; and what other
//     code may have done meanwhile: others.go. What they all speak of is in site.go: calls,
//     their results, the exits of functions.
//   - What a call of rcpool does: typed.go and detached.go; of a builtin function: builtin.go; of
//     a function of the table: tabled.go; of the standard library: library.go; of testify:
//     assertions.go; of unknown code: unknown.go, with results.go for what its results tell, and heaps.go for heaps; of a function with a summary: callee.go,
//     apply.go, resolve.go, effect.go and rebuild.go, and aliased.go where that does not tell
//     enough; of one that makes an object with a reference: constructed.go; of unknown code that
//     is given a struct as an interface: wrapper.go; of an iterator with the body of a loop:
//     loopover.go; of one that is given functions, or that is in a variable: carry.go; of lists of
//     functions: cleanuplists.go; of one of which only the name is known: package naming.
//   - Which conditions may tell the program what it owns: doubt.go.
//   - What runs at another time, such as a goroutine: spawn.go; channels: channel.go.
//   - Where a walk is, and where to report what happens there: position.go.
//   - How a summary is made: summarize.go, describe.go, and lateerror.go for errors that
//     deferred calls set; what it says of parameters that are no objects: caller.go.
//   - Which releases and uses are wrong: release and use, in accounts.go; of parameters to which
//     nobody else has a reference: fresharguments.go; and which parameters a function puts back: putback.go.
//   - What a callee has released on some of its paths: untold.go. What it uses, though its
//     caller has emptied the field: zerouse.go.
//   - Which paths leak: leak.go, constructorlists.go for what is lent in a list, returnedlists.go for
//     what is collected in one for a caller, and chosen.go for loops that do something at one index.
//     What is recorded of a mistake: recorder.go.
//   - Which objects are released before they are finished: protocol.go, with bodystep.go for
//     what functions do with them, and fieldcourse.go for those in fields.
//   - What lists and maps of borrowed memory have: lent.go. What callees keep in containers of
//     others: keeping.go, and what takes it out again: keepers.go.
//   - Which pooled objects are dirty: pools.go; which pools are surely two: poolidentity.go.
//
// When all functions were walked, the checks of package check run:
//
//   - Which entries of maps are overwritten: entries.go, with outcome.go for what a call on the
//     way has returned and keyed.go for objects that have their keys, and by methods that do not
//     look there first: blind.go, with repeats.go for their callers, samekeys.go and constantkeys.go for
//     keys that are known, and rings.go for lists that begin again; which fields still have what a method has released: holders.go, or what
//     the function has put back that stored it: heldput.go; which objects are in two fields: copied.go, and which fields are a second name:
//     secondname.go; which references have two owners: onehome.go, with guarded.go for
//     those in variables that a deferred Drop guards, or one
//     that gives them away and releases them: secondowner.go, or a container and a caller:
//     handedout.go, which are in one list twice: listedtwice.go, and uneven.go for results that the caller owns on some ways; which are used after their entry was released:
//     lentbykey.go; which elements a loop releases and leaves in their container: sweeps.go and
//     halfway.go, with oneturn.go for lists of one element; which elements are used after all were released: spent.go, with acts.go for
//     what functions do to elements; what is returned of elements that were all released: endedparts.go; which lists have parts of memory that was released: views.go.
//   - Which fields a struct forgets when it is closed: forgotten.go, or closes only where another
//     one is set: alongside.go; which objects are
//     removed from the container that owns them, and not released: removed.go, with cuts.go for
//     which element of a list that is, unseen.go if nobody has looked, with listentries.go for lists
//     in maps and begins.go for fields that are never empty, or not on each way: removedways.go.
//   - Which loops that release the elements of a list are left too early: cutshort.go.
//   - Which rings and queues still have what was released: leftover.go, with aftermath.go for
//     what other functions do to the same thing afterwards, which may have two names: original.go;
//     and which objects are released that a second container still has: secondindex.go, with
//     secondtold.go for what the program knows of that, or that a function uses which is called later:
//     callbacks.go. What comes to containers: puttings.go. Which structs in containers still have
//     what was released, or was given away, in leftbehind.go, with trail.go for how objects are found;
//     which lists are released after some of their elements got another owner: batch.go; which pooled objects have two keys: secondkey.go.
//   - Which bytes were borrowed before their block grew: grown.go.
//   - Which fields of pooled structs are dirty: stale.go, inherited.go, growing.go and
//     sticky.go, with oneowner.go for flags that say nothing of what is kept, and pushed.go
//     for stacks; which
//     resets miss a field: resets.go, and decoded.go for fields that decoders write.
//   - Which objects are in a pool of another type, or in one for pointers: pooltypes.go
//     and nonpointer.go.
//   - Which methods release a field each time they close it: reclosed.go.
//
// rcvet -debug=name, or -debug=Type.name, prints the walk of one function and its
// summary.
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
// # The lattice
//
// The explorer carries out the instructions of one path after the other. A
// memory.State is what it knows at one point of one path:
//
//   - Values are terms. A term says where a value came from and how it was
//     computed, so equal terms are equal values, and a condition that was decided
//     once has the same result further down the path. Only paths that can be
//     taken are walked.
//   - A role ties a term to an object: the term is a reference to the object, is
//     borrowed from it, is memory that the object shares, or releases it when called.
//   - A fate says what has happened to an object: it is live, with a number of
//     references that this function owns; dead, after the last release that the
//     function knows of; gone, after the function handed the reference over; or
//     top.
//
// Top is above the other three: anything may have happened. An object becomes top
// where the explorer cannot follow it: it was passed to unknown code, stored in a
// container of containers, or its count is uncertain. Nothing is reported about such
// an object any more. So the engine is meant to be sure or silent; docs/rcvet.md has
// the share of reports that are true.
//
// States of different paths are not joined, so nothing is lost by a join. A
// condition that the state does not decide splits the path. Two paths that meet in
// equal states go on as one. Loops are walked twice and then left, with their
// counters unknown. If a function has too many paths, the explorer gives up, and the
// function's summary says that nothing is known. A second walk, a wide one, goes on where it was
// least often, so it sees all parts of the function before it has to give up as well.
//
// At the end of a path, deferred calls run in their order, and results go to the
// caller. The exits of all paths become the summary of the function: its possible
// outcomes, such as "the error is nil, and the caller owns the first result".
// There, outcomes that differ in one condition are joined, and an effect that a
// caller cannot tell from its absence becomes Maybe. Callers apply the summary
// instead of walking the function again: to apply it is meant to be the same as to
// carry out the body. For other packages, summaries are facts of the analysis
// framework.
//
// # Adding a check
//
// A mistake in the order of an object's calls, such as a bufio.Writer that is released
// before Flush, is a mistake.Protocol: one declaration in a file of its own in package
// mistake, beside unflushed.go. It has the text that users read, with a mistaken and a
// corrected example, and says which fate.Step a call is: Pending begins something, Settled
// finishes it, Idle leaves it as it is, and Unknown is the answer for every call that it
// does not know. The engine follows the object on every path, through deferred calls,
// function literals, loops over iterators and the functions of the package that it is an
// argument of. It reports a release while something is pending, unless some path of the
// function settles the object or hands it to code that may. "rcvet help", the configuration
// and the SARIF rules know the category at once. The section in docs/rcvet.md is written by
//
//	go test ./tools/rcvet -run Documentation -update
//
// and the line in the page's table of levels by hand. A folder of testdata/families shows
// what is reported: each function with a comment is a case. A case in true.go has one mark,
// "// want" or "// missed" with the beginning of the report; false.go has as many cases
// without a mark. Older families may have the new mistake, too.
//
// A check that walks no path is a file of package check: entries.go is a model. Any other
// one needs the engine: leaks.ofPools in leak.go is a model of one that compares the paths
// of a function.
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
// explore for size, and that walkFunction. Its SSA form has three blocks: up to the condition, and one for
// each way to go on.
//
// Line 2: poolMethod (typed.go) calls Acquire, which makes an object and sets its
// fate to live with one reference. The result of Get is a term with the role of a
// reference to the object.
//
// Line 3: refMethod (typed.go) checks that the reference is not dead, and gives
// the result of Value the role of a borrow. n is the length of something unknown.
//
// Line 4: branch (explore.go) asks the state's facts whether n == 0. They do not
// decide it, so the path splits. One state learns that n is 0, the other that it is
// not; the trail of each notes the decision.
//
// Line 5: on the first path, the function returns. endPath (handover.go) hands over
// the results, none of which refers to the object. leaks.onPath (leak.go) finds the
// object live with one reference. The recorder notes a mistake.Leak at the place of Get,
// with the return statement and the trail.
//
// Line 7: on the second path, release (accounts.go) sets the fate to dead. Its end has
// nothing to report.
//
// When all paths are done, summarize makes the summary: on both paths, nothing
// happens to what the caller owns. The mistake.Reporter reports what was found. It
// turns the trail into text, and the leak's own text around it gives, at line 2:
//
//	leak: event is not released when n == 0 (line 4): the function returns at line 5
package ownership
