package ownership_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
)

// examine analyzes the programs below testdata/root. Each folder there is about
// one category or trap: true.go has mistakes, and false.go the same number of
// correct functions that look like them. A case is a function with a doc
// comment; functions without are parts of the case above them.
//
// A mistake says once what is expected: // want "leak: ", or // missed "leak: "
// if the analyzer is known not to see it. A report that the analyzer is known
// to make although it is wrong is marked // false "leak: ". All of this is
// exact: a mistake that is marked as missed but is found, and a false report
// that is not made any more, must be marked anew. The part of all mistakes that
// is found must be at least rate, and no correct case may be reported unless it
// says so.
func examine(t *testing.T, a *analysis.Analyzer, rate float64, roots ...string) {
	t.Helper()
	var patterns []string
	for _, root := range roots {
		patterns = append(patterns, "./"+root+"/...")
	}
	var complaints complaints
	analysistest.Run(&complaints, analysistest.TestData(), a, patterns...)

	var all score
	var out strings.Builder
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "folder\tmistakes\tfound\tmissed\tcorrect\tfalse\t")
	for _, folder := range foldersOf(t, roots) {
		var here score
		path := filepath.Join("testdata", folder)
		cases := casesOf(t, path)
		of := make([][]string, len(cases))
		for i, c := range cases {
			of[i] = c.judge(complaints.take(c.file, c.first, c.last))
			here.add(c, len(of[i]) == 0 && (c.mistake || len(c.wrong) == 0))
		}
		outside := complaints.take(path, 0, 0)
		t.Run(folder, func(t *testing.T) {
			for i, c := range cases {
				t.Run(c.name, func(t *testing.T) {
					for _, complaint := range of[i] {
						t.Error(complaint)
					}
				})
			}
			for _, complaint := range outside {
				t.Error(complaint)
			}
			if here.mistakes != here.correct {
				t.Errorf("%d mistakes and %d correct cases, want as many of these as of those", here.mistakes, here.correct)
			}
		})
		here.row(table, folder)
		all.sum(here)
	}
	for _, complaint := range complaints {
		t.Error(complaint)
	}
	all.row(table, "all")
	table.Flush()
	t.Logf("\n%s", out.String())
	if float64(all.found) < rate*float64(all.mistakes) {
		t.Errorf("%d of %d mistakes are found; %.0f %% must be", all.found, all.mistakes, 100*rate)
	}
}

// complaints are what analysistest says, but for its complaints that facts
// are not expected: these are between the analyzer and itself.
type complaints []string

func (c *complaints) Errorf(format string, args ...any) {
	complaint := fmt.Sprintf(format, args...)
	if !strings.Contains(complaint, ": unexpected fact: ") {
		*c = append(*c, complaint)
	}
}

var position = regexp.MustCompile(`^(\S+\.go):(\d+)`)

// take removes and returns the complaints about some lines of a file, or about
// all of a folder. They begin with the file's name and folder.
func (c *complaints) take(path string, first, last int) (taken []string) {
	path, err := filepath.Abs(path)
	if err != nil {
		panic(err)
	}
	above := filepath.Dir(path)
	if last > 0 {
		above = filepath.Dir(above)
	}
	*c = slices.DeleteFunc(*c, func(complaint string) bool {
		at := position.FindStringSubmatch(complaint)
		if at == nil {
			return false
		}
		line, _ := strconv.Atoi(at[2])
		about := at[1] == path && first <= line && line <= last ||
			last == 0 && strings.HasPrefix(at[1], path+string(filepath.Separator))
		if about {
			taken = append(taken, strings.TrimPrefix(complaint, above+string(filepath.Separator)))
		}
		return about
	})
	return taken
}

// A testCase is a function to analyze.
type testCase struct {
	name        string
	file        string
	first, last int // lines
	mistake     bool
	missed      *expectation  // of a mistake that the analyzer is known not to see
	wrong       []expectation // reports that the analyzer is known to make although they are false
}

// An expectation is what a comment says of its line.
type expectation struct {
	line    int
	pattern *regexp.Regexp
}

