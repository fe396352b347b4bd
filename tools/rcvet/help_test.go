package main

import (
	"encoding/json"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
)

func TestHelp_TellsOfEachCategory(t *testing.T) {
	dir := t.TempDir()
	general := do(t, rcvet(t, dir, "help"))
	for _, c := range mistake.Docs() {
		got := do(t, rcvet(t, dir, "help", c.ID))
		if got.code != clean || !strings.Contains(got.stdout, c.Text) || !strings.Contains(got.stdout, c.Cure) || !strings.Contains(got.stdout, "#"+c.ID) {
			t.Errorf("help %s: exit code %d\n%s", c.ID, got.code, got.stdout)
		}
		if !strings.Contains(general.stdout, c.ID) {
			t.Errorf("help does not name %s", c.ID)
		}
	}
	for _, flag := range []string{"-h", "-help", "--help"} {
		do(t, rcvet(t, dir, flag)).want(t, clean, usage)
	}
}

func TestCategories_AreComplete(t *testing.T) {
	for _, c := range mistake.Docs() {
		if c.Name == "" || c.Summary == "" || c.Level != "error" && c.Level != "warning" && c.Level != "note" {
			t.Errorf("%+v", c)
		}
		for _, code := range []string{c.Wrong, c.Right} {
			if formatted, err := format.Source([]byte(code)); err != nil || string(formatted) != code {
				t.Errorf("%s: %v: formatted, the example is\n%s", c.ID, err, formatted)
			}
		}
	}
}

// What the examples are about.
const surroundings = `package example

import (
	"bytes"
	"errors"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

type Event struct {
	User string
	Body []byte
}

var (
	errEmpty = errors.New("empty")
	kept     []*Event
)

func fill(e *Event) error {
	if e.User == "" {
		return errEmpty
	}
	return nil
}

func search([]byte) {}

var (
	_ bytes.Buffer
	_ io.Writer
	_ sync.Pool
	_ rcpool.Pool[Event]
)

`

// examples writes a module with the examples of all categories, each a package
// of its own. The line head is above each example.
func examples(t *testing.T, head string) string {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, "ref.go")); err != nil {
		t.Skip("rcpool is not beside the tools")
	}
	dir := module(t, map[string]string{"go.mod": "module example.com/m\n\ngo 1.25.0\n\nrequire github.com/rcpool/rcpool v0.0.0\n\nreplace github.com/rcpool/rcpool => " + filepath.ToSlash(root) + "\n"})
	for _, c := range mistake.Docs() {
		around := surroundings
		if c.Imports != "" {
			around = strings.Replace(around, "import (\n", "import (\n\t\""+c.Imports+"\"\n", 1)
		}
		put(t, dir, map[string]string{"wrong/" + c.ID + "/e.go": around + head + c.Wrong, "right/" + c.ID + "/e.go": around + head + c.Right})
	}
	return dir
}

func TestCategories_ExamplesCompile(t *testing.T) {
	dir := examples(t, "")
	vet := exec.Command("go", "vet", "./...")
	vet.Dir, vet.Env = dir, append(os.Environ(), "PWD="+dir, "GOFLAGS=", "GOWORK=off", "GOPROXY=off")
	if got := do(t, vet); got.code != 0 {
		t.Error(got.stderr)
	}
}

// Help is true: each example is reported for what it is said to show, and not
// any more when it is cured.
func TestCategories_ExamplesAreReported(t *testing.T) {
	dir := examples(t, "")
	cmd := built(t, dir, "-json", "./...")
	var d document
	if got := do(t, cmd); json.Unmarshal([]byte(got.stdout), &d) != nil || got.code != found {
		t.Fatalf("exit code %d\n%s%s", got.code, got.stdout, got.stderr)
	}
	reported := map[string]bool{}
	for _, r := range d.Reports {
		if want := "wrong/" + r.Category + "/e.go"; r.File != want {
			t.Errorf("%s:%d: %s: %s", r.File, r.Line, r.Category, r.Message)
		}
		if r.EndLine < r.Line || r.EndLine == r.Line && r.EndColumn <= r.Column {
			t.Errorf("%s:%d: the report is about no text", r.File, r.Line)
		}
		reported[r.Category] = true
	}
	for _, c := range mistake.Docs() {
		if !reported[c.ID] {
			t.Errorf("the example of %s is not reported", c.ID)
		}
	}

	if got := do(t, built(t, dir, "-fix", "./...")); got.code == failed {
		t.Errorf("fixed:\n%s", got.stderr)
	}
}
