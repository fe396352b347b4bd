package ownership_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/rcpool/rcpool/tools/analyzer"
)

// TestFixes_GiveTheGoldenPrograms compares what the fixes of the programs below
// testdata/fixes make of them with the files *.golden, each of which must come
// about by fixes.
func TestFixes_GiveTheGoldenPrograms(t *testing.T) {
	var complaints complaints
	results := analysistest.RunWithSuggestedFixes(&complaints, analysistest.TestData(), analyzer.Analyzer, "./fixes/...")
	for _, complaint := range complaints {
		t.Error(complaint)
	}

	golden, err := filepath.Glob("testdata/fixes/*/*.golden")
	if err != nil || len(golden) == 0 {
		t.Fatalf("found %d golden files, error %v", len(golden), err)
	}
	fixed := fixesOf(results)
	for _, file := range golden {
		file, err := filepath.Abs(strings.TrimSuffix(file, ".golden"))
		if err != nil {
			t.Fatal(err)
		}
		if len(fixed[file].edits) == 0 {
			t.Errorf("no fix for %s", file)
		}
	}
}

// TestFixes_LeaveCleanPrograms applies the fixes of all programs of the tests:
// these must compile then, what was fixed must be reported no more, and nothing
// else must be reported instead.
func TestFixes_LeaveCleanPrograms(t *testing.T) {
	var ignored complaints
	patterns := []string{"./typed/...", "./fixes/..."}
	fixed := fixesOf(analysistest.Run(&ignored, analysistest.TestData(), analyzer.Analyzer, patterns...))

	module := copyOfTestData(t)
	fixes := 0
	for file, f := range fixed {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		path, err := filepath.Rel(analysistest.TestData(), file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(module, path), f.apply(source), 0o666); err != nil {
			t.Fatal(err)
		}
		fixes += f.count
	}
	if fixes == 0 {
		t.Fatal("no fixes")
	}

	var complaints complaints
	analysistest.Run(&complaints, module, analyzer.Analyzer, patterns...)
	const missed = ": no diagnostic was reported matching "
	count := func(of []string) (n int) {
		for _, complaint := range of {
			if strings.Contains(complaint, missed) {
				n++
			}
		}
		return n
	}
	for _, complaint := range complaints {
		if !strings.Contains(complaint, missed) && !slices.ContainsFunc(ignored, sameComplaint(complaint)) {
			t.Errorf("after the fixes: %s", strings.TrimPrefix(complaint, module+string(filepath.Separator)))
		}
	}
	if gone := count(complaints) - count(ignored); gone != fixes {
		t.Errorf("%d mistakes are reported no more, want %d", gone, fixes)
	}
	t.Logf("%d fixes applied", fixes)
}

// sameComplaint compares the texts of complaints, but for where they are.
func sameComplaint(complaint string) func(string) bool {
	text := func(complaint string) string {
		at := position.FindString(complaint)
		return filepath.Base(filepath.Dir(at)) + strings.TrimLeft(complaint[len(at):], ":0123456789")
	}
	return func(other string) bool { return text(other) == text(complaint) }
}

// fileFixes are the edits of the fixes of a file.
type fileFixes struct {
	edits []edit
	count int // of fixes
}

type edit struct {
	start, end int
	text       []byte
}

// fixesOf collects the first fix of each report by file, except fixes that
// overlap with others.
func fixesOf(results []*analysistest.Result) map[string]fileFixes {
	fixed := map[string]fileFixes{}
	for _, result := range results {
		for _, diagnostic := range result.Diagnostics {
			if len(diagnostic.SuggestedFixes) > 0 {
				addFix(fixed, result, diagnostic.SuggestedFixes[0])
			}
		}
	}
	return fixed
}

func addFix(fixed map[string]fileFixes, result *analysistest.Result, fix analysis.SuggestedFix) {
	if len(fix.TextEdits) == 0 {
		return
	}
	file := result.Pass.Fset.File(fix.TextEdits[0].Pos)
	f := fixed[file.Name()]
	var added []edit
	for _, textEdit := range fix.TextEdits {
		e := edit{file.Offset(textEdit.Pos), file.Offset(textEdit.End), textEdit.NewText}
		same := func(other edit) bool {
			return e.start == other.start && e.end == other.end && bytes.Equal(e.text, other.text)
		}
		overlaps := func(other edit) bool { return e.start < other.end && other.start < e.end }
		switch {
		case slices.ContainsFunc(f.edits, same): // such as the import of a package
		case slices.ContainsFunc(f.edits, overlaps):
			return
		default:
			added = append(added, e)
		}
	}
	f.edits = append(f.edits, added...)
	f.count++
	fixed[file.Name()] = f
}

func (f fileFixes) apply(source []byte) []byte {
	edits := slices.Clone(f.edits)
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(source[at:e.start])
		out.Write(e.text)
		at = e.end
	}
	out.Write(source[at:])
	return out.Bytes()
}

// copyOfTestData is a module like testdata whose files may be changed.
func copyOfTestData(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "go.mod")
	module, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	module = bytes.Replace(module, []byte("=> ../../../..\n"), []byte("=> "+root+"\n"), 1)
	if err := os.WriteFile(file, module, 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}
