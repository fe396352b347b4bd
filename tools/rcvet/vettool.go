package main

import (
	"encoding/json"
	"go/types"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/rcpool/rcpool/tools/internal/ownership"
)

// isVettool reports whether the arguments come from the go command, which runs
// rcvet as its vet tool for one package at a time.
func isVettool(args []string) bool {
	if len(args) == 0 {
		return false
	}
	return args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(args[len(args)-1], ".cfg")
}

// vettool runs the analyzer as the go command asks, and exits.
func vettool(analyzer *analysis.Analyzer) {
	beginWithLargeHeap()
	if last := &os.Args[len(os.Args)-1]; strings.HasSuffix(*last, ".cfg") {
		if withoutFacts(*last) {
			os.Exit(0)
		}
		*last = withoutData(*last)
		putOffCollection(sourceSize(*last))
	}
	givesAwayTypes(analyzer)
	ownership.SyntaxIsOwn = true
	analyzer.Flags.String(askedFlag, "", "which packages were asked for: only a part of the key of the go command's cache")
	unitchecker.Main(analyzer)
}

// givesAwayTypes makes the driver, which has no other analyzer, forget what it knows of types when it
// gives that to the analyzer: the analyzer forgets the most of it, too, when it has what it needs.
func givesAwayTypes(analyzer *analysis.Analyzer) {
	run := analyzer.Run
	analyzer.Run = func(pass *analysis.Pass) (any, error) {
		own, info := *pass, *pass.TypesInfo
		own.TypesInfo, *pass.TypesInfo = &info, types.Info{}
		return run(&own)
	}
}

// askedFlag tells apart the runs that ask for different packages. From go1.26 on, the
// go command takes what it has cached of a dependency, without reports, for the result
// of a package that is asked for.
const askedFlag = "asked"

// withoutFacts handles a package of the standard library of which only the facts
// are needed, and reports whether it did. It does not read the package: the
// analyzer needs no facts there, because its table describes the standard library.
// Most packages of a program are of this kind.
func withoutFacts(config string) bool {
	unit, ok := readUnit(config)
	return ok && unit.VetxOnly && inStandardLibrary(unit) && os.WriteFile(unit.VetxOutput, nil, 0o666) == nil
}

// readUnit reads the configuration of a unit.
func readUnit(config string) (unit unitchecker.Config, ok bool) {
	text, err := os.ReadFile(config)
	return unit, err == nil && json.Unmarshal(text, &unit) == nil
}

// sourceSize returns how many bytes of source a unit has, or 0 if that is not known.
func sourceSize(config string) (bytes int64) {
	unit, _ := readUnit(config)
	for _, file := range unit.GoFiles {
		if info, err := os.Stat(file); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

// inStandardLibrary reports whether a package belongs to no module and its path
// does not begin with a domain. The go command uses the same rule.
func inStandardLibrary(unit unitchecker.Config) bool {
	first, _, _ := strings.Cut(unit.ImportPath, "/")
	return unit.ModulePath == "" && unit.Module == nil && !strings.Contains(first, ".")
}
