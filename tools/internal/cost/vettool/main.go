// Vettool is a tool for go vet with a set of analyzers that is chosen when it
// is linked, for measuring what rcvet adds to it.
package main

import (
	"log"

	"golang.org/x/tools/go/analysis/suite/vet"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/rcpool/rcpool/tools/analyzer"
)

// set is set by the linker.
var set = "none"

func main() {
	switch set {
	case "none":
		unitchecker.Main()
	case "standard":
		unitchecker.Main(vet.Suite...)
	case "standard and rcvet":
		unitchecker.Main(append(vet.Suite, analyzer.Analyzer)...)
	default:
		log.Fatalf("unknown set %q", set)
	}
}
