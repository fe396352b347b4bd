package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/internal/page"
)

const root = "../.."

// The page shows the code that is compiled, the mistakes that the tests make,
// and what was measured.
func TestPage(t *testing.T) {
	text, names := page.Check(t, root+"/docs/wrapping.md", func(name string) string {
		switch name {
		case "mistakes":
			return mistakesTable()
		case "cost":
			return kept(t).table()
		}
		return declarations(t, filepath.Join(root, name))
	})
	code := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasSuffix(name, ".go") })
	if n := strings.Count(text, "```go"); n != len(code) || n != 4 {
		t.Errorf("%d of %d blocks of the page are compiled, want all 4", len(code), n)
	}
	if len(names) != 4+2 || !slices.Contains(names, "mistakes") || !slices.Contains(names, "cost") {
		t.Errorf("the page has the parts %q", names)
	}
}

// kept is what cost.json has. It must be of what is measured today.
func kept(t *testing.T) (c Cost) {
	t.Helper()
	text, err := os.ReadFile("cost.json")
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil {
		t.Fatal(err)
	}
	if c.Zerolog != version || len(c.Rows) != len(cases)*len(measured) {
		t.Errorf("cost.json has %d rows of zerolog %s: measure again", len(c.Rows), c.Zerolog)
	}
	return c
}

// declarations is what is between the imports of a file and its example.
func declarations(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	from, to := 0, len(text)
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				from = set.Position(d.End()).Offset
			}
		case *ast.FuncDecl:
			if strings.HasPrefix(d.Name.Name, "Example") {
				to = set.Position(d.Doc.Pos()).Offset
			}
		}
	}
	return strings.TrimSpace(string(text[from:to])) + "\n"
}
