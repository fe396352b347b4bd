package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif" // holds the schema
	"github.com/xeipuuv/gojsonschema"

	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/sarif"
)

func TestJSON_IsOneDocument(t *testing.T) {
	dir := module(t, map[string]string{"sub/a.go": leaky, "b.go": "package b\n"})
	got := do(t, rcvet(t, dir, "-json", "./..."))
	var d document
	decoder := json.NewDecoder(strings.NewReader(got.stdout))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil || decoder.More() {
		t.Fatalf("%v\n%s\n%s", err, got.stdout, got.stderr)
	}
	if got.code != found || d.Version != 1 || !d.OK || len(d.Broken) != 0 || len(d.Reports) != 1 {
		t.Fatalf("exit code %d\n%s", got.code, got.stdout)
	}
	start := strings.Index(leaky, "acquire()") + len("acquire()")
	at := region{"sub/a.go", 4, 2, 4, 11}
	r := d.Reports[0]
	if r.region != at || r.Category != "leak" || r.Message != "defer release() is missing" || r.Package != "example.com/m/sub" ||
		r.URL != mistake.Documentation+"#leak" || len(r.Fingerprint) != 24 ||
		len(r.Path) != 2 || r.Path[0] != (step{at, "acquired here"}) ||
		len(r.Fixes) != 1 || len(r.Fixes[0].Edits) != 1 || r.Fixes[0].Edits[0] != (edit{"sub/a.go", start, start, "\n\tdefer release()"}) {
		t.Errorf("%s", got.stdout)
	}
}

func TestJSON_ListsAreNeverNull(t *testing.T) {
	dir := module(t, map[string]string{"a/a.go": "package a\n\nfunc AcquireOne() {}\n", "b/b.go": "package b\n\nimport \"example.com/m/a\"\n\nfunc B() { a.AcquireOne() }\n"})
	for _, packages := range []string{"./a", "./b"} {
		if got := do(t, rcvet(t, dir, "-json", packages)); strings.Contains(got.stdout, "null") {
			t.Errorf("%s", got.stdout)
		}
	}
}

func TestJSON_BrokenPackages(t *testing.T) {
	dir := module(t, map[string]string{"a.go": leaky, "broken/b.go": "package broken\n\nvar x int = \"\"\n"})
	got := do(t, rcvet(t, dir, "-json", "./..."))
	var d document
	if err := json.Unmarshal([]byte(got.stdout), &d); err != nil {
		t.Fatalf("%v\n%s", err, got.stdout)
	}
	if got.code != failed || d.OK || len(d.Reports) != 1 || len(d.Broken) != 1 || d.Broken[0] != "example.com/m/broken" {
		t.Errorf("exit code %d\n%s", got.code, got.stdout)
	}
}

// fromGrammar is what a parser generator such as goyacc writes: the directive has a line and
// no column.
const fromGrammar = "package a\n\nfunc Leak() {\n//line grammar.y:12\n\tacquire()\n}\n\n" + declared

func TestLineDirective_WithoutColumn(t *testing.T) {
	dir := module(t, map[string]string{"a.go": fromGrammar, "grammar.y": strings.Repeat("\n", 20)})
	do(t, rcvet(t, dir, "./...")).want(t, found, "grammar.y:12: leak: defer release() is missing\n"+
		"\tgrammar.y:12: acquired here\n"+
		"\tgrammar.y:13: leaves here\n"+
		"\t-fix: insert defer release()\n")

	got := do(t, rcvet(t, dir, "-json", "./..."))
	var d document
	if err := json.Unmarshal([]byte(got.stdout), &d); err != nil {
		t.Fatalf("%v\n%s\n%s", err, got.stdout, got.stderr)
	}
	if got.code != found || len(d.Reports) != 1 || d.Reports[0].region != (region{"grammar.y", 12, 0, 12, 0}) {
		t.Errorf("exit code %d\n%s", got.code, got.stdout)
	}

	run := sarifOf(t, found, dir)
	if len(run.Results) != 1 || run.Results[0].Locations[0].Physical.Region != (sarif.Region{StartLine: 12, EndLine: 12}) {
		t.Errorf("%+v", run.Results)
	}
}

func TestRegionOf_IsNoPosition(t *testing.T) {
	if r, err := regionOf("-", "a.go:3:4"); err == nil {
		t.Errorf("got %+v, want an error", r)
	}
}

