package marked_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/tools/internal/marked"
)

func TestRegion_IsReadAndReplaced(t *testing.T) {
	region := page(t, "above\n<!-- a -->\nold\ntext\n<!-- b -->\nbelow\n")

	if text, err := region.Text(); err != nil || text != "old\ntext\n" {
		t.Errorf("Text: %q, %v", text, err)
	}
	if err := region.Replace("new\n"); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(region.File)
	if want := "above\n<!-- a -->\nnew\n<!-- b -->\nbelow\n"; err != nil || string(got) != want {
		t.Errorf("the page is %q, want %q; error %v", got, want, err)
	}
}

func TestRegion_MissingMarkIsAnError(t *testing.T) {
	for name, text := range map[string]string{
		"no marks":     "above\nbelow\n",
		"no end":       "<!-- a -->\ntext\n",
		"no begin":     "text\n<!-- b -->\n",
		"wrong order":  "<!-- b -->\ntext\n<!-- a -->\n",
		"not one line": "<!-- a --> text <!-- b -->\n",
	} {
		t.Run(name, func(t *testing.T) {
			region := page(t, text)
			if err := region.Replace("new\n"); err == nil || !strings.Contains(err.Error(), "<!-- a -->") {
				t.Errorf("Replace: error %v, want one that names the marks", err)
			}
			if got, _ := os.ReadFile(region.File); string(got) != text {
				t.Errorf("the page became %q", got)
			}
			if _, err := region.Text(); err == nil {
				t.Error("Text: no error")
			}
		})
	}
}

func page(t *testing.T, text string) marked.Region {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return marked.Region{File: file, Begin: "<!-- a -->", End: "<!-- b -->"}
}
