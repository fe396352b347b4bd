package migrating

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/internal/page"
)

func TestPage_ShowsTheCode(t *testing.T) {
	text, shown := page.Check(t, "../../docs/migrating.md", func(name string) string { return code(t, name) })
	files, err := filepath.Glob("*/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	slices.Sort(shown)
	if !slices.Equal(files, shown) {
		t.Errorf("the page shows %q, there are %q", shown, files)
	}
	if n := strings.Count(text, "```go"); n != len(shown) {
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
