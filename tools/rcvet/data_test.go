package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/unitchecker"
)

func TestTables(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"basic literals", `var a = []int{1, -2, 'c'}`, `var a = []int{}`},
		{"a map", `var a = map[string]bool{"x": true, "y": false}`, `var a = map[string]bool{}`},
		{"literals in it", `var a = [][]int{{1, 2}, {3}}`, `var a = [][]int{}`},
		{"names as keys", `var a = []point{{x: 1, y: 2}, {x: zero}}`, `var a = []point{{}, {x: zero}}`},
		{"types in it", `var a = []any{[]int{1}, map[int]int{1: 2}}`, `var a = []any{[]int{}, map[int]int{}}`},
		{"lines", "var a = []int{\n1,\n2,\n}\nvar b int", "var a = []int{\n\n\n}\nvar b int"},
		{"a name as a value", `var a = []int{1, two}`, `var a = []int{1, two}`},
		{"a part of a package", `var a = []int{math.MaxInt8: 1}`, `var a = []int{math.MaxInt8: 1}`},
		{"a call", `var a = []int{len("x")}`, `var a = []int{len("x")}`},
		{"a counted length", `var a = [...]int{1, 2}; var b = []int{1}`, `var a = [...]int{1, 2}; var b = []int{}`},
		{"a type", `type a struct { b int; c }; type d interface { e }`, `type a struct { b int; c }; type d interface { e }`},
		{"a function", `var a = []int{1}; func f() {}`, `var a = []int{1}; func f() {}`},
		{"a text that does not scan", "var a = []int{1}\nvar b = '", "var a = []int{1}\nvar b = '"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := string(without([]byte(test.text), tables([]byte(test.text)))); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// What is checked without its data has the same objects at the same lines.
func TestWithoutData(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	var table strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&table, "\t%d: {%d, %d},\n", i, i+1, i+2)
	}
	data := write("data.go", "package p\n\nvar table = map[int][]int{\n"+table.String()+"}\n\nvar after = len(table)\n")
	code := write("code.go", "package p\n\nvar small = []int{1}\n\nfunc get(i int) int { return table[i][0] + after + small[0] }\n")
	config := map[string]any{"ID": "p", "GoFiles": []string{data, code}, "VetxOutput": filepath.Join(dir, "vet.out"), "Unknown": "kept"}
	text, err := json.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	short := withoutData(write("vet.cfg", string(text)))
	if text, err = os.ReadFile(short); err != nil {
		t.Fatal(err)
	}
	var unit unitchecker.Config
	if err := json.Unmarshal(text, &unit); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), `"Unknown":"kept"`) || unit.GoFiles[0] == data || unit.GoFiles[1] != code {
		t.Errorf("the configuration is %s", text)
	}
	if info, err := os.Stat(unit.GoFiles[0]); err != nil {
		t.Error(err)
	} else if info.Size() > 100_000 {
		t.Errorf("the copy has %d bytes", info.Size())
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range unit.GoFiles {
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	pkg, err := new(types.Config).Check("p", fset, files, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fset.Position(pkg.Scope().Lookup("after").Pos()).String(), fmt.Sprintf("%s:%d:5", data, 40_006); got != want {
		t.Errorf("after is at %s, want %s", got, want)
	}
	if got := withoutData(code); got != code {
		t.Errorf("what is no configuration became %s", got)
	}
}
