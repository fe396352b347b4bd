package page_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rcpool/rcpool/lab/internal/page"
)

// failing is a test that notes its errors and does not fail.
type failing struct {
	testing.TB
	errors int
}

func (f *failing) Errorf(string, ...any) { f.errors++ }

func TestCheck(t *testing.T) {
	const old = "# Page\n\n<!-- a/b.go -->\n\n```go\nold\n```\n\n<!-- costs -->\n\nold\n\n<!-- end -->\n\n<!-- c.go -->\n\n```go\n```\nlast\n"
	const want = "# Page\n\n<!-- a/b.go -->\n\n```go\nof a/b.go\n```\n\n<!-- costs -->\n\nof costs\n\n<!-- end -->\n\n<!-- c.go -->\n\n```go\nof c.go\n```\nlast\n"
	file := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(file, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		name, update string
		errors       int
		left         string
	}{
		{"an old page fails the test", "false", 1, old},
		{"an update writes it", "true", 0, want},
		{"a page that is up to date passes", "false", 0, want},
	} {
		if err := flag.Set("update", step.update); err != nil {
			t.Fatal(err)
		}
		f := &failing{TB: t}
		text, names := page.Check(f, file, func(name string) string { return "of " + name + "\n" })
		if f.errors != step.errors {
			t.Errorf("%s: %d errors", step.name, f.errors)
		}
		if text != want || !slices.Equal(names, []string{"a/b.go", "costs", "c.go"}) {
			t.Errorf("%s: parts %q of\n%s", step.name, names, text)
		}
		if left, err := os.ReadFile(file); err != nil || string(left) != step.left {
			t.Errorf("%s: the page is %v\n%s", step.name, err, left)
		}
	}
}
