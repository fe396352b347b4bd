package ownership_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// The example in the doc comment of the package is reported as it says there.
func TestDoc_ExampleIsReportedAsItSays(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(file.Doc.Text(), "# From source to report\n")
	var code, report string
	for line := range strings.Lines(text) {
		switch indented, ok := strings.CutPrefix(line, "\t"); {
		case ok && strings.HasPrefix(indented, "leak: "):
			report = strings.TrimSpace(indented)
		case ok:
			code += indented
		}
	}
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	source := "package worked\n\nimport (\n\"errors\"\n\"github.com/rcpool/rcpool\"\n)\n\ntype Event struct{ Body []byte }\n\n" +
		"var errEmpty = errors.New(\"empty\")\n\nvar _ = size\n\n//line size.go:1\n" + code
	config := &packages.Config{
		Mode:    packages.LoadAllSyntax,
		Dir:     dir,
		Env:     append(os.Environ(), "GOWORK=off"),
		Overlay: map[string][]byte{filepath.Join(dir, "worked", "worked.go"): []byte(source)},
	}
	reports := reportsOn(t, config, "./worked")
	if len(reports) != 1 || reports[0].text != report || reports[0].place.Line != 2 {
		t.Errorf("the doc comment says %q at line 2; reported: %v", report, reports)
	}
}

// A reader finds each file of the package, and of package check, by what it is about.
func TestDoc_NamesEachFile(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"*.go", "check/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			name := filepath.Base(file)
			if name != "doc.go" && !strings.HasSuffix(name, "_test.go") && !strings.Contains(string(doc), name) {
				t.Errorf("doc.go does not say what %s is about", file)
			}
		}
	}
}
