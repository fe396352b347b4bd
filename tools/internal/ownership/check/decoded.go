package check

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
)

// A decoder such as that of encoding/json writes the exported fields of what it is given,
// by reflection: those that the input has. What the input does not have stays as it is, so
// a reset has to clear all of them.

// decoders are the functions that write to their last argument, with the key of the tags
// by which a field stays out of it. That of encoding/gob has no tags.
var decoders = map[string]string{
	"encoding/json.Unmarshal":         "json",
	"(*encoding/json.Decoder).Decode": "json",
	"encoding/xml.Unmarshal":          "xml",
	"(*encoding/xml.Decoder).Decode":  "xml",
	"(*encoding/gob.Decoder).Decode":  "",
}

// decodedFields returns the fields that decoders write in the pooled objects of a type. It
// leaves out those that some function clears, which may do that before each input.
func (p *Package) decodedFields(r resetFunc) map[*types.Var]bool {
	all, cleared := map[*types.Var]bool{}, map[*types.Var]bool{}
	for _, fn := range p.Code.Sources {
		if fn == r.fn {
			continue
		}
		for instr := range code.Instructions(fn) {
			switch i := instr.(type) {
			case *ssa.Call:
				if key, ok := p.decodes(&i.Call, r.of); ok {
					decodable(r.of, key, func(v *types.Var) { all[v] = true })
				}
			case *ssa.FieldAddr:
				cleared[code.FieldOf(i)] = cleared[code.FieldOf(i)] || isCleared(i)
			case *ssa.Store:
				if types.Identical(i.Val.Type(), r.of) && code.AllocOf(i.Addr) == nil { // as a whole
					return nil
				}
			}
		}
	}
	for v := range all {
		if cleared[v] {
			delete(all, v)
		}
	}
	return all
}

// decodes reports whether a call decodes something into a pooled object of a type, and
// returns the key of its tags. A type that decodes itself is left out.
func (p *Package) decodes(call *ssa.CallCommon, of *types.Named) (key string, ok bool) {
	fn := code.Object(call)
	if fn == nil || len(call.Args) == 0 {
		return "", false
	}
	key, known := decoders[fn.FullName()]
	if !known {
		return "", false
	}
	for _, own := range []string{"UnmarshalJSON", "UnmarshalXML", "UnmarshalText", "GobDecode", "UnmarshalBinary"} {
		if api.HasMethod(of, own) {
			return "", false
		}
	}
	boxed, isBoxed := call.Args[len(call.Args)-1].(*ssa.MakeInterface)
	return key, isBoxed && types.Identical(boxed.X.Type(), types.NewPointer(of)) && p.isPooled(boxed.X, 0)
}

// maxPassed limits through how many functions a pooled object is passed.
const maxPassed = 3

// isPooled reports whether a value is a pooled object, or a parameter for which some caller
// passes one.
func (p *Package) isPooled(v ssa.Value, depth int) bool {
	switch v := v.(type) {
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		return fn != nil && fn.Name() == "Value" && len(v.Call.Args) == 1 && api.IsRef(v.Call.Args[0].Type())
	case *ssa.Parameter:
		if depth == maxPassed {
			return false
		}
		i := slices.Index(v.Parent().Params, v)
		for _, call := range p.Code.CallsOf(v.Parent()) {
			if args := call.Common().Args; i < len(args) && p.isPooled(args[i], depth+1) {
				return true
			}
		}
	}
	return false
}

// isCleared reports whether the zero value is stored in a field, or what it has is cut or
// cleared.
func isCleared(field *ssa.FieldAddr) bool {
	for _, use := range *field.Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			if use.Addr != field {
				continue
			}
			if _, cut := use.Val.(*ssa.Slice); cut || code.IsZeroValue(use.Val) {
				return true
			}
		case *ssa.UnOp:
			for _, r := range *use.Referrers() {
				if call, ok := r.(*ssa.Call); ok && code.Builtin(&call.Call) == "clear" {
					return true
				}
			}
		}
	}
	return false
}

// decodable calls f with the fields of a struct that a decoder writes, and with those of the
// structs in them.
func decodable(t types.Type, key string, f func(*types.Var)) {
	u, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i := range u.NumFields() {
		v := u.Field(i)
		tag, _, _ := strings.Cut(reflect.StructTag(u.Tag(i)).Get(key), ",")
		if tag == "-" || !v.Exported() && !v.Embedded() {
			continue
		}
		if _, isStruct := v.Type().Underlying().(*types.Struct); isStruct {
			decodable(v.Type(), key, f)
		}
		if v.Exported() {
			f(v)
		}
	}
}
