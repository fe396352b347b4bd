// Package rcpool pools objects and counts the references to them: as quick as
// sync.Pool, as safe as garbage collection.
//
// # The one rule
//
// A Ref[T] is owned. A *T is borrowed.
//
// Whoever holds a [Ref] must release it exactly once or hand it on. In
// signatures:
//
//   - a Ref[T] parameter or result hands ownership over;
//   - a *T parameter borrows the object for the call;
//   - a *Ref[T] parameter borrows the reference: the callee may Retain it, and
//     must not release it;
//   - a slice, map, channel or struct of Refs owns its elements; passing such a
//     slice, map or struct as an argument lends it, returning it hands it over,
//     sending a Ref on a channel hands it over.
//
// To let work outlive you, in a goroutine, a callback or a timer, give it a
// reference of its own: [Ref.Retain], or [Ref.Go] and [Ref.Hold] that do it for
// you. The last [Ref.Release] resets the object and returns it to its pool.
//
// # What is caught
//
// A reference knows its lease, and who it is among the references of the
// lease. So every use of a reference that was given up panics with a [*Misuse]
// in the goroutine that made the mistake, in production builds too, even after
// the object was leased again, and the owner of that lease never notices. (This
// holds for the first 20 references of each lease; further ones have no
// identity, and are counted.)
//
// What a reference can not notice is a borrowed *T that is used after its
// reference was released. A borrow lives as long as the reference it came
// from, no longer.
//
// # When not to pool
//
// The garbage collector is good at small objects: in a small heap, new(T) is
// as quick as a lease up to some 64 bytes, and needs no rule. Pool what is
// large, what is costly to build, such as a gzip.Writer, and what keeps
// capacity that its next user would allocate again.
package rcpool
