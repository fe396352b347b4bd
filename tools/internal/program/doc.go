// Package program generates programs that use rcpool, whose true answer is
// known: a program made by New keeps the ownership rule whatever its inputs, by
// construction; what a mutation of it does is found out by running it with
// every input, each lease checked. It is what an analyzer is tested against.
//
// A program is written statement by statement. With it goes, for every variable,
// the set of inputs for which it holds a reference at that place (see set): so
// a release is written where all of them hold it, or in an if statement whose
// condition is true for just these.
package program
