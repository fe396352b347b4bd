package ownership

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
)

// The categories of reports.
const (
	Leak            = "leak"
	DoubleRelease   = "double-release"
	UseAfterRelease = "use-after-release"
	Escape          = "escape"
	Reset           = "reset"
	Detach          = "detach"
	ZeroRef         = "zero-ref"
	WrongPool       = "wrong-pool"
	NonPointer      = "non-pointer"
	Annotation      = "annotation"
)

// A finding is a mistake on a path, before it is put into words.
type finding struct {
	category  string
	pos       token.Pos
	id        objectID
	other     token.Pos // the place that makes it a mistake
	otherText string
	how       handover
	name      string // of the method, for zero-ref
	borrowed  bool
	contained bool
	lossy     bool
	again     bool // handed over a second time
	trail     *step
}

type findingKey struct {
	category string
	pos      token.Pos
}

// find notes a finding; of several on different paths, the one with the
// fewest branches is kept.
func (x *explorer) find(st *state, f finding) {
	if x.quiet > 0 || f.pos == token.NoPos {
		return
	}
	f.trail = st.trail
	if n := len(x.sites); n > 0 {
		s := x.sites[n-1]
		switch {
		case f.category == UseAfterRelease && len(x.deferPos) > 0:
			f.pos = x.deferPos[len(x.deferPos)-1] // what a deferred call reads is read when the function returns
		case st.calls[x.current.Parent()] > 1 && (f.category == UseAfterRelease || f.category == DoubleRelease) && s.pos.IsValid():
			f.pos = s.pos // the function literal is called once more
		}
	}
	key := findingKey{f.category, f.pos}
	if had := x.findings[key]; had == nil || had.trail.len() > f.trail.len() {
		x.findings[key] = &f
	}
}

// flush reports what was found in a function.
func (x *explorer) flush() {
	all := make([]*finding, 0, len(x.findings))
	for _, f := range x.findings {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b *finding) int {
		return cmp.Or(cmp.Compare(a.pos, b.pos), cmp.Compare(a.category, b.category))
	})
	for _, f := range all {
		key := findingKey{f.category, f.pos}
		if x.reported[key] || x.notes.ignored(x.pass, f.pos, f.other) {
			continue
		}
		x.reported[key] = true
		x.pass.Report(x.diagnostic(f))
	}
}

func (x *explorer) diagnostic(f *finding) analysis.Diagnostic {
	o := &x.objects[f.id]
	pos, end := x.extent(f.pos)
	d := analysis.Diagnostic{Pos: pos, End: end, Category: f.category, URL: Documentation + "#" + f.category}
	name := x.nameOf(o)
	switch f.category {
	case Leak:
		d.Message = name + " is not released" + x.path(f, o)
		if f.lossy {
			d.Message = name + " is never put back, on any path"
		}
		if f.contained {
			d.Message += "; it was put into a container that is lost"
		}
	case DoubleRelease:
		d.Message = name + " is released twice" + x.path(f, o)
	case UseAfterRelease:
		d.Message = name + " is used after it was " + strings.TrimSuffix(strings.TrimSuffix(f.otherText, " here"), ", when the function returns") + x.path(f, o)
	case Escape:
		what := name
		if f.borrowed {
			what = "what is borrowed from " + name
		}
		d.Message = fmt.Sprintf("%s goes to %s that outlives the reference%s; retain it for that", what, f.how, x.path(f, o))
		if f.how == toResult {
			d.Message = fmt.Sprintf("%s is returned, but released by a deferred call", what)
		}
	case Detach:
		d.Message = name + " is detached while another reference to the object is held" + x.path(f, o)
	case ZeroRef:
		d.Message = f.name + " of a reference that is zero here" + x.path(f, o)
	case Reset:
		d.Message = name + " goes back into its pool as it is: it was written, and is reset neither after Get nor before Put"
	case WrongPool:
		d.Message = name + " is put into another pool than it came from"
	}
	d.Message = f.category + ": " + d.Message
	if o.pos != token.NoPos && o.pos != f.pos && f.id != 0 && o.origin != stored {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: o.pos, Message: "acquired here"})
	}
	for _, s := range x.decisions(f, o) {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: s.pos, Message: x.decision(s)})
	}
	if f.other != token.NoPos && f.other != f.pos {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: f.other, Message: f.otherText})
	}
	d.SuggestedFixes = x.fixes(f)
	return d
}

// Documentation is the page that explains the categories of reports.
const Documentation = "https://github.com/rcpool/rcpool/blob/main/docs/rcvet.md"

// nameOf names an object by the variable that it was first put into.
func (x *explorer) nameOf(o *object) string {
	if o.what != "the reference" && o.what != "the object" {
		return o.what
	}
	file := x.file(o.pos)
	if file == nil {
		return o.what
	}
	path, _ := astutil.PathEnclosingInterval(file, o.pos, o.pos)
	for _, n := range path {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) != len(n.Rhs) { // of several results, the first
				if id, ok := n.Lhs[0].(*ast.Ident); ok && id.Name != "_" {
					return id.Name
				}
				return o.what
			}
			for i, lhs := range n.Lhs {
				if id, ok := lhs.(*ast.Ident); ok && id.Name != "_" && (len(n.Lhs) != len(n.Rhs) || n.Rhs[i].Pos() <= o.pos && o.pos <= n.Rhs[i].End()) {
					return id.Name
				}
			}
			return o.what
		case *ast.ValueSpec:
			if len(n.Names) > 0 {
				return n.Names[0].Name
			}
		case ast.Stmt:
			return o.what
		}
	}
	return o.what
}

