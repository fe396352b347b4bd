package ownership_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/rcpool/rcpool/tools/analyzer"
)

// TestFixes_AreOfferedWhereTheyAreCertain compares which reports of the programs
// below testdata/offered have a fix with what comments say: // fix, // no fix, or
// // wrong fix if a fix is known to be offered that breaks the program in another
// build. That is exact, so a wrong fix that is gone must be marked anew.
func TestFixes_AreOfferedWhereTheyAreCertain(t *testing.T) {
	var ignored complaints
	marked := 0
	for _, result := range analysistest.Run(&ignored, analysistest.TestData(), analyzer.Analyzer, "./offered/...") {
		pass := result.Pass
		at := func(p token.Pos) string {
			position := pass.Fset.Position(p)
			return fmt.Sprintf("%s:%d", position.Filename, position.Line)
		}
		offered := map[string]bool{} // for lines that are reported
		for _, d := range result.Diagnostics {
			offered[at(d.Pos)] = len(d.SuggestedFixes) > 0
		}
		for _, comment := range commentsOf(pass.Files) {
			place := at(comment.Pos())
			offer, reported := offered[place]
			want, mark := map[string]bool{"// fix": true, "// no fix": false, "// wrong fix": true}[comment.Text]
			switch {
			case !mark:
				continue
			case !reported:
				t.Errorf("%s: no report", place)
			case offer && !want:
				t.Errorf("%s: a fix is offered", place)
			case !offer && want:
				t.Errorf("%s: no fix is offered any more; if none should be, change the comment to no fix", place)
			}
			marked++
		}
	}
	if marked == 0 {
		t.Error("no report is marked")
	}
}

func commentsOf(files []*ast.File) (all []*ast.Comment) {
	for _, file := range files {
		for _, group := range file.Comments {
			all = append(all, group.List...)
		}
	}
	return all
}