// judge returns what is wrong, given what analysistest complains of.
func (c testCase) judge(complaints []string) (judged []string) {
	still := map[int]bool{} // lines whose false report is still made
	for _, complaint := range complaints {
		at := position.FindStringSubmatch(complaint)
		_, message, unexpected := strings.Cut(complaint, ": unexpected diagnostic: ")
		is := func(e expectation) bool {
			return unexpected && at[2] == strconv.Itoa(e.line) && e.pattern.MatchString(message)
		}
		switch {
		case slices.ContainsFunc(c.wrong, is):
			line, _ := strconv.Atoi(at[2])
			still[line] = true
		case c.missed != nil && is(*c.missed):
			judged = append(judged, fmt.Sprintf("%s: is found now, change the comment from missed to want: %s", at[0], message))
		default:
			judged = append(judged, complaint)
		}
	}
	for _, e := range c.wrong {
		if !still[e.line] {
			judged = append(judged, fmt.Sprintf("%s:%d: the false report %q is not made any more, delete the comment", filepath.Base(c.file), e.line, e.pattern))
		}
	}
	return judged
}

// casesOf reads the cases of a folder, and fails unless each mistake says once
// what is expected, and the correct cases never.
func casesOf(t *testing.T, folder string) []testCase {
	t.Helper()
	var cases []testCase
	for _, mistakes := range []bool{true, false} {
		path := filepath.Join(folder, strconv.FormatBool(mistakes)+".go")
		if _, err := os.Stat(path); os.IsNotExist(err) {
			continue // a package for others to import
		}
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		line := func(p token.Pos) int { return fset.Position(p).Line }

		var here []testCase
		for _, decl := range parsed.Decls {
			f, ok := decl.(*ast.FuncDecl)
			switch {
			case !ok:
			case f.Doc != nil:
				here = append(here, testCase{name: f.Name.Name, file: path, first: line(f.Doc.Pos()), last: line(f.End()), mistake: mistakes})
			case len(here) > 0:
				here[len(here)-1].last = line(f.End())
			}
		}
		for i := range here {
			c := &here[i]
			wants := 0
			for _, group := range parsed.Comments {
				for _, comment := range group.List {
					if at := line(comment.Pos()); at < c.first || c.last < at {
						continue
					}
					if strings.Contains(comment.Text, "// want ") {
						wants++
					}
					if _, quoted, ok := strings.Cut(comment.Text, "// missed "); ok {
						wants++
						c.missed = &expectation{line(comment.Pos()), patternOf(t, path, quoted)}
					}
					if _, quoted, ok := strings.Cut(comment.Text, `// false "`); ok {
						c.wrong = append(c.wrong, expectation{line(comment.Pos()), patternOf(t, path, `"`+quoted)})
					}
				}
			}
			if want := map[bool]int{true: 1, false: 0}[mistakes]; wants != want {
				t.Errorf("%s: %s expects %d reports, want %d", path, c.name, wants, want)
			}
		}
		cases = append(cases, here...)
	}
	return cases
}

// patternOf reads the regular expression that text begins with, as analysistest
// does.
func patternOf(t *testing.T, path, text string) *regexp.Regexp {
	t.Helper()
	quoted, err := strconv.QuotedPrefix(strings.TrimSpace(text))
	if err != nil {
		t.Fatalf("%s: %s: %v", path, text, err)
	}
	text, err = strconv.Unquote(quoted)
	if err != nil {
		t.Fatalf("%s: %s: %v", path, quoted, err)
	}
	pattern, err := regexp.Compile(text)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return pattern
}

// foldersOf are the folders below roots, with the roots' names.
func foldersOf(t *testing.T, roots []string) (folders []string) {
	t.Helper()
	for _, root := range roots {
		entries, err := os.ReadDir(filepath.Join("testdata", root))
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if entry.IsDir() {
				folders = append(folders, root+"/"+entry.Name())
			}
		}
	}
	if len(folders) == 0 {
		t.Fatalf("nothing to analyze below %v", roots)
	}
	return folders
}

// A score counts cases.
type score struct {
	mistakes, found, missed int // missed are those that are known to be
	correct, reported       int
}

func (s *score) add(c testCase, right bool) {
	switch {
	case !c.mistake:
		s.correct++
		if !right {
			s.reported++
		}
	case c.missed != nil:
		s.mistakes++
		s.missed++
	default:
		s.mistakes++
		if right {
			s.found++
		}
	}
}

func (s *score) sum(o score) {
	s.mistakes += o.mistakes
	s.found += o.found
	s.missed += o.missed
	s.correct += o.correct
	s.reported += o.reported
}

func (s score) row(table *tabwriter.Writer, name string) {
	fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t\n", name, s.mistakes, s.found, s.missed, s.correct, s.reported)
}
