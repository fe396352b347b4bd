package api

import (
	"fmt"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"
)

// An API names the functions of a package that acquire, retain and release
// objects. Its fields, and the patterns in them, mean what those of
// analyzer.API mean.
type API struct {
	Name    string
	Package string
	Acquire []string
	Retain  []string
	Release []string
	Alias   []string
	Reset   []string
	Lossy   bool
}

// Validate fails if the API lacks what is required, or if a pattern is malformed.
func Validate(api API) error {
	_, err := newFamily(api)
	return err
}

// Path is the import path of rcpool.
const Path = "github.com/rcpool/rcpool"

// builtin lists the APIs that are known without a configuration.
var builtin = []API{
	{
		Name: "sync.Pool", Package: "sync", Lossy: true,
		Acquire: []string{"(*Pool).Get"},
		Release: []string{"(*Pool).Put"},
	},
	{
		Name: "classic", Package: Path + "/classic",
		Acquire: []string{"(*ReferenceCountedPool).Get"},
		Retain:  []string{"*.IncrementReferenceCount"},
		Release: []string{"*.DecrementReferenceCount"},
	},
	{
		Name: "arrow", Package: "github.com/apache/arrow-go/...",
		Acquire: arrowAcquire, Retain: []string{"*.Retain"}, Release: []string{"!(*ArraySpan).Release", "*.Release"}, Alias: arrowAlias,
	},
	{
		Name: "arrow", Package: "github.com/apache/arrow/go/...",
		Acquire: arrowAcquire, Retain: []string{"*.Retain"}, Release: []string{"!(*ArraySpan).Release", "*.Release"}, Alias: arrowAlias,
	},
	{
		Name: "grpc mem", Package: "google.golang.org/grpc/mem",
		Acquire: []string{"NewBuffer", "Copy", "(BufferSlice).MaterializeToBuffer", "(BufferSlice).Reader", "(Buffer).Slice"},
		Retain:  []string{"*.Ref"},
		Release: []string{"*.Free", "(*Reader).Close", "(Reader).Close"},
		Alias:   []string{"(Buffer).ReadOnlyData"},
	},
	{
		Name: "fasthttp", Package: "github.com/valyala/fasthttp", Lossy: true,
		Acquire: []string{"Acquire*"},
		Release: []string{"Release*"},
		Alias: []string{
			"(*Response).Body", "(*Request).Body", "(*Request).RequestURI", "(*Request).Host", "(*Args).Peek", "(*Args).QueryString",
			"(*RequestHeader).Peek", "(*ResponseHeader).Peek", "(*URI).Path", "(*URI).FullURI", "(*URI).Host", "(*URI).QueryString",
			"(*Cookie).Value", "(*Cookie).Key", "(*Cookie).Cookie",
		},
		Reset: []string{"*.Reset"},
	},
	{
		Name: "bytebufferpool", Package: "github.com/valyala/bytebufferpool", Lossy: true,
		Acquire: []string{"Get", "(*Pool).Get"},
		Release: []string{"Put", "(*Pool).Put"},
		Alias:   []string{"(*ByteBuffer).Bytes", "(*ByteBuffer).B"},
		Reset:   []string{"(*ByteBuffer).Reset"},
	},
	{Name: "IncRef/DecRef", Package: "*", Acquire: []string{"New*"}, Retain: []string{"*.IncRef", "*.TryIncRef"}, Release: []string{"*.DecRef"}},
	{Name: "IncrRef/DecrRef", Package: "*", Acquire: []string{"New*"}, Retain: []string{"*.IncrRef"}, Release: []string{"*.DecrRef"}},
	{Name: "Retain/Release", Package: "*", Acquire: []string{"New*"}, Retain: []string{"*.Retain"}, Release: []string{"*.Release"}},
}

// By Arrow's convention, the caller owns the result of a function called New…, and
// borrows the result of a method of an object. The exceptions retain nothing.
var (
	arrowAcquire = []string{"!NewDatumWithoutOwning", "!NewBufferBytes", "!NewDictWrapper", "New*", "*.New*", "Concatenate", "FromJSON", "RecordFromJSON", "TableFromJSON"}
	arrowAlias   = []string{"*.*Values", "*.Column", "*.Chunk", "*.Dictionary", "(*Buffer).Bytes", "(*Buffer).Buf"}
)

