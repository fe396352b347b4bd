package main

import (
	"encoding/json"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

// isVettool says whether these arguments are the go command's, which runs
// rcvet for one package at a time.
func isVettool(args []string) bool {
	if len(args) == 0 {
		return false
	}
	return args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(args[len(args)-1], ".cfg")
}

// vettool does what the go command asks for, and exits.
func vettool(analyzer *analysis.Analyzer) {
	if last := os.Args[len(os.Args)-1]; strings.HasSuffix(last, ".cfg") && withoutFacts(last) {
		os.Exit(0)
	}
	unitchecker.Main(analyzer)
}

// withoutFacts finishes a package of the standard library that others depend
// on, without reading it: its facts are asked for, and the analyzer has none,
// since it knows the standard library by heart. Of the packages of a program
// that is the greater part.
func withoutFacts(config string) bool {
	text, err := os.ReadFile(config)
	if err != nil {
		return false
	}
	var unit unitchecker.Config
	if err := json.Unmarshal(text, &unit); err != nil || !unit.VetxOnly || !inStandardLibrary(unit) {
		return false
	}
	return os.WriteFile(unit.VetxOutput, nil, 0o666) == nil
}

// inStandardLibrary says so of packages of no module whose path begins with no
// domain, as the go command does.
func inStandardLibrary(unit unitchecker.Config) bool {
	first, _, _ := strings.Cut(unit.ImportPath, "/")
	return unit.ModulePath == "" && unit.Module == nil && !strings.Contains(first, ".")
}
