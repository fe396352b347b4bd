// Faketool is an analyzer for the tests of the survey: it reports every call of a
// function named Leak, crashes on a call of Crash, and hangs on a call of Hang.
package main

import (
	"go/ast"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() {
	unitchecker.Main(&analysis.Analyzer{Name: "fake", Doc: "report calls of Leak", Run: run})
}

func run(pass *analysis.Pass) (any, error) {
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			switch name, _ := call.Fun.(*ast.Ident); {
			case name == nil:
			case name.Name == "Leak":
				pass.Report(analysis.Diagnostic{Pos: call.Pos(), Category: "leak", Message: "leak: never released",
					Related: []analysis.RelatedInformation{{Pos: file.Pos(), Message: "leaves here"}}})
			case name.Name == "Crash":
				panic("as the test asked")
			case name.Name == "Hang":
				for {
					time.Sleep(time.Hour)
				}
			}
			return true
		})
	}
	return nil, nil
}
