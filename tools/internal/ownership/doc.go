// Package ownership finds mistakes in the counting of references before they
// run: references that leak, are released twice, or are used after their
// release; borrowed objects that escape; resets that forget a field. It knows
// rcpool's typed references, and by a table what others count and pool:
// sync.Pool, Arrow, gRPC's mem, fasthttp and more.
//
// The rule that it checks is rcpool's: a Ref is owned, a *T is borrowed. A
// report is about a path that can be taken, and says which. When the analyzer
// is not sure, it says nothing.
package ownership
