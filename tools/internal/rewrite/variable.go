package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// A definition is a statement x := … of a list.
type definition struct {
	function  function
	list      []ast.Stmt
	statement *ast.AssignStmt
	id        *ast.Ident
	variable  *types.Var
	kind      string // its type, as a text
}

// definitions are those of variables whose types the file can write.
func (s *source) definitions() (all []definition) {
	for _, f := range s.functions() {
		if s.generic(f) {
			continue
		}
		for _, list := range f.lists() {
			for _, st := range list {
				assign, ok := st.(*ast.AssignStmt)
				if !ok || assign.Tok != token.DEFINE {
					continue
				}
				for _, to := range assign.Lhs {
					id := to.(*ast.Ident)
					v, ok := s.info.Defs[id].(*types.Var)
					if !ok {
						continue
					}
					if kind, ok := s.typeText(v.Type()); ok {
						all = append(all, definition{f, list, assign, id, v, kind})
					}
				}
			}
		}
	}
	return all
}

// undefined are declarations of the other variables that the statement defines, so
// that it can be an assignment.
func (s *source) undefined(d definition) (declarations string, ok bool) {
	var b strings.Builder
	for _, to := range d.statement.Lhs {
		id := to.(*ast.Ident)
		v, isNew := s.info.Defs[id].(*types.Var)
		if !isNew || id == d.id || id.Name == "_" {
			continue
		}
		kind, ok := s.typeText(v.Type())
		if !ok {
			return "", false
		}
		b.WriteString("var " + id.Name + " " + kind + "\n")
	}
	return b.String(), true
}

// structs: a local variable becomes a field of a local struct.
var structs = Rewriting{
	Name:  "local to field",
	About: "a local variable becomes a field of a local struct",
	sites: func(s *source) (sites []site) {
		for _, d := range s.definitions() {
			declarations, ok := s.undefined(d)
			if !ok || s.facts[d.variable].redeclared {
				continue
			}
			box := s.fresh("box")
			edits := []edit{
				insert(d.statement.Pos(), "%svar %s struct {\nn int\nv %s\n}\n", declarations, box, d.kind),
				replace(d.id.Pos(), d.id.End(), "%s.v", box),
				replace(d.statement.TokPos, d.statement.TokPos+2, "="),
			}
			for _, use := range s.facts[d.variable].uses {
				edits = append(edits, replace(use.Pos(), use.End(), "%s.v", box))
			}
			sites = append(sites, site{edits: edits})
		}
		return sites
	},
}

// copies: a local variable is copied, and the copy used.
var copies = Rewriting{
	Name:  "copy of a local",
	About: "a local variable is copied to another one, which is used from there",
	sites: func(s *source) (sites []site) {
		for _, d := range s.definitions() {
			f := s.facts[d.variable]
			if !f.constant() {
				continue
			}
			name := s.fresh(d.id.Name)
			edits := []edit{insert(d.statement.End(), "\n%s := %s", name, d.id.Name)}
			for _, use := range f.uses {
				edits = append(edits, replace(use.Pos(), use.End(), "%s", name))
			}
			sites = append(sites, site{edits: edits})
		}
		return sites
	},
}

// earlier: a variable is declared at the beginning of its block.
var earlier = Rewriting{
	Name:  "earlier declaration",
	About: "a variable is declared at the beginning of its block",
	sites: func(s *source) (sites []site) {
		for _, d := range s.definitions() {
			declarations, ok := s.undefined(d)
			if !ok || s.mentionedBefore(d) {
				continue
			}
			sites = append(sites, site{edits: []edit{
				insert(d.list[0].Pos(), "var %s %s\n", d.id.Name, d.kind),
				insert(d.statement.Pos(), "%s", declarations),
				replace(d.statement.TokPos, d.statement.TokPos+2, "="),
			}})
		}
		return sites
	},
}

// mentionedBefore reports whether the block has the variable's name up to its
// declaration, for something else.
func (s *source) mentionedBefore(d definition) bool {
	for _, st := range d.list {
		for node := range ast.Preorder(st) {
			if id, ok := node.(*ast.Ident); ok && id.Name == d.id.Name && id != d.id && id.Pos() < d.statement.End() {
				return true
			}
		}
		if st == ast.Stmt(d.statement) {
			return false
		}
	}
	return false
}

// embedded: the fields of a struct move into a struct that is embedded.
var embedded = Rewriting{
	Name:  "embedded fields",
	About: "the fields of a struct move into an embedded struct",
	sites: func(s *source) (sites []site) {
		for _, decl := range s.file.Decls {
			general, ok := decl.(*ast.GenDecl)
			if !ok || general.Tok != token.TYPE {
				continue
			}
			for _, spec := range general.Specs {
				spec := spec.(*ast.TypeSpec)
				if kind, ok := spec.Type.(*ast.StructType); ok && spec.TypeParams == nil && !spec.Assign.IsValid() && len(kind.Fields.List) > 0 {
					if site, ok := s.embed(spec, kind, general); ok {
						sites = append(sites, site)
					}
				}
			}
		}
		return sites
	},
}

func (s *source) embed(spec *ast.TypeSpec, kind *ast.StructType, decl ast.Decl) (site, bool) {
	if s.info.Defs[spec.Name].Parent() != s.pkg.Scope() || hasTags(kind) {
		return site{}, false
	}
	name := s.fresh("fieldsOf" + spec.Name.Name)
	edits := []edit{
		replace(kind.Fields.Opening+1, kind.Fields.Closing, "\n%s\n", name),
		insert(decl.End(), "\n\ntype %s %s\n", name, s.of(kind)),
	}
	for node := range ast.Preorder(s.file) {
		literal, ok := node.(*ast.CompositeLit)
		if !ok || len(literal.Elts) == 0 {
			continue
		}
		t := s.info.TypeOf(literal)
		if pointer, ok := t.(*types.Pointer); ok { // {…} in a list of pointers
			t = pointer.Elem()
		}
		if n, ok := t.(*types.Named); ok && n.Obj() == s.info.Defs[spec.Name] {
			edits = append(edits, insert(literal.Lbrace+1, "%s{", name), insert(literal.Elts[len(literal.Elts)-1].End(), "}"))
		}
	}
	return site{edits: edits}, true
}

// hasTags reports whether a package such as encoding/json may read the struct.
func hasTags(kind *ast.StructType) bool {
	for _, field := range kind.Fields.List {
		if field.Tag != nil {
			return true
		}
	}
	return false
}

func isVariable(object types.Object) bool {
	_, ok := object.(*types.Var)
	return ok
}
