package main

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/tools/internal/marked"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
)

var update = flag.Bool("update", false, "write what rcvet says into the documentation")

// onCategories is the part of the page about the categories.
var onCategories = marked.Region{
	File:  filepath.Join("..", "..", "docs", "rcvet.md"),
	Begin: "<!-- categories: written by go test ./tools/rcvet -run Documentation -update -->",
	End:   "<!-- end of categories -->",
}

// The page says of each category what rcvet help says, and its reports are real:
// rcvet makes them of the examples.
func TestDocumentation_IsWhatRcvetSays(t *testing.T) {
	reports := exampleReports(t)
	var want strings.Builder
	for _, c := range mistake.Docs() {
		if reports[c.ID] == "" {
			t.Errorf("the example of %s is not reported", c.ID)
		}
		fmt.Fprintf(&want, "\n## %s\n\n%s.\n\n%s\n\n```go\n%s```\n\n```text\n%s```\n\n**Cure:** %s\n\n```go\n%s```\n",
			c.ID, strings.ToUpper(c.Summary[:1])+c.Summary[1:], c.Text, c.Wrong, reports[c.ID], c.Cure, c.Right)
	}
	want.WriteString("\n")

	file := onCategories.File
	got, err := onCategories.Text()
	if err != nil {
		t.Fatal(err)
	}
	if example := read(t, "..", "internal", "ownership", "testdata", "config", "frames.json"); !strings.Contains(read(t, file), example) {
		t.Errorf("%s does not show the configuration\n%s", file, example)
	}
	if got != want.String() && !t.Failed() {
		if !*update {
			t.Fatalf("%s is not what rcvet says; run this test with -update. The sections are to be\n%s", file, want.String())
		}
		if err := onCategories.Replace(want.String()); err != nil {
			t.Fatal(err)
		}
	}
}

// The pages that people read first show a report that is real, too.
func TestDocumentation_BeginsWithARealReport(t *testing.T) {
	report := exampleReports(t)["double-release"]
	c, _ := mistake.DocOf("double-release")
	for _, page := range []string{"docs/rcvet.md", "README.md"} {
		before, _, _ := strings.Cut(read(t, "..", "..", page), onCategories.Begin)
		for _, part := range []string{c.Wrong, report} {
			if !strings.Contains(before, part) {
				t.Errorf("%s does not show\n%s", page, part)
			}
		}
	}
}

// exampleReports are what rcvet writes of the mistaken examples, by category.
func exampleReports(t *testing.T) map[string]string {
	t.Helper()
	dir := examples(t, "//line event.go:1:1\n")
	got := do(t, built(t, dir, "./wrong/..."))
	if got.code != found {
		t.Fatalf("exit code %d\n%s%s", got.code, got.stdout, got.stderr)
	}
	reports := map[string]string{}
	of := ""
	for line := range strings.Lines(got.stdout) {
		for _, c := range mistake.Docs() {
			if place := filepath.Join("wrong", c.ID) + string(filepath.Separator); strings.Contains(line, place) {
				of, line = c.ID, strings.ReplaceAll(line, place, "")
			}
		}
		reports[of] += line // a fix has no place of its own
	}
	return reports
}
