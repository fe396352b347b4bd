package main

import (
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the code and the tables into the page")

const (
	root = "../.."
	page = root + "/docs/wrapping.md"
)

var (
	code     = regexp.MustCompile("(?s)<!-- (\\S+\\.go) -->\n\n```go\n.*?```\n")
	mistaken = regexp.MustCompile("(?s)<!-- mistakes -->\n.*?<!-- end -->\n")
	costs    = regexp.MustCompile("(?s)<!-- cost -->\n.*?<!-- end -->\n")
)

// The page shows the code that is compiled, the mistakes that the tests make,
// and what was measured.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	want := code.ReplaceAllStringFunc(string(text), func(old string) string {
		shown++
		name := code.FindStringSubmatch(old)[1]
		return "<!-- " + name + " -->\n\n```go\n" + declarations(t, filepath.Join(root, name)) + "```\n"
	})
	want = fill(t, want, mistaken, "<!-- mistakes -->\n\n"+mistakesTable()+"\n<!-- end -->\n")
	want = fill(t, want, costs, "<!-- cost -->\n\n"+measured(t).table()+"\n<!-- end -->\n")
	if n := strings.Count(want, "```go"); n != shown || n != 4 {
		t.Errorf("%d of %d blocks of the page are compiled, want all 4", shown, n)
	}
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(text) {
		t.Errorf("%s is not up to date: run go test ./lab/wrapping -run TestPage -update", page)
	}
}

func fill(t *testing.T, text string, place *regexp.Regexp, with string) string {
	t.Helper()
	if n := len(place.FindAllString(text, -1)); n != 1 {
		t.Errorf("the page has %d places for %s", n, place)
	}
	return place.ReplaceAllLiteralString(text, with)
}

// measured is what cost.json has. It must be of what is measured today.
func measured(t *testing.T) (c Cost) {
	t.Helper()
	text, err := os.ReadFile("cost.json")
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil {
		t.Fatal(err)
	}
	if c.Zerolog != version || len(c.Rows) != len(cases)*len(shapes) {
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
