package ownership_test

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"os"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/rcpool/rcpool/tools/analyzer"
)

// TestCheck_FindsTheSameEachTime analyzes packages several times. The reports, in their order, and the
// encoded facts must be the same each time: otherwise what is reported in a program would depend on
// chance, and build systems that keep the results of a tool would analyze packages again for nothing.
// Where the order of a map mattered, some of these packages had other facts in nearly every run.
func TestCheck_FindsTheSameEachTime(t *testing.T) {
	config := &packages.Config{Mode: packages.LoadAllSyntax, Dir: "testdata", Env: append(os.Environ(), "GOWORK=off")}
	loaded, err := packages.Load(config, "./counted/...", "./pools/...", "./incidents/...")
	if err != nil {
		t.Fatal(err)
	}
	first := foundIn(t, loaded)
	if len(first) == 0 {
		t.Fatal("nothing is found")
	}
	for range 4 {
		again := foundIn(t, loaded)
		for what, was := range first {
			if is := again[what]; is != was {
				t.Errorf("%s: first %q, and then %q", what, was, is)
			}
		}
		if len(again) != len(first) {
			t.Errorf("%d results, and then %d", len(first), len(again))
		}
	}
}

// foundIn returns the reports of packages, and the encoded fact of each function of theirs and of those
// that they import.
func foundIn(t *testing.T, loaded []*packages.Package) map[string]string {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{analyzer.Analyzer}, loaded, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for action := range graph.All() {
		if action.Err != nil {
			t.Fatal(action.Err)
		}
		all["the reports of "+action.Package.ID] = fmt.Sprintf("%v", action.Diagnostics)
		for _, fact := range action.AllObjectFacts() {
			if fact.Object.Pkg() != action.Package.Types {
				continue
			}
			var encoded bytes.Buffer
			if err := gob.NewEncoder(&encoded).Encode(fact.Fact); err != nil {
				t.Fatal(err)
			}
			all[fmt.Sprintf("%s: the fact of %v", action.Package.ID, fact.Object)] = encoded.String()
		}
	}
	return all
}
