package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"unicode"
	"unicode/utf8"
)

// exports: names begin with a capital letter, as in a package that others import.
var exports = Rewriting{
	Name:  "exported",
	About: "a struct with its fields, or a function, gets a name that other packages can use",
	sites: func(s *source) (sites []site) {
		for path := range s.imports {
			if strings.HasPrefix(path, "encoding/") || path == "reflect" {
				return nil // which see exported fields only
			}
		}
		for _, decl := range s.file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if site, ok := s.exportFunction(decl); ok {
					sites = append(sites, site)
				}
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					if spec, ok := spec.(*ast.TypeSpec); ok && decl.Tok == token.TYPE {
						if site, ok := s.exportStruct(spec); ok {
							sites = append(sites, site)
						}
					}
				}
			}
		}
		return sites
	},
}

func (s *source) exportFunction(decl *ast.FuncDecl) (site, bool) {
	name := decl.Name.Name
	fn, ok := s.info.Defs[decl.Name].(*types.Func)
	switch {
	case !ok || name == "main" || name == "init" || token.IsExported(name):
		return site{}, false
	case decl.Recv != nil && (s.required(fn) || meansSomething(name)):
		return site{}, false
	}
	return s.rename(fn)
}

// meansSomething reports whether packages such as fmt look for a method of that name.
func meansSomething(name string) bool {
	switch capital(name) {
	case "String", "GoString", "Error", "Format", "Unwrap", "Is", "As":
		return true
	}
	return false
}

func (s *source) exportStruct(spec *ast.TypeSpec) (site, bool) {
	kind, ok := spec.Type.(*ast.StructType)
	if !ok || hasTags(kind) {
		return site{}, false
	}
	var all []types.Object
	if name := s.info.Defs[spec.Name]; !token.IsExported(name.Name()) && !s.isEmbedded(name) {
		all = append(all, name)
	}
	for _, field := range kind.Fields.List {
		for _, name := range field.Names {
			if !token.IsExported(name.Name) && name.Name != "_" {
				all = append(all, s.info.Defs[name])
			}
		}
	}
	return s.rename(all...)
}

// isEmbedded reports whether a field has the name of a type.
func (s *source) isEmbedded(name types.Object) bool {
	for _, object := range s.info.Defs {
		if v, ok := object.(*types.Var); ok && v.Embedded() && v.Name() == name.Name() {
			return true
		}
	}
	return false
}

// rename gives objects names that other packages can use.
func (s *source) rename(objects ...types.Object) (site, bool) {
	names := map[types.Object]string{}
	for _, object := range objects {
		name := capital(object.Name())
		if !token.IsExported(name) || object.Parent() == s.pkg.Scope() && s.taken[name] {
			return site{}, false
		}
		names[object] = name
	}
	var edits []edit
	for node := range ast.Preorder(s.file) {
		id, ok := node.(*ast.Ident)
		if !ok {
			continue
		}
		object := s.info.Uses[id]
		if object == nil {
			object = s.info.Defs[id]
		}
		if name := names[origin(object)]; name != "" {
			edits = append(edits, replace(id.Pos(), id.End(), "%s", name))
		}
	}
	return site{edits: edits}, len(edits) > 0
}

// origin is the field or the function of which an object is an instance.
func origin(object types.Object) types.Object {
	switch o := object.(type) {
	case *types.Var:
		return o.Origin()
	case *types.Func:
		return o.Origin()
	}
	return object
}

func capital(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}