// decisions are the branches between the acquisition and the mistake.
func (x *explorer) decisions(f *finding, o *object) []*step {
	var all []*step
	for s := f.trail; s != nil && len(all) < 3; s = s.before {
		if s.pos == token.NoPos || f.id != 0 && o.origin != stored && s.pos < o.pos || x.file(s.pos) == nil || s.pos > f.pos && s.pos > f.other {
			continue
		}
		all = append(all, s)
	}
	slices.Reverse(all)
	return all
}

// path says which way leads to the mistake.
func (x *explorer) path(f *finding, o *object) string {
	var text strings.Builder
	steps := x.decisions(f, o)
	for i, s := range steps {
		cond, line := x.condText(s)
		if cond == "" {
			continue
		}
		if text.Len() == 0 {
			text.WriteString(" when ")
		} else if i > 0 {
			text.WriteString(" and ")
		}
		fmt.Fprintf(&text, "%s (line %d)", cond, line)
	}
	if f.category == Leak && f.other != token.NoPos {
		fmt.Fprintf(&text, ", and the function returns at line %d", x.pass.Fset.Position(f.other).Line)
		return strings.Replace(text.String(), ", and", map[bool]string{true: ", and", false: ":"}[len(steps) > 0], 1)
	}
	if f.other != token.NoPos && f.category != Leak && f.category != Escape && f.category != Detach {
		verb := strings.TrimSuffix(f.otherText, " here")
		if i := strings.Index(verb, " here"); i >= 0 {
			verb = verb[:i]
		}
		fmt.Fprintf(&text, "; %s at line %d", verb, x.pass.Fset.Position(f.other).Line)
	}
	return text.String()
}

// condText is a condition as it is written, or its opposite.
func (x *explorer) condText(s *step) (string, int) {
	file := x.file(s.pos)
	if file == nil {
		return "", 0
	}
	path, _ := astutil.PathEnclosingInterval(file, s.pos, s.pos)
	var expr ast.Expr
	for _, n := range path {
		e, ok := n.(ast.Expr)
		if !ok {
			break
		}
		expr = e
		if b, ok := n.(*ast.BinaryExpr); ok && b.OpPos == s.pos {
			break
		}
	}
	if expr == nil {
		return "", 0
	}
	var text bytes.Buffer
	if err := printer.Fprint(&text, x.pass.Fset, expr); err != nil || text.Len() > 60 || bytes.ContainsRune(text.Bytes(), '\n') {
		return "", 0
	}
	line := x.pass.Fset.Position(s.pos).Line
	if s.yes {
		return text.String(), line
	}
	if b, ok := expr.(*ast.BinaryExpr); ok {
		if op, ok := opposite[b.Op]; ok {
			b := *b
			b.Op = op
			text.Reset()
			printer.Fprint(&text, x.pass.Fset, &b)
			return text.String(), line
		}
	}
	return "not " + text.String(), line
}

var opposite = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR,
}

func (x *explorer) decision(s *step) string {
	cond, _ := x.condText(s)
	if cond == "" {
		return "this branch is taken"
	}
	return "with " + cond
}

// extent is the source that a report is about: the call around a parenthesis,
// or the statement.
func (c *checker) extent(pos token.Pos) (start, end token.Pos) {
	file := c.file(pos)
	if file == nil {
		return pos, token.NoPos
	}
	path, _ := astutil.PathEnclosingInterval(file, pos, pos)
	for _, n := range path {
		switch n := n.(type) {
		case *ast.CallExpr:
			if n.Lparen == pos {
				start := n.Pos()
				switch fun := ast.Unparen(n.Fun).(type) {
				case *ast.SelectorExpr:
					if c.pass.Fset.Position(start).Line != c.pass.Fset.Position(fun.Sel.Pos()).Line {
						start = fun.Sel.Pos()
					}
				}
				return start, n.End()
			}
		case *ast.Ident:
			return n.Pos(), n.End()
		case *ast.ReturnStmt, *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt, *ast.AssignStmt, *ast.ExprStmt:
			if n.Pos() == pos {
				return n.Pos(), n.End()
			}
		case *ast.FuncLit:
			if n.Pos() == pos {
				return pos, n.Body.Pos()
			}
			return pos, token.NoPos
		case *ast.BlockStmt, *ast.FuncDecl:
			return pos, token.NoPos
		}
	}
	return pos, token.NoPos
}

// report reports what is not about a path.
func (c *checker) report(pos, end token.Pos, category, message string) {
	c.pass.Report(analysis.Diagnostic{Pos: pos, End: end, Category: category, URL: Documentation + "#" + category, Message: category + ": " + message})
}
