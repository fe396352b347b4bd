package code_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
)

func TestFieldOf_NamesTheFieldBehindAnyPointer(t *testing.T) {
	const source = `package p
type object struct{ other, buffer *int }
type defined *object
type alias = *object
func byPointer(o *object, b *int) { o.buffer = b }
func byDefined(o defined, b *int) { o.buffer = b }
func byAlias(o alias, b *int) { o.buffer = b }
func inside(o *struct{ object }, b *int) { o.buffer = b }
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("p", ""), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"byPointer", "byDefined", "byAlias", "inside"} {
		var last *types.Var
		for instr := range code.Instructions(pkg.Func(name)) {
			if at, ok := instr.(*ssa.FieldAddr); ok {
				last = code.FieldOf(at)
			}
		}
		if last == nil || last.Name() != "buffer" {
			t.Errorf("%s: got %v, want buffer", name, last)
		}
	}
}
