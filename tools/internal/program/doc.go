// Package program generates programs that use rcpool, to test an analyzer against
// known answers. A program made by New keeps the ownership rule with all inputs, by
// construction. For a mutation of it, running it with every input under full
// checking shows which mistakes it makes.
//
// A program is written statement by statement. With it goes, for every variable,
// the set of inputs for which it holds a reference at that place (see set): so
// a release is written where all of them hold it, or in an if statement whose
// condition is true for just these.
package program
