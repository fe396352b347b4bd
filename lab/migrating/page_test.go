package migrating

import (
	"flag"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the code into the page")

const page = "../../docs/migrating.md"

// block is code in the page, below a comment that names its file.
var block = regexp.MustCompile("(?s)<!-- (\\S+\\.go) -->\n\n```go\n.*?```\n")

func TestPage_ShowsTheCode(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	want := block.ReplaceAllStringFunc(string(text), func(old string) string {
		name := block.FindStringSubmatch(old)[1]
		shown = append(shown, name)
		return "<!-- " + name + " -->\n\n```go\n" + code(t, name) + "```\n"
	})
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(text) {
		t.Errorf("%s does not show the code as it is: run go test ./lab/migrating -run TestPage -update", page)
	}

	files, err := filepath.Glob("*/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	slices.Sort(shown)
	if !slices.Equal(files, shown) {
		t.Errorf("the page shows %q, there are %q", shown, files)
	}
	if n := strings.Count(want, "```go"); n != len(shown) {
		t.Errorf("%d of %d blocks of the page are not compiled", n-len(shown), n)
	}
}

// code is what comes after the imports of a file.
func code(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, text, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	last := file.Decls[len(file.Decls)-1]
	return strings.TrimLeft(string(text[files.Position(last.End()).Offset:]), "\n")
}