// sarifSchema is the schema of SARIF 2.1.0, which go-sarif has in its source
// and does not export.
var sarifSchema = sync.OnceValues(func() (*gojsonschema.Schema, error) {
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
	if err != nil {
		return nil, err
	}
	literal := file.Decls[0].(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Values[0].(*ast.BasicLit)
	text, err := strconv.Unquote(literal.Value)
	if err != nil {
		return nil, err
	}
	return gojsonschema.NewSchema(gojsonschema.NewStringLoader(text))
})

// sarifOf runs rcvet -sarif, and validates what it writes.
func sarifOf(t *testing.T, code int, dir string, args ...string) sarif.Run {
	t.Helper()
	got := do(t, rcvet(t, dir, append([]string{"-sarif"}, args...)...))
	if got.code != code {
		t.Fatalf("exit code %d, want %d\n%s", got.code, code, got.stderr)
	}
	schema, err := sarifSchema()
	if err != nil {
		t.Fatal(err)
	}
	result, err := schema.Validate(gojsonschema.NewStringLoader(got.stdout))
	if err != nil {
		t.Fatalf("%v\n%s", err, got.stdout)
	}
	if !result.Valid() {
		t.Fatalf("%v\n%s", result.Errors(), got.stdout)
	}
	var log sarif.Log
	if err := json.Unmarshal([]byte(got.stdout), &log); err != nil {
		t.Fatal(err)
	}
	if len(log.Runs) != 1 || log.Runs[0].Results == nil {
		t.Fatalf("not one run with results\n%s", got.stdout)
	}
	return log.Runs[0]
}

func TestSARIF_IsValidAndComplete(t *testing.T) {
	wide := strings.Replace(leaky, "\tacquire()", "\t/* é😀 */ acquire()", 1)
	dir := module(t, map[string]string{"sub/é.go": wide, ".git/HEAD": "", "go.work": "go 1.25.0\n\nuse .\n"})
	run := sarifOf(t, found, filepath.Join(dir, "sub"))
	if len(run.Results) != 1 || !run.Invocations[0].ExecutionSuccessful {
		t.Fatalf("%+v", run)
	}
	r := run.Results[0]
	at := sarif.PhysicalLocation{
		Artifact: sarif.ArtifactLocation{URI: "sub/%C3%A9.go", BaseID: sarif.SourceRoot},
		Region:   sarif.Region{StartLine: 4, StartColumn: 12, EndLine: 4, EndColumn: 21},
	}
	if r.RuleID != "leak" || run.Tool.Driver.Rules[r.RuleIndex].ID != "leak" || r.Level != "warning" || r.Message.Text != "defer release() is missing" || r.Locations[0].Physical != at {
		t.Errorf("result %+v", r)
	}
	if len(r.Related) != 2 || r.Related[0].ID != 1 || r.Related[0].Physical != at || r.Related[1].Message.Text != "leaves here" {
		t.Errorf("related %+v", r.Related)
	}
	if len(r.CodeFlows) != 1 || len(r.CodeFlows[0].ThreadFlows[0].Locations) != 2 {
		t.Errorf("code flows %+v", r.CodeFlows)
	}
	change := r.Fixes[0].Changes[0]
	if change.Artifact != at.Artifact || change.Replacements[0].Deleted != (sarif.Region{StartLine: 4, StartColumn: 21, EndLine: 4, EndColumn: 21}) ||
		change.Replacements[0].Inserted.Text != "\n\tdefer release()" {
		t.Errorf("fix %+v", r.Fixes)
	}
	if want := fileURI(dir) + "/"; run.BaseIDs[sarif.SourceRoot].URI != want {
		t.Errorf("root %q, want %q", run.BaseIDs[sarif.SourceRoot].URI, want)
	}
}

func TestSARIF_NothingFoundAndBroken(t *testing.T) {
	dir := module(t, map[string]string{"a.go": "package a\n", "broken/b.go": "package broken\n\nvar x int = \"\"\n"})
	if run := sarifOf(t, clean, dir); len(run.Results) != 0 {
		t.Errorf("%+v", run.Results)
	}
	run := sarifOf(t, failed, dir, "./...")
	if i := run.Invocations[0]; i.ExecutionSuccessful || len(i.Notifications) != 1 || !strings.Contains(i.Notifications[0].Message.Text, "example.com/m/broken") {
		t.Errorf("%+v", i)
	}
}

func TestSARIF_FingerprintsStayWhenLinesAndDirectoriesChange(t *testing.T) {
	again := strings.Replace(leaky, "func Leak() {", "func Other() {\n\tacquire()\n}\n\nfunc Leak() {", 1)
	fingerprints := func(file, text string) []string {
		dir := module(t, map[string]string{file: text, ".git/HEAD": ""})
		var all []string
		for _, r := range sarifOf(t, found, dir, "./...").Results {
			all = append(all, r.Fingerprints["rcvet/v1"])
		}
		return all
	}
	one := fingerprints("a.go", leaky)
	shifted := fingerprints("a.go", strings.Replace(leaky, "package a\n", "package a\n\n// A comment.\n", 1))
	if one[0] != shifted[0] {
		t.Error("another fingerprint after a shift")
	}
	two := fingerprints("a.go", again)
	if len(two) != 2 || two[0] == two[1] || two[0] != one[0] {
		t.Errorf("fingerprints %v, and %v for one of them", two, one)
	}
	if elsewhere := fingerprints("b/a.go", leaky); elsewhere[0] == one[0] {
		t.Error("the same fingerprint in another file")
	}
}
