package ownership_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"golang.org/x/tools/go/packages"
)

var updateMatrix = flag.Bool("update", false, "write into the table of the matrix what is found now, and was not")

var (
	operation = regexp.MustCompile(`\b(REL|USE|BORROW|COPY|READ)\(((?:\w|[.\[\]])+)\)`)
	choice    = regexp.MustCompile(`(?s)\[\[(.*?)(?:\|(.*?))?\]\]`)
)

// matrix is the folder of the mistakes and of the table. The packages that are made of them are
// nowhere on disk.
var matrix = filepath.Join("testdata", "matrix")

// A shape is a mistake that can be made with any owner.
type shape struct {
	name       string
	categories []string // those that a report of it can have
	lossless   bool     // it is none of an owner from a pool that may lose its objects
	pattern    string   // [[mistaken|correct]] is where the two differ
}

// concerns reports whether the shape is a mistake of an owner.
func (s *shape) concerns(o *owner) bool { return !s.lossless || !o.lossy }

// A cell is a mistake with an owner.
type cell struct{ shape, owner string }

// TestMatrix_FindsTheSameMistakesWithEachOwner makes a function of each mistake with each owner, and
// a twin that does the same correctly. A twin must not be reported. A table in the folder has the
// mistakes that are found, and is exact: if one is found no more, the test fails, and so it does if
// one is found anew, until -update has written that into the table.
func TestMatrix_FindsTheSameMistakesWithEachOwner(t *testing.T) {
	shapes := shapesOf(t)
	found := map[cell]bool{}
	for _, r := range reportsOn(t, matrixConfig(t, shapes), "./matrix/mistaken/...", "./matrix/correct/...") {
		kind, name := filepath.Base(filepath.Dir(r.pkg)), strings.TrimSuffix(filepath.Base(r.place.Filename), ".go")
		at := cell{name, filepath.Base(r.pkg)}
		i := slices.IndexFunc(shapes, func(s shape) bool { return s.name == name })
		if kind == "correct" || i < 0 || !slices.Contains(shapes[i].categories, r.category) {
			t.Errorf("%s with %s, line %d, is %s, but reported: %s: %s", name, at.owner, r.place.Line, kind, r.category, r.text)
			continue
		}
		found[at] = true
	}

	path := filepath.Join(matrix, "table.txt")
	text, err := os.ReadFile(path)
	if err != nil && !*updateMatrix {
		t.Fatal(err)
	}
	before := foundBefore(string(text))
	for at := range before {
		if !found[at] {
			t.Errorf("%s with %s is not found any more", at.shape, at.owner)
		}
	}
	table := tableOf(shapes, found)
	t.Logf("\n%s", table)
	switch {
	case t.Failed() || table == string(text):
	case *updateMatrix:
		if err := os.WriteFile(path, []byte(table), 0o666); err != nil {
			t.Error(err)
		}
	default:
		t.Errorf("%s does not have all mistakes that are found; write it with -update", path)
	}
}

// shapesOf reads the mistakes. Each begins with a line that has its name and its categories.
func shapesOf(t *testing.T) (shapes []shape) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(matrix, "mistakes.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for part := range strings.SplitSeq("\n"+string(text), "\n-- ") {
		heading, pattern, _ := strings.Cut(part, "\n")
		if name, categories, ok := strings.Cut(heading, ": "); ok {
			categories, lossless := strings.CutSuffix(categories, " lossless")
			shapes = append(shapes, shape{name, strings.Fields(categories), lossless, pattern})
		}
	}
	return shapes
}

// matrixConfig is how to load two packages for each owner: of mistakes, and of their twins.
func matrixConfig(t *testing.T, shapes []shape) *packages.Config {
	t.Helper()
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	overlay := map[string][]byte{}
	for i := range owners {
		o := &owners[i]
		for kind, side := range map[string]string{"mistaken": "$1", "correct": "$2"} {
			overlay[filepath.Join(dir, "matrix", kind, o.name, "all.go")] = []byte(o.program(shapes, side))
		}
	}
	return &packages.Config{Mode: packages.LoadAllSyntax, Dir: dir, Env: append(os.Environ(), "GOWORK=off"), Overlay: overlay}
}

// program is the package of all mistakes with the owner, or of their twins. By its positions, each is
// in a file of its own.
func (o *owner) program(shapes []shape, side string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "package %s\n\nimport (\n%s\n%s\n)\n\n%s\n%s\n", o.name, shared.imports, o.imports, shared.declares, o.declares)
	for _, s := range shapes {
		if !s.concerns(o) {
			continue
		}
		fmt.Fprintf(&out, "//line %s.go:1:1\n", s.name)
		out.WriteString(o.write(strings.ReplaceAll(choice.ReplaceAllString(s.pattern, side), "ME", strings.ReplaceAll(s.name, "-", ""))))
	}
	return out.String()
}

// tableOf has a row for each mistake, and a column for each owner; a point stands where the one
// does not concern the other.
func tableOf(shapes []shape, found map[cell]bool) string {
	var out strings.Builder
	table := tabwriter.NewWriter(&out, 0, 0, 1, ' ', 0)
	fmt.Fprint(table, "mistake")
	for i := range owners {
		fmt.Fprint(table, "\t"+owners[i].name)
	}
	fmt.Fprintln(table, "\tmissed")
	all, missed := 0, map[string]int{}
	for i := range shapes {
		s := &shapes[i]
		fmt.Fprint(table, s.name)
		for j := range owners {
			o := &owners[j]
			switch {
			case !s.concerns(o):
				fmt.Fprint(table, "\t.")
				continue
			case found[cell{s.name, o.name}]:
				fmt.Fprint(table, "\tfound")
			default:
				fmt.Fprint(table, "\tmissed")
				missed[s.name]++
				missed[o.name]++
			}
			all++
		}
		fmt.Fprintf(table, "\t%d\n", missed[s.name])
	}
	fmt.Fprint(table, "missed")
	for i := range owners {
		fmt.Fprintf(table, "\t%d", missed[owners[i].name])
	}
	fmt.Fprintf(table, "\t%d of %d\n", all-len(found), all)
	table.Flush()
	return out.String()
}

// foundBefore reads such a table.
func foundBefore(table string) map[cell]bool {
	found := map[cell]bool{}
	var names []string
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		if names == nil {
			names = fields
		}
		for i, field := range fields {
			if field == "found" {
				found[cell{fields[0], names[i]}] = true
			}
		}
	}
	return found
}
