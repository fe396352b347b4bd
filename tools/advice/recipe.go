package advice

import (
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/allocation"
)

// A recipe knows what to do about one kind of allocation that a library makes
// for the code of the program.
type recipe struct {
	what    string   // is allocated
	at      []string // the functions that allocate it: their names or, with a dot or a slash at the end, the beginnings of these
	leaf    bool     // only what such a function allocates itself
	through []string // functions that may be between it and the code of the program; nil if only those of at
	far     bool     // whatever is between it and the code of the program, if any
	verdict Verdict
	pool    string // what replaces it
	why     string
	lines   string // of code
	clears  bool   // a lease clears, or builds anew, as much memory as the object has
}

// writing are functions that write to a writer which the caller has given them, so
// what the writer allocates belongs to the caller.
var writing = []string{
	"io.WriteString", "io.Copy", "io.CopyN", "io.CopyBuffer", "io.copyBuffer", "io.(*multiWriter).", "io.(*teeReader).",
	"bufio.(*Writer).", "fmt.Fprint", "fmt.Fprintf", "fmt.Fprintln", "encoding/json.(*Encoder).Encode", "encoding/xml.(*Encoder).",
	"encoding/csv.(*Writer).", "encoding/gob.(*Encoder).", "encoding/binary.Write", "encoding/base64.(*encoder).", "encoding/hex.(*encoder).",
	"compress/gzip.(*Writer).", "compress/zlib.(*Writer).", "compress/flate.", "mime/multipart.(*Writer).",
	"text/template.(*Template).", "text/template.(*state).", "text/template.(*Template).execute", "html/template.(*Template).",
}

// matches reports whether the recipe is for an allocation. The segment is the
// stack from its innermost frame up to the code of the program, which is not in
// it. If the stack has no code of the program, it is all of it, and called is false.
func (r *recipe) matches(segment []allocation.Frame, called bool) bool {
	if !called && !r.far {
		return false
	}
	for i, f := range segment {
		if !among(f.Function, r.at) {
			if r.leaf {
				return false
			}
			continue
		}
		if r.far {
			return true
		}
		return !slices.ContainsFunc(segment[i+1:], func(f allocation.Frame) bool {
			return !among(f.Function, r.at) && !among(f.Function, r.through)
		})
	}
	return false
}

// makes reports whether the recipe is for what is allocated, no matter who has called.
func (r *recipe) makes(segment []allocation.Frame) bool {
	return slices.ContainsFunc(segment, func(f allocation.Frame) bool { return among(f.Function, r.at) })
}

// among reports whether a function is one of those.
func among(function string, patterns []string) bool {
	function = plain(function)
	return slices.ContainsFunc(patterns, func(p string) bool {
		if strings.HasSuffix(p, ".") || strings.HasSuffix(p, "/") {
			return strings.HasPrefix(function, p)
		}
		rest, ok := strings.CutPrefix(function, p)
		return ok && (rest == "" || strings.HasPrefix(rest, ".func"))
	})
}

// recipeFor returns the first recipe for an allocation, or nil.
func recipeFor(segment []allocation.Frame, called bool) *recipe {
	for i := range recipes {
		if recipes[i].matches(segment, called) {
			return &recipes[i]
		}
	}
	return nil
}

// whatIs names what a library has allocated for itself, or returns "".
func whatIs(segment []allocation.Frame) string {
	for i := range recipes {
		if r := &recipes[i]; !r.far && r.verdict == Pool && !strings.HasPrefix(r.what, "the ") && r.makes(segment) {
			return r.what
		}
	}
	return ""
}
