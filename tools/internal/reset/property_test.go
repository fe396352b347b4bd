package reset_test

import (
	"context"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/tools/internal/reset"
)

var seed = flag.Uint64("seed", 1, "of the random types")

// The property: whatever the type and whatever the value, after its Reset
// nothing is left but empty capacity, and that where it was promised. Random
// types are written to a module of their own, which check_test.go completes.
func TestGenerate_RandomTypesComeOutClean(t *testing.T) {
	sample := newSample(t)
	if said, err := sample.test(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}

// And it is a property that can fail: leave a statement out of a Reset, and the
// test above notices. Some have no effect (the Reset of a struct of locks, say),
// so it need not notice all.
func TestGenerate_AStatementLeftOutIsNoticed(t *testing.T) {
	sample := newSample(t)
	left := sample.mutate(t)
	said, _ := sample.test() // must fail, which what it says shows
	if !strings.Contains(said, "--- FAIL: TestResets ") {
		t.Fatalf("nothing was noticed:\n%s", said)
	}
	var missed []string
	for name, statement := range left {
		if !strings.Contains(said, "--- FAIL: TestResets/"+name+" ") {
			missed = append(missed, name+" passes without "+statement)
		}
	}
	if len(left) < roots*3/4 || len(missed) > len(left)/10 {
		t.Errorf("%d of %d mutations were not noticed:\n%s", len(missed), len(left), strings.Join(missed, "\n"))
	}
}

// roots are the types under test, nested are those that they may contain.
const (
	nested = 12
	roots  = 40
)

type sample struct {
	dir  string
	file reset.File
	rand *rand.Rand
}

// newSample writes a module with random types and their generated Resets.
func newSample(t *testing.T) *sample {
	t.Helper()
	s := &sample{dir: t.TempDir(), rand: rand.New(rand.NewPCG(*seed, 0))}
	check, err := os.ReadFile("testdata/property/check_test.go")
	if err != nil {
		t.Fatal(err)
	}
	declarations, withReset := s.declarations()
	tests := "package sample\n\nimport \"testing\"\n\nfunc TestResets(t *testing.T) {\n"
	for i := range roots {
		name := fmt.Sprint("Root", i)
		argument := name
		if i%6 == 5 {
			argument += "[string]"
		}
		tests += fmt.Sprintf("\tt.Run(%q, check[%s])\n", name, argument)
	}
	s.write(t, "go.mod", "module sample\n\ngo 1.25.0\n"+requireRcpool(t))
	s.write(t, "types.go", declarations)
	s.write(t, "check_test.go", string(check))
	s.write(t, "resets_test.go", tests+"}\n")
	t.Setenv("GOWORK", "off")
	s.file, err = reset.Generate(t.Context(), reset.Config{Dir: s.dir, Types: withReset, Output: "reset.go", Limit: 256})
	if err != nil {
		t.Fatalf("%v\n%s", err, declarations)
	}
	if err := s.file.Write(); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *sample) write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, name), []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (s *sample) test() (said string, err error) {
	c := exec.CommandContext(context.Background(), "go", "test", "-vet=off", "-ldflags=-s -w", "./...")
	c.Dir = s.dir
	c.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
	out, err := c.CombinedOutput()
	return string(out), err
}

// declarations are the random types. Half of the nested types get no Reset.
func (s *sample) declarations() (source string, withReset []string) {
	var b strings.Builder
	b.WriteString("package sample\n\nimport (\n\t\"bytes\"\n\t\"fmt\"\n\t\"net/url\"\n\t\"strings\"\n\t\"sync\"\n\t\"sync/atomic\"\n\t\"time\"\n\t\"unsafe\"\n)\n\n")
	b.WriteString("var (\n\t_ bytes.Buffer\n\t_ fmt.Stringer\n\t_ url.URL\n\t_ strings.Builder\n\t_ sync.Once\n\t_ atomic.Bool\n\t_ time.Time\n\t_ unsafe.Pointer\n)\n\n")
	b.WriteString("type (\n\tTags []string\n\tHash [4]byte\n\tLevel int\n\tAlias = map[string][]int\n)\n\n")
	for i := range nested {
		name := fmt.Sprint("Nested", i)
		if i%2 == 0 {
			withReset = append(withReset, name)
		}
		s.structure(&b, name, "", i)
	}
	for i := range roots {
		name := fmt.Sprint("Root", i)
		withReset = append(withReset, name)
		parameter := ""
		if i%6 == 5 {
			parameter = "T"
		}
		s.structure(&b, name, parameter, nested)
	}
	return b.String(), withReset
}

// structure declares a struct that may contain the first so many nested types.
func (s *sample) structure(b *strings.Builder, name, parameter string, nestable int) {
	if parameter != "" {
		fmt.Fprintf(b, "type %s[%s comparable] struct {\n", name, parameter)
	} else {
		fmt.Fprintf(b, "type %s struct {\n", name)
	}
	if nestable > 0 && s.rand.IntN(3) == 0 {
		fmt.Fprintf(b, "\tNested%d\n", s.rand.IntN(nestable)) // embedded
	}
	if s.rand.IntN(8) == 0 {
		b.WriteString("\t_ int\n")
	}
	for i := range 1 + s.rand.IntN(6) {
		field := fmt.Sprintf("%c%d", "fF"[s.rand.IntN(2)], i)
		kind, tags := s.kind(2, parameter, nestable)
		fmt.Fprintf(b, "\t%s %s", field, kind)
		switch s.rand.IntN(10) {
		case 0:
			b.WriteString(" `json:\"x\" rcpool:\"drop\"`")
		case 1:
			b.WriteString(" `rcpool:\"keep\"`")
		case 2, 3, 4, 5:
			if len(tags) > 0 {
				fmt.Fprintf(b, " `rcpool:%q`", tags[s.rand.IntN(len(tags))])
			}
		}
		b.WriteString("\n")
	}
	b.WriteString("}\n\n")
}

