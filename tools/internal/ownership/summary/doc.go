// Package summary has what callers must know of a function.
//
// A function's walk ends in many exits. Each is an Outcome, in the words of
// package place: under which conditions on the caller's values it comes about,
// what happens to the caller's objects, what is stored where, what is returned, and
// which objects the caller owns afterwards. "result.field is parameter 0" is a Fresh
// value, one of whose Parts is AtPlace p0.
//
// New makes a Summary of the outcomes. It joins those that differ in one condition
// only. It doubts what a caller cannot tell: an effect of one outcome becomes Maybe
// if another outcome, which could be the one that came about, lacks it. So joining
// loses no outcome, and doubt only moves towards Maybe. If there are too many outcomes, those that
// the results do not tell apart become one, which is certain only of what all of them do. These
// laws have tests.
//
// An outcome that exchanges what is in a field for another object says nothing of that if a caller
// cannot tell it from one that leaves the field as it is: see exchange.go.
//
// Of the functions of an API that says who owns what, callers learn less: see outward.go.
package summary