// Operation is what a function of a table does to an object.
type Operation uint8

const (
	Acquire Operation = iota + 1
	Retain
	Release
	Alias
	Reset
)

// A Family is an API in use. Objects of different families are told apart.
type Family struct {
	API
	any        bool // Package is *
	configured bool // it is not a built-in one
	local      bool // the package that is checked declares it, see Declare
	Counted    bool // has a Retain
	patterns   []pattern
}

type pattern struct {
	operation Operation
	typed     string // type name, "" for functions, "*" for any type
	name      string // of the function; * matches any text
	not       bool   // excludes a match, even if a later pattern includes it
	where     int    // parameter, receiverWhere, or guessWhere
}

const (
	receiverWhere = -1
	guessWhere    = -2
)

func newFamily(api API) (*Family, error) {
	if api.Package == "" {
		return nil, fmt.Errorf(`"package" is missing: set it to the import path of the API`)
	}
	if len(api.Release) == 0 {
		return nil, fmt.Errorf(`"release" is missing: list the functions of %s that release an object`, api.Package)
	}
	if api.Name == "" {
		api.Name = path.Base(strings.TrimSuffix(api.Package, "/..."))
	}
	f := &Family{API: api, any: api.Package == "*", Counted: len(api.Retain) > 0}
	for _, list := range []struct {
		operation Operation
		names     []string
	}{{Acquire, api.Acquire}, {Retain, api.Retain}, {Release, api.Release}, {Alias, api.Alias}, {Reset, api.Reset}} {
		for _, name := range list.names {
			p, err := parsePattern(name)
			if err != nil {
				return nil, err
			}
			p.operation = list.operation
			f.patterns = append(f.patterns, p)
		}
	}
	return f, nil
}

func parsePattern(text string) (pattern, error) {
	p := pattern{where: guessWhere}
	positive, not := strings.CutPrefix(text, "!")
	p.not = not
	name, where, found := strings.Cut(positive, "#")
	if found {
		n, err := strconv.Atoi(where)
		switch {
		case where == "recv":
			p.where = receiverWhere
		case err == nil && n >= 0:
			p.where = n
		default:
			return p, fmt.Errorf("%q: after # write recv or the number of a parameter, such as #0", text)
		}
	}
	switch {
	case strings.HasPrefix(name, "("):
		typed, method, ok := strings.Cut(strings.TrimPrefix(name, "("), ").")
		if !ok {
			return p, fmt.Errorf("%q: write a method as (*T).Name or T.Name", text)
		}
		p.typed, p.name = strings.TrimPrefix(typed, "*"), method
	case strings.HasPrefix(name, "*."):
		p.typed, p.name = "*", name[2:]
	case strings.Contains(name, "."):
		p.typed, p.name, _ = strings.Cut(name, ".")
	default:
		p.name = name
	}
	if !wellFormed(p.typed, p.typed == "*") || p.typed == "" && strings.HasPrefix(name, "(") || p.name == "" || !wellFormed(strings.ReplaceAll(p.name, "*", ""), true) {
		return p, fmt.Errorf("%q: write Name, (*T).Name, T.Name or *.Name", text)
	}
	return p, nil
}