var leaves = []string{
	"int", "string", "bool", "float64", "complex64", "uintptr", "byte", "any", "error", "fmt.Stringer", "chan int", "func()", "unsafe.Pointer",
	"Level", "Hash", "struct{}", "time.Time", "url.URL", "strings.Builder",
	"sync.Mutex", "sync.RWMutex", "sync.WaitGroup", "sync.Once", "sync.Map",
	"atomic.Bool", "atomic.Int64", "atomic.Uint32", "atomic.Value", "atomic.Pointer[int]",
}

// kind is a random type, and the tags that it may have.
func (s *sample) kind(depth int, parameter string, nestable int) (kind string, tags []string) {
	limits := []string{"limit=64", "limit=none", "limit=1KiB"}
	choice := s.rand.IntN(14)
	if depth == 0 {
		choice = s.rand.IntN(4)
	}
	inner := func() (string, []string) { return s.kind(depth-1, parameter, nestable) }
	switch choice {
	case 0:
		if nestable > 0 {
			return fmt.Sprint("Nested", s.rand.IntN(nestable)), nil
		}
	case 1:
		if parameter != "" {
			return parameter, nil
		}
	case 4, 5, 6:
		elem, tags := inner()
		return "[]" + elem, append(also("owned", elem, tags), "limit=64", "limit=none", "limit=1KiB")
	case 7:
		key := []string{"string", "int", "Hash", "float64", "any"}[s.rand.IntN(5)]
		value, _ := inner()
		if noCopy(value) {
			value = "*" + value
		}
		return "map[" + key + "]" + value, limits
	case 8, 9:
		elem, tags := inner()
		return "*" + elem, also("owned", elem, tags)
	case 10:
		elem, tags := inner()
		return fmt.Sprintf("[%d]%s", s.rand.IntN(4), elem), tags
	case 11:
		return "bytes.Buffer", []string{"limit=64", "limit=none"}
	case 12:
		if s.rand.IntN(2) == 0 {
			return "interface{ Reset() }", []string{"owned"}
		}
		return []string{"Tags", "Alias"}[s.rand.IntN(2)], limits
	case 13:
		a, _ := inner()
		c, tags := inner()
		line := "struct { a " + a + "; B " + c
		if len(tags) > 0 {
			line += fmt.Sprintf(" `rcpool:%q`", tags[s.rand.IntN(len(tags))])
		}
		return line + " }", nil
	}
	return leaves[s.rand.IntN(len(leaves))], nil
}

// also are the tags of something that leads to elem: owned, if it may be.
func also(tag, elem string, inner []string) []string {
	switch elem[0] {
	case '*', '[': // owned means the elements too, so they must allow for it
		if !strings.Contains(strings.Join(inner, " "), tag) {
			return nil
		}
	}
	if strings.HasPrefix(elem, "interface") {
		return []string{tag}
	}
	for _, i := range []string{"any", "error", "fmt.Stringer"} {
		if elem == i {
			return nil
		}
	}
	return []string{tag}
}

func noCopy(kind string) bool {
	return strings.Contains(kind, "sync.") || strings.Contains(kind, "atomic.") || strings.Contains(kind, "Nested")
}

// mutate leaves one statement out of each Reset of a root, and returns what it
// left out, by type.
func (s *sample) mutate(t *testing.T) map[string]string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, s.file.Path, s.file.Source, 0)
	if err != nil {
		t.Fatal(err)
	}
	left := map[string]string{}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		receiver := f.Recv.List[0].Type.(*ast.StarExpr).X
		if generic, ok := receiver.(*ast.IndexExpr); ok {
			receiver = generic.X
		}
		name := receiver.(*ast.Ident).Name
		var blocks []*ast.BlockStmt
		index := map[*ast.BlockStmt]ast.Expr{}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			if loop, ok := n.(*ast.RangeStmt); ok {
				index[loop.Body] = loop.Key
			}
			if b, ok := n.(*ast.BlockStmt); ok && len(b.List) > 0 {
				blocks = append(blocks, b)
			}
			return true
		})
		if !strings.HasPrefix(name, "Root") || len(blocks) == 0 {
			continue
		}
		block := blocks[s.rand.IntN(len(blocks))]
		i := s.rand.IntN(len(block.List))
		var text strings.Builder
		if err := format.Node(&text, fset, block.List[i]); err != nil {
			t.Fatal(err)
		}
		left[name] = text.String()
		block.List[i] = &ast.EmptyStmt{}
		if key := index[block]; key != nil { // it must be used
			block.List[i] = &ast.AssignStmt{Lhs: []ast.Expr{ast.NewIdent("_")}, Tok: token.ASSIGN, Rhs: []ast.Expr{key}}
		}
	}
	var mutated strings.Builder
	if err := format.Node(&mutated, fset, file); err != nil {
		t.Fatal(err)
	}
	keepImports := "\nvar (\n"
	for _, i := range file.Imports {
		keepImports += "\t_ " + map[string]string{`"unsafe"`: "unsafe.Pointer", `"fmt"`: "fmt.Stringer", `"strings"`: "strings.Builder", `"bytes"`: "bytes.Buffer", `"time"`: "time.Time", `"net/url"`: "url.URL", `"sync"`: "sync.Once", `"sync/atomic"`: "atomic.Bool"}[i.Path.Value] + "\n"
	}
	s.write(t, "reset.go", mutated.String()+keepImports+")\n")
	return left
}
