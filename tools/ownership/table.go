package ownership

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/types"
	"os"
	"path"
	"strconv"
	"strings"
)

// A Config adds APIs to the built-in table. Its JSON form is what the flag
// -config and the file rcvet.json hold:
//
//	{"apis": [{
//		"package": "example.com/frames",
//		"acquire": ["Get", "(*Pool).Lease"],
//		"retain":  ["(*Frame).Keep"],
//		"release": ["(*Frame).Done", "Put"],
//		"alias":   ["(*Frame).Payload"],
//		"reset":   ["(*Frame).Clear"]
//	}]}
type Config struct {
	APIs []API `json:"apis"`
}

// An API says which functions of a package acquire, retain and release objects.
//
// A function is written Name, a method (*T).Name or T.Name, a method of
// whatever type *.Name. A * in a name stands for anything; a
// name behind ! is none of them, whatever the names after it say. Release
// and Retain concern their first parameter if there is one that may refer to an
// object, and the receiver otherwise; #recv, #0, #1 … behind a name say
// otherwise. Acquire concerns the first result; if the last result is an error
// or a bool, the caller owns the first if that is nil or true.
type API struct {
	// Name is used in reports; the default is the last element of Package.
	Name string `json:"name,omitempty"`
	// Package is an import path. A trailing /... matches it and all below; * is
	// any package, and then the methods count only for types that have both a
	// Retain and a Release of the API.
	Package string `json:"package"`
	// Acquire are the functions whose result the caller owns.
	Acquire []string `json:"acquire,omitempty"`
	// Retain are the functions that add a reference to the object itself.
	Retain []string `json:"retain,omitempty"`
	// Release are the functions that give up one reference, or the object.
	Release []string `json:"release,omitempty"`
	// Alias are the methods whose result is memory of the object, and fields.
	Alias []string `json:"alias,omitempty"`
	// Reset are the methods that ready the object for its next owner.
	Reset []string `json:"reset,omitempty"`
	// Lossy says that losing an object is legal, as with sync.Pool. A leak is
	// reported only of a function that puts the object back on no path.
	Lossy bool `json:"lossy,omitempty"`
}

// ParseConfig reads a Config from JSON. Unknown fields and malformed names are
// errors that say where.
func ParseConfig(text []byte) (Config, error) {
	var config Config
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&config); err != nil {
		return Config{}, fmt.Errorf("rcvet configuration: %w", err)
	}
	if decoder.More() {
		return Config{}, fmt.Errorf("rcvet configuration: there is text behind the configuration's last brace")
	}
	for i := range config.APIs {
		if _, err := newFamily(config.APIs[i]); err != nil {
			return Config{}, fmt.Errorf("rcvet configuration: apis[%d], package %q: %w", i, config.APIs[i].Package, err)
		}
	}
	return config, nil
}

// readConfig takes a file's path, or the JSON itself.
func readConfig(value string) (Config, error) {
	if strings.HasPrefix(strings.TrimSpace(value), "{") {
		return ParseConfig([]byte(value))
	}
	text, err := os.ReadFile(value)
	if err != nil {
		return Config{}, fmt.Errorf("rcvet configuration: %w", err)
	}
	config, err := ParseConfig(text)
	if err != nil {
		return Config{}, fmt.Errorf("%s: %w", value, err)
	}
	return config, nil
}

const rcpoolPath = "github.com/rcpool/rcpool"

