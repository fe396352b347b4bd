// Package term has the values that the analyzer computes with, and the
// conditions that it knows about them.
//
// A Term says where a value came from and how it was computed: "parameter 0",
// "what Get returned the second time that line 7 was reached", "field 3 of that".
// Terms are numbers, and Terms is the table behind them. The table holds each
// structure once, so equal terms are equal values, and comparing values is
// comparing numbers.
//
// Facts are the conditions that were decided on one path. A condition is a term
// too: len(b) == 0 is the comparison of two others. Decide answers whether a
// condition follows from what is known; Learn adds one. Facts only say what is
// certain. What does not follow is undecided, and the path splits there.
//
// The laws that the rest of the analyzer builds on are tested in laws_test.go:
// the table is a function of the structure, Not undoes itself, a comparison of
// constants is computed as Go does it, and under any assignment of numbers to
// variables, facts that were learned from true conditions decide no condition
// wrongly.
package term
