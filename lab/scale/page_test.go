package scale

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables into the page")

const page = "../../docs/scale.md"

var tables = regexp.MustCompile("(?s)<!-- (near|far) -->\n.*?<!-- end -->\n")

// The page shows what the simulation finds.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	want := tables.ReplaceAllStringFunc(string(text), func(old string) string {
		shown++
		name := tables.FindStringSubmatch(old)[1]
		costs := map[string]Costs{"near": near, "far": far}[name]
		return "<!-- " + name + " -->\n\n" + table(costs) + "\n<!-- end -->\n"
	})
	if shown != 2 {
		t.Errorf("the page has %d tables, want 2", shown)
	}
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(text) {
		t.Errorf("%s is not up to date: run go test ./lab/scale -run TestPage -update", page)
	}
	for _, c := range []Costs{near, far} {
		if !strings.Contains(want, c.describe()) {
			t.Errorf("the page does not say %q", c.describe())
		}
	}
}
