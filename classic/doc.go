// Package classic implements the API of the article "How did I improve latency by
// 700% using sync.Pool" (2017), which rcpool grew out of, with an rcpool.Pool.
// Code written for the article compiles after changing its import to this
// package.
//
// Objects embed a [ReferenceCounter] by value. Get leases an object with one
// reference, IncrementReferenceCount adds a reference for each further owner, and
// the last DecrementReferenceCount resets the object and returns it to the pool.
//
// # What is caught
//
// The counter is part of the object, so everyone with a pointer to the object has
// the counter. Unlike an rcpool.Ref, it cannot tell who decrements it. It can tell
// whether the object is leased.
//
//   - In every build, until the object is leased again: an extra decrement or a
//     late increment panics with an *rcpool.Misuse that names the call site, and
//     the object is not leased again. Of several decrements that race for the
//     last reference, all but one panic. If an increment races with the last
//     decrement, either it or its own decrement panics; the object never has two
//     owners because of that.
//   - In checked leases: the object is never leased again, so the same misuse is
//     caught however late it comes, with the call sites of Get and of the last
//     decrement. A leak is reported with the call site of Get. Under the race
//     detector, a read or write of an object after its last decrement is a
//     reported race. Every lease is checked under the race detector, with
//     RCPOOL_CHECK=1, and in tests with rctest.NoLeaks; otherwise one in 1024 is.
//   - Not caught: an extra decrement or a late increment after the object of an
//     unchecked lease was leased again. It takes or adds a reference of the next
//     owner, as it did in the article. A reset that does not clear a field is not
//     caught either. An rcpool.Ref and an rcpool.Pool catch both; see
//     docs/migrating.md.
//
// # What is different from the article
//
// The count cannot wrap around, and the counts of Stats are consistent. A reset
// may be *e = Event{}, because the pool restores the counter. A failed reset
// panics with an error that wraps its cause instead of a string. The pool calls
// SetInstance once for each object, not for each Get.
package classic

import "github.com/rcpool/rcpool"

// Reports name the caller of this package.
func init() { rcpool.HideFrames("github.com/rcpool/rcpool/classic") }
