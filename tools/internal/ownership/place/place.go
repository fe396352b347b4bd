// Package place names memory in words that a function and its callers share: a
// parameter, a global variable, or what can be reached from one.
//
// Terms are of one walk of one function. A summary must speak of "field 2 of what
// parameter 0 points to", and that is a Place. The function names its values with
// Of; a caller goes the same way, Steps, from its own arguments.
package place

import (
	"cmp"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// A Place is memory, or a value, that a function's caller can find. Places are
// compared with ==. The zero Place is nowhere. The fields are exported for the
// encoding of facts; use the methods.
type Place struct {
	Root int    // 0: nowhere; n: parameter n-1, counted with the receiver; global
	Path Path   // on from there
	Name string // of the global variable
}

const global = -1

// A Path is a way from one value to another: ".3" is a field of a struct, or the
// address of one; "*" is what is at an address; "[]" is some element.
type Path string

// longest bounds paths, so that a list that points to itself has finitely many.
const longest = 24

// Parameter is a parameter, counted with the receiver.
func Parameter(i int) Place { return Place{Root: i + 1} }

// Of names a value, if the caller can find it.
func Of(ts *term.Terms, t term.Term) (Place, bool) {
	if t == 0 {
		return Place{}, false
	}
	n := ts.Node(t)
	switch n.Kind {
	case term.Param:
		return Parameter(n.N), true
	case term.Global:
		g := n.Tag.(*ssa.Global)
		if g == nil || g.Pkg == nil || g.Pkg.Pkg == nil {
			return Place{}, false
		}
		return Place{Root: global, Name: g.Pkg.Pkg.Path() + "." + g.Name()}, true
	case term.Field, term.Part:
		if n.Tag != nil { // of a tuple
			return Place{}, false
		}
		p, ok := Of(ts, n.A)
		p.Path = p.Path.Field(n.N)
		return p, ok
	case term.Index:
		p, ok := Of(ts, n.A)
		p.Path += "[]"
		return p, ok && len(p.Path) < longest
	case term.Load:
		step := Path("*")
		if index := ts.Node(n.A); index.Kind == term.Index {
			n, step = index, "[]"
		}
		p, ok := Of(ts, n.A)
		p.Path += step
		return p, ok && len(p.Path) < longest
	}
	return Place{}, false
}

// Between is the way by fields from one address to another.
func Between(ts *term.Terms, from, to term.Term) (Path, bool) {
	if to == from {
		return "", true
	}
	n := ts.Node(to)
	if n.Kind != term.Field {
		return "", false
	}
	p, ok := Between(ts, from, n.A)
	return p.Field(n.N), ok
}

// IsNowhere reports whether p is the zero Place.
func (p Place) IsNowhere() bool { return p.Root == 0 }

// IsGlobal reports whether p is a global variable, or reached from one.
func (p Place) IsGlobal() bool { return p.Root == global }

// Parameter returns the number of the parameter that p is, or is reached from.
func (p Place) Parameter() (int, bool) { return p.Root - 1, p.Root > 0 }

// From reports whether p is reached from a parameter.
func (p Place) From(parameter int) bool { return p.Root == parameter+1 }

// IsRoot reports whether p is a parameter or a global variable itself.
func (p Place) IsRoot() bool { return p.Path == "" }

// IsIn reports whether a place is in what is at another one, and not that itself.
func (p Place) IsIn(outer Place) bool {
	way, ok := strings.CutPrefix(string(p.Path), string(outer.Path))
	if !ok || p.Root != outer.Root || p.Name != outer.Name {
		return false
	}
	return way != "" && strings.IndexByte(".*[", way[0]) >= 0 // field 12 is not in field 1
}

// IsBeside reports whether the references or values at two places are parts of the same
// variable: perhaps two fields of a struct, or fields of its fields.
func (p Place) IsBeside(other Place) bool {
	return p.Root == other.Root && p.Name == other.Name && p.Path.behindPointer() == other.Path.behindPointer()
}

// behindPointer is the part of a path up to the last pointer or element on the way.
func (p Path) behindPointer() Path {
	way := strings.TrimRight(string(p), "*")
	return Path(way[:strings.LastIndexAny(way, "*]")+1])
}

// Content is what is at the address p.
func (p Place) Content() Place {
	p.Path += "*"
	return p
}

// SomeElement is an element of the container p, unknown which.
func (p Place) SomeElement() Place {
	p.Path += "[]"
	return p
}

// IsElement reports whether p is some element of a container.
func (p Place) IsElement() bool { return strings.HasSuffix(string(p.Path), "[]") }

// ThroughElement reports whether the way to p leads through some element of a
// container: nobody knows which.
func (p Place) ThroughElement() bool { return strings.Contains(string(p.Path), "[]") }

// Container is what the element p is in.
func (p Place) Container() Place {
	p.Path = Path(strings.TrimSuffix(string(p.Path), "[]"))
	return p
}

// Address is where the value at p is stored, if p is reached through a pointer.
func (p Place) Address() (Place, bool) {
	path, ok := strings.CutSuffix(string(p.Path), "*")
	p.Path = Path(path)
	return p, ok
}

// Holder is the variable that has the container at p: the outermost one, if that is in
// another container.
func (p Place) Holder() Place {
	before, _, _ := strings.Cut(string(p.Path), "[]")
	p.Path = Path(strings.TrimRight(before, "*"))
	return p
}

// Element is the first element on the way to p.
func (p Place) Element() Place {
	before, _, _ := strings.Cut(string(p.Path), "[]")
	p.Path = Path(before + "[]")
	return p
}

// Compare orders places.
func Compare(a, b Place) int {
	return cmp.Or(cmp.Compare(a.Root, b.Root), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Path, b.Path))
}

// String returns a place as rcvet -debug prints it: "p0.3*" or "pkg.variable".
func (p Place) String() string {
	switch {
	case p.IsNowhere():
		return "nowhere"
	case p.IsGlobal():
		return p.Name + string(p.Path)
	}
	return "p" + strconv.Itoa(p.Root-1) + string(p.Path)
}

// Field goes on to a field.
func (p Path) Field(i int) Path { return p + "." + Path(strconv.Itoa(i)) }

// A Step is one step of a path.
type Step struct {
	Kind  StepKind
	Field int
}

// A StepKind says where a step goes.
type StepKind uint8

// The kinds of steps.
const (
	ToField   StepKind = iota // a field, or its address
	ToContent                 // what is at the address
	ToElement                 // some element
)

// Steps returns the steps of a path.
func (p Path) Steps() []Step {
	var steps []Step
	for rest := string(p); rest != ""; {
		switch {
		case rest[0] == '*':
			steps, rest = append(steps, Step{Kind: ToContent}), rest[1:]
			continue
		case strings.HasPrefix(rest, "[]"):
			steps, rest = append(steps, Step{Kind: ToElement}), rest[2:]
			continue
		}
		end := len(rest)
		if i := strings.IndexAny(rest[1:], ".*["); i >= 0 {
			end = i + 1
		}
		field, err := strconv.Atoi(rest[1:end])
		if rest[0] != '.' || err != nil {
			return nil // not made by this package
		}
		steps, rest = append(steps, Step{Kind: ToField, Field: field}), rest[end:]
	}
	return steps
}
