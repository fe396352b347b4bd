// Package naming is about what the names of functions tell, where nothing else does.
package naming

import (
	"go/types"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
)

// OfCall returns the name of a called function, or of the variable, the parameter or
// the field that has it; "" if it has none.
func OfCall(call *ssa.CallCommon, object *types.Func) string {
	if object != nil {
		return object.Name()
	}
	v := call.Value
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	switch v := v.(type) {
	case *ssa.FieldAddr:
		if f := code.FieldOf(v); f != nil {
			return f.Name()
		}
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		return v.Name()
	}
	return ""
}

// Releases reports whether a function, by its name, may give up what it is given.
func Releases(name string) bool {
	return slices.ContainsFunc(Words(name), func(word string) bool {
		return slices.Contains(releaseWords, word) || slices.ContainsFunc(releasePrefixes, func(p string) bool { return strings.HasPrefix(word, p) })
	})
}

var (
	releaseWords    = strings.Fields("put free freed close closed return returned done dec drop dropped destroy discard finish finished stop consume give take adopt")
	releasePrefixes = strings.Fields("release recycl unref decref decrref dispos giveback takeown")
)

// Resets reports whether a function readies an object, by its name.
func Resets(name string) bool {
	lower := strings.ToLower(name)
	for _, word := range []string{"reset", "clear", "init", "truncate", "clean", "zero", "recycle"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// Adopts reports whether a function, by its name, may make what it is given a part
// of something else.
func Adopts(name string) bool {
	for _, word := range []string{"New", "Push", "Add", "Append", "Insert", "Enqueue", "Store", "Set", "Attach", "Register"} {
		if strings.HasPrefix(name, word) {
			return true
		}
	}
	return false
}

// Constructs reports whether a function, by its name, makes a new object.
func Constructs(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasPrefix(lower, "new") || strings.HasPrefix(lower, "init") || strings.HasPrefix(lower, "make")
}

// Words splits a name at its capitals: "putJSONBuffer" is put, json and buffer.
func Words(name string) (list []string) {
	runes := []rune(name)
	begin := 0
	cut := func(end int) {
		if end > begin {
			list = append(list, strings.ToLower(string(runes[begin:end])))
		}
		begin = end
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r):
			cut(i)
			begin = i + 1
		case i > 0 && unicode.IsUpper(r) && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			cut(i)
		}
	}
	cut(len(runes))
	return list
}