func wellFormed(name string, star bool) bool {
	if star && (name == "*" || name == "") {
		return true
	}
	for i, r := range name {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r < 0x80 && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return true
}

func (p pattern) matches(typed, name string) bool {
	if p.typed != typed && !(p.typed == "*" && typed != "") {
		return false
	}
	matched, err := path.Match(p.name, name)
	return matched && err == nil
}

// Describes reports whether a function is in the packages that the family is about, and
// not in any that has functions of the same names.
func (f *Family) Describes(fn *types.Func) bool {
	return !f.any && fn.Pkg() != nil && f.matchesPackage(fn.Pkg().Path())
}

// Describes reports whether a function is in a package that one of the families is about.
func (t *Table) Describes(fn *types.Func) bool {
	return slices.ContainsFunc(t.families, func(f *Family) bool { return f.Describes(fn) })
}

// Lists reports whether a function is in a package of which the table itself, and not a configuration,
// lists all functions that count references: what the others do inside is their own affair.
func (t *Table) Lists(fn *types.Func) bool {
	return slices.ContainsFunc(t.families, func(f *Family) bool { return !f.configured && !f.local && f.Describes(fn) })
}

// DescribesType reports whether a type is of a package that one of the families is about.
func (t *Table) DescribesType(of types.Type) bool {
	named, ok := types.Unalias(of).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	path := named.Obj().Pkg().Path()
	return slices.ContainsFunc(t.families, func(f *Family) bool { return !f.any && f.matchesPackage(path) })
}

func (f *Family) matchesPackage(importPath string) bool {
	if below, ok := strings.CutSuffix(f.Package, "/..."); ok {
		return importPath == below || strings.HasPrefix(importPath, below+"/")
	}
	return f.any || f.Package == importPath
}

// A Use says what a function does to objects of a family.
type Use struct {
	Family    *Family
	Operation Operation
	Where     int  // index into ssa's arguments, receiver included; of acquire: unused
	Guessed   bool // the configuration does not say where, and the types do not either
}

// A Table looks up what functions do. It is not safe for concurrent use.
type Table struct {
	families   []*Family
	known      map[*types.Func]*Use
	releasable map[types.Type]bool
	uncounted  func(*types.Func) bool
}

// NewTable returns a table of some APIs and of the built-in ones. The first that
// lists a function decides what it does. It fails if an API is not valid.
func NewTable(apis []API) (*Table, error) {
	t := &Table{known: map[*types.Func]*Use{}, releasable: map[types.Type]bool{}}
	for i, api := range slices.Concat(apis, builtin) {
		f, err := newFamily(api)
		if err != nil {
			return nil, err
		}
		f.configured = i < len(apis)
		t.families = append(t.families, f)
	}
	return t, nil
}

// Declare adds an API of the package that is checked, which counts the references to objects of a
// type by hand. The configuration decides first.
func (t *Table) Declare(api API) error {
	f, err := newFamily(api)
	if err != nil {
		return err
	}
	f.local = true
	after := slices.IndexFunc(t.families, func(f *Family) bool { return !f.configured })
	t.families = slices.Insert(t.families, after, f)
	clear(t.known)
	clear(t.releasable)
	return nil
}

// Uncounted tells the table which constructors make objects to which there is no reference yet.
// Only a name, such as New, says of the constructors of a package that is not in the table that
// they make a first reference; their body knows better.
func (t *Table) Uncounted(makes func(*types.Func) bool) {
	t.uncounted = makes
	clear(t.known)
	clear(t.releasable)
}

// ByName returns the family with a name, or nil.
func (t *Table) ByName(name string) *Family {
	for _, f := range t.families {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Counting returns the family that counts values of a type, or nil.
func (t *Table) Counting(of types.Type) *Family {
	for _, f := range t.families {
		for _, p := range f.patterns {
			if p.operation != Release {
				continue
			}
			name := strings.TrimSuffix(p.name, "*")
			object, _, _ := types.LookupFieldOrMethod(of, true, nil, name)
			if fn, ok := object.(*types.Func); ok {
				if u := t.Lookup(fn); u != nil && u.Family == f {
					return f
				}
			}
		}
	}
	return nil
}

// Shares reports whether a function makes an object of an API that is known to count its references:
// the object has references of its own to those that it is made of, as a record has to its columns.
func (u *Use) Shares() bool {
	return u.Operation == Acquire && u.Family.Counted && !u.Family.any && !u.Family.configured && !u.Family.local
}

// Lookup returns what fn does, or nil if no family lists it.
func (t *Table) Lookup(fn *types.Func) *Use {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	fn = fn.Origin()
	if u, ok := t.known[fn]; ok {
		return u
	}
	u := t.find(fn)
	t.known[fn] = u
	return u
}

func (t *Table) find(fn *types.Func) *Use {
	if fn.Pkg().Path() == Path {
		return nil // typed.go handles the typed API
	}
	signature := fn.Signature()
	typed := ""
	if recv := signature.Recv(); recv != nil {
		typed = TypeName(recv.Type())
		if typed == "" {
			typed = "(unnamed)"
		}
	}
	for _, f := range t.families {
		if !f.matchesPackage(fn.Pkg().Path()) {
			continue
		}
		if f.pins(signature) {
			if fn.Name() == "Release" {
				return &Use{Family: f, Operation: Release}
			}
			continue
		}
		for _, p := range f.patterns {
			if !p.matches(typed, fn.Name()) || f.any && p.operation != Acquire && !f.bothOn(signature) {
				continue
			}
			if p.not {
				return nil
			}
			u := &Use{Family: f, Operation: p.operation}
			if p.operation == Acquire {
				if !f.owns(signature) {
					continue
				}
				if f.any && t.uncounted != nil && t.uncounted(fn) {
					return nil
				}
				return u
			}
			if u.Where, u.Guessed = f.whereOf(p.where, fn); u.Where >= 0 {
				return u
			}
		}
	}
	return nil
}

// owns reports whether the first result can be owned: it is something that this
// family can release.
func (f *Family) owns(signature *types.Signature) bool {
	results := signature.Results()
	if results.Len() == 0 {
		return false
	}
	first := results.At(0).Type()
	switch first.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Slice, *types.Map, *types.Signature, *types.Chan:
	default:
		return false
	}
	if IsError(first) {
		return false
	}
	if f.any { // a constructor of what counts its references itself
		return f.counts(first)
	}
	for _, p := range f.patterns {
		switch {
		case p.operation != Release || p.not:
		case p.typed == "*":
			if HasMethod(first, p.name) {
				return true
			}
		case p.typed == "" || p.where != receiverWhere && p.typed != TypeName(first):
			return f.byFunction() // it is given to a function or a pool
		case p.typed == TypeName(first):
			return true
		}
	}
	return false
}

// byFunction reports whether objects are given up by passing them to something.
func (f *Family) byFunction() bool {
	for _, p := range f.patterns {
		if p.operation == Release && p.typed == "*" {
			return false
		}
	}
	return true
}

// bothOn reports whether a method takes nothing but a context, or something that it
// can refer to, and its receiver has a retain and a release of the family: the mark of
// an object that counts its references itself. A struct around a Ref does not, and a
// struct that is a value counts those that it has, which its methods tell.
func (f *Family) bothOn(signature *types.Signature) bool {
	recv, params := signature.Recv(), signature.Params()
	if recv == nil || params.Len() > 1 || params.Len() == 1 && firstReference(params) < 0 && !isContext(params.At(0).Type()) {
		return false
	}
	if _, isValue := recv.Type().Underlying().(*types.Struct); isValue {
		return false
	}
	return f.counts(recv.Type())
}

// pins reports whether a method is one of an object whose references only pin it: the
// last of them does not give it up, but its method Release does.
func (f *Family) pins(signature *types.Signature) bool {
	recv := signature.Recv()
	if !f.any || recv == nil || f.lists("Release") || !f.bothOn(signature) {
		return false
	}
	release, _, _ := types.LookupFieldOrMethod(recv.Type(), true, nil, "Release")
	fn, ok := release.(*types.Func)
	return ok && fn.Signature().Params().Len() == 0 && fn.Signature().Results().Len() == 0
}

// lists reports whether a method of any type with this name gives up a reference.
func (f *Family) lists(release string) bool { return slices.Contains(f.Release, "*."+release) }

func (f *Family) counts(t types.Type) bool {
	return HasMethod(t, strings.TrimPrefix(f.Retain[0], "*.")) && HasMethod(t, strings.TrimPrefix(f.Release[0], "*.")) && !HoldsRef(Deref(t))
}

// AliasField reports whether a field is memory of a family's objects.
func (t *Table) AliasField(v *types.Var) bool {
	if v.Pkg() == nil {
		return false
	}
	for _, f := range t.families {
		if f.any || !f.matchesPackage(v.Pkg().Path()) {
			continue
		}
		for _, p := range f.patterns {
			if p.operation == Alias && p.name == v.Name() && v.IsField() {
				return true
			}
		}
	}
	return false
}
