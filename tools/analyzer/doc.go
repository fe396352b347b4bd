// Package analyzer is rcvet as an analyzer: it finds mistakes in reference
// counting before a program runs.
//
// It finds references that leak, are released twice, or are used after their
// release; borrowed objects that escape; and resets that miss a field. It knows
// rcpool's typed references. From a table it also knows APIs of others, such as
// sync.Pool, Arrow, gRPC's mem and fasthttp; a [Config] adds more.
//
// The rule that it checks is rcpool's: a Ref is owned, a *T is borrowed. Each
// report is about one path through a function and names that path. If the
// analyzer cannot follow a reference, it reports nothing about it.
//
// Most users want a command instead: rcvet, or go vet with rcvet as its tool.
// Import this package to run the analyzer in a driver of your own, together with
// other analyzers. Package golangci makes it a linter of golangci-lint.
//
// The engine is in internal/ownership. Its doc comment says how it works, and which
// function decides what.
package analyzer
