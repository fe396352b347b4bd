// Package code answers questions about the code of a package that need no walk
// of its paths: which values are alive where, which blocks are in loops, which
// functions never return, which captured variables never change.
//
// A Package is the SSA form of a package with its Functions. Answers about a
// function are computed once.
package code
