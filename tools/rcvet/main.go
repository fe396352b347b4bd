// Rcvet finds mistakes in reference counting before a program runs: leaks, double
// releases, uses after release, borrowed objects that escape, and incomplete
// resets. It knows the pools of rcpool, sync.Pool, and reference-counted objects
// of other libraries.
//
//	rcvet ./...                             checks packages
//	go vet -vettool=$(which rcvet) ./...    does the same as a tool of go vet
//
// For flags and exit codes, run rcvet -help. For the reports, see
// https://github.com/rcpool/rcpool/blob/main/docs/rcvet.md.
package main

import (
	"os"

	"github.com/rcpool/rcpool/tools/analyzer"
)

func main() { os.Exit(run(os.Args[1:], analyzer.Analyzer)) }
