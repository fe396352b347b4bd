// Package rcpool provides pools of reference-counted objects.
//
// A [Pool] is used like a [sync.Pool], except that Get returns a [Ref], a
// counted reference. The object goes back to the pool when its last reference is
// released. Using a reference after its release panics.
//
// # The rule
//
// A Ref[T] is owned. A *T is borrowed.
//
// The owner of a [Ref] must release it exactly once or hand it over. Signatures
// tell who owns what:
//
//   - A Ref[T] parameter or result hands ownership over.
//   - A *T parameter borrows the object until the function returns.
//   - A *Ref[T] parameter borrows the reference: the function may call Retain,
//     but not Release. [Move] and [Drop] are the exception. They take the
//     reference over and set *Ref to zero. A function of yours that does the
//     same says so in its doc comment.
//   - A slice, map, channel or struct owns the Refs in it. Passing it as an
//     argument lends them, returning it hands them over. Sending a Ref on a
//     channel hands it over.
//
// Work that outlives its caller, such as a goroutine, a callback or a timer,
// needs a reference of its own: call [Ref.Retain], or use [Ref.Go] or
// [Ref.Hold], which retain and release. The last [Ref.Release] resets the
// object and returns it to its pool.
//
// # What is caught
//
// Every reference has an identity and knows its lease. Using it after its release
// panics with a [*Misuse] in the goroutine that uses it. This holds in production
// builds too, after the object was leased again, and however many other
// references the lease has or had: no other owner is affected. A lease can have
// 32,787 references at a time.
//
// A copy of a Ref is the same reference. If two owners hold it, the second one to
// release it panics, and that may be the one that is right.
//
// A reference cannot notice that a borrowed *T is used after the release. A
// borrow lives as long as the reference it came from. Under the race detector
// such a use is reported as a race. In production, checked leases report late
// writes and pointers that are kept; see [SetChecking].
//
// # When not to pool
//
// A lease of a small object saves nanoseconds and costs you a rule. Objects that
// are rarely used are gone when they are needed again. Pool objects that are
// large, that are costly to build, such as a gzip.Writer, or that keep capacity
// that the next user would allocate again. docs/choosing.md has measurements by
// size and heap.
package rcpool