// builtin is the table of what is known without a configuration.
var builtin = []API{
	{
		Name: "sync.Pool", Package: "sync", Lossy: true,
		Acquire: []string{"(*Pool).Get"},
		Release: []string{"(*Pool).Put"},
	},
	{
		Name: "classic", Package: rcpoolPath + "/classic",
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

// By Arrow's convention what is called New… is owned by the caller, and what is
// asked of an object is borrowed from it.
var (
	arrowAcquire = []string{"!NewDatumWithoutOwning", "!NewBufferBytes", "New*", "*.New*", "Concatenate", "FromJSON", "RecordFromJSON", "TableFromJSON"}
	arrowAlias   = []string{"*.*Values", "(*Buffer).Bytes", "(*Buffer).Buf"}
)

// operation is what a function of a table does to an object.
type operation uint8

const (
	opAcquire operation = iota + 1
	opRetain
	opRelease
	opAlias
	opResetCall
)

// A family is an API in use: the objects of one are told from those of another.
type family struct {
	API
	any      bool // Package is *
	counted  bool // has a Retain
	patterns []pattern
}

type pattern struct {
	operation operation
	typed     string // type name, "" for functions, "*" for whatever type
	name      string // of the function, with * for anything
	not       bool   // it is none of them, though a later pattern says so
	where     int    // parameter, receiverWhere, or guessWhere
}

const (
	receiverWhere = -1
	guessWhere    = -2
)

func newFamily(api API) (*family, error) {
	if api.Package == "" {
		return nil, fmt.Errorf(`"package" is missing: give the import path whose functions are listed`)
	}
	if len(api.Release) == 0 {
		return nil, fmt.Errorf(`"release" is missing: without it nothing can be said of %s`, api.Package)
	}
	if api.Name == "" {
		api.Name = path.Base(strings.TrimSuffix(api.Package, "/..."))
	}
	f := &family{API: api, any: api.Package == "*", counted: len(api.Retain) > 0}
	for _, list := range []struct {
		operation operation
		names     []string
	}{{opAcquire, api.Acquire}, {opRetain, api.Retain}, {opRelease, api.Release}, {opAlias, api.Alias}, {opResetCall, api.Reset}} {
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
			return p, fmt.Errorf("%q: behind # stands recv, or the number of a parameter", text)
		}
	}
	switch {
	case strings.HasPrefix(name, "("):
		typed, method, ok := strings.Cut(strings.TrimPrefix(name, "("), ").")
		if !ok {
			return p, fmt.Errorf("%q: a method is written (*T).Name or T.Name", text)
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
		return p, fmt.Errorf("%q: expected Name, (*T).Name, T.Name or *.Name", text)
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

func (f *family) matchesPackage(importPath string) bool {
	if below, ok := strings.CutSuffix(f.Package, "/..."); ok {
		return importPath == below || strings.HasPrefix(importPath, below+"/")
	}
	return f.any || f.Package == importPath
}

// A use is what a family's table says of a function.
type use struct {
	family    *family
	operation operation
	where     int // index into ssa's arguments, receiver included; of acquire: unused
}

// A table answers what functions do. It is not safe for concurrent use.
type table struct {
	families []*family
	known    map[*types.Func]*use
}

func newTable(config Config) (*table, error) {
	t := &table{known: map[*types.Func]*use{}}
	for _, api := range append(append([]API(nil), config.APIs...), builtin...) {
		f, err := newFamily(api)
		if err != nil {
			return nil, err
		}
		t.families = append(t.families, f)
	}
	return t, nil
}

func (t *table) byName(name string) *family {
	for _, f := range t.families {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// lookup finds what fn does, nil if no family knows it.
func (t *table) lookup(fn *types.Func) *use {
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

func (t *table) find(fn *types.Func) *use {
	if fn.Pkg().Path() == rcpoolPath {
		return nil // the typed API is known by itself
	}
	signature := fn.Signature()
	typed := ""
	if recv := signature.Recv(); recv != nil {
		typed = typeName(recv.Type())
		if typed == "" {
			typed = "(unnamed)"
		}
	}
	for _, f := range t.families {
		if !f.matchesPackage(fn.Pkg().Path()) {
			continue
		}
		for _, p := range f.patterns {
			if !p.matches(typed, fn.Name()) || f.any && p.operation != opAcquire && !f.bothOn(signature) {
				continue
			}
			if p.not {
				return nil
			}
			u := &use{family: f, operation: p.operation}
			if p.operation == opAcquire {
				if !f.owns(signature) {
					continue
				}
				return u
			}
			if u.where = whereOf(p.where, signature); u.where >= 0 {
				return u
			}
		}
	}
	return nil
}

// owns says whether the first result can be owned: it is something that this
// family can release.
func (f *family) owns(signature *types.Signature) bool {
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
	if isErrorType(first) {
		return false
	}
	if f.any { // a constructor of what counts its references itself
		return f.counts(first)
	}
	for _, p := range f.patterns {
		switch {
		case p.operation != opRelease || p.not:
		case p.typed == "*":
			if hasMethod(first, p.name) {
				return true
			}
		case p.typed == "" || p.where != receiverWhere && p.typed != typeName(first):
			return f.byFunction() // it is given to a function or a pool
		case p.typed == typeName(first):
			return true
		}
	}
	return false
}

// byFunction says whether objects are given up by passing them to something.
func (f *family) byFunction() bool {
	for _, p := range f.patterns {
		if p.operation == opRelease && p.typed == "*" {
			return false
		}
	}
	return true
}

// bothOn says whether the receiver has a retain and a release of the family,
// without parameters: the mark of an object that counts its references itself,
// if it is not a struct around a Ref, which counts them.
func (f *family) bothOn(signature *types.Signature) bool {
	recv := signature.Recv()
	return recv != nil && signature.Params().Len() <= 1 && f.counts(recv.Type())
}

func (f *family) counts(t types.Type) bool {
	return hasMethod(t, strings.TrimPrefix(f.Retain[0], "*.")) && hasMethod(t, strings.TrimPrefix(f.Release[0], "*.")) && !holdsRef(deref(t))
}

// aliasField says whether a field is memory of a family's objects.
func (t *table) aliasField(v *types.Var) bool {
	if v.Pkg() == nil {
		return false
	}
	for _, f := range t.families {
		if f.any || !f.matchesPackage(v.Pkg().Path()) {
			continue
		}
		for _, p := range f.patterns {
			if p.operation == opAlias && p.name == v.Name() && v.IsField() {
				return true
			}
		}
	}
	return false
}

// whereOf is the argument, counted as in ssa, that an operation concerns.
func whereOf(where int, signature *types.Signature) int {
	receiver := 0
	if signature.Recv() != nil {
		receiver = 1
	}
	switch {
	case where == receiverWhere && receiver == 0 || where >= signature.Params().Len():
		return -1
	case where == receiverWhere:
		return 0
	case where >= 0:
		return receiver + where
	}
	if signature.Params().Len() > 0 {
		switch signature.Params().At(0).Type().Underlying().(type) {
		case *types.Pointer, *types.Interface, *types.Slice, *types.Map:
			if signature.Params().At(0).Type().String() != "context.Context" {
				return receiver
			}
		}
	}
	return receiver - 1
}

func typeName(t types.Type) string {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

func hasMethod(t types.Type, name string) bool {
	if _, ok := t.Underlying().(*types.Interface); !ok {
		if _, ok := t.(*types.Pointer); !ok {
			t = types.NewPointer(t)
		}
	}
	object, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := object.(*types.Func)
	return ok
}

func isErrorType(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}
