// Rcvet finds mistakes in the counting of references before they run: leaks,
// double releases, uses after the release, borrowed objects that escape,
// incomplete resets. It knows the pools of rcpool, sync.Pool, and counted
// objects of other libraries.
//
//	rcvet ./...                             what users run
//	go vet -vettool=$(which rcvet) ./...    the same as a tool of go vet
//
// See https://github.com/rcpool/rcpool/blob/main/docs/rcvet.md.
package main

import (
	"os"

	"github.com/rcpool/rcpool/tools/analyzer"
)

func main() { os.Exit(run(os.Args[1:], analyzer.Analyzer)) }
