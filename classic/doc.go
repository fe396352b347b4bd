// Package classic is the API of "How did I improve latency by 700% using
// sync.Pool" (2017), the article that rcpool grew out of, on top of
// rcpool.Pool: code written for the article compiles when its import is
// changed to this package.
//
// Objects embed a [ReferenceCounter] by value, a pool hands them out with one
// reference, every further owner is counted with IncrementReferenceCount, and
// the last DecrementReferenceCount resets the object and puts it back.
//
// # What is caught
//
// The counter is part of the object, so whoever has the object has the
// counter: unlike an rcpool.Ref, it can not tell who decrements it. What it can
// tell is whether the object is leased.
//
//   - In every build, as long as the object was not leased again: a decrement
//     too many and an increment too late panic with an *rcpool.Misuse that names
//     the place, and the object is not leased again. Of decrements that race for
//     the last reference all but one panic. Of an increment that races with the
//     last decrement, either it panics or its own decrement does; the object has
//     never two owners by that.
//   - In checked leases, which are all of them under the race detector, with
//     RCPOOL_CHECK=1 and in tests with rctest.NoLeaks, and one in 1024
//     otherwise: the object is never leased again, so the same is caught however
//     late it comes, with the places of the Get and of the last decrement. A
//     leak is reported with the place of its Get. Under the race detector a read
//     or a write of an object after its last decrement is a reported race.
//   - Not caught: a decrement too many, or an increment too late, when the object
//     of an unchecked lease was leased again. It takes or adds a reference of
//     the next owner, as it did in the article. Nor is a reset that forgets a
//     field. An rcpool.Ref and an rcpool.Pool catch both: docs/migrating.md
//     shows the way there.
//
// # What is different from the article
//
// The count can not wrap, and Stats is not torn. Reset may be *e = Event{}: the
// pool restores the counter. A reset that fails panics with an error that wraps
// its cause, not with a string. SetInstance is called once for each object, not
// for each Get.
package classic
