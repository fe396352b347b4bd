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

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
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

// A finding is a mistake on a path, without its text.
type finding struct {
	category  string
	pos       token.Pos
	id        fate.ID
	other     token.Pos // the place that makes it a mistake
	otherText string
	how       fate.Handover
	name      string // of the method, for zero-ref
	borrowed  bool
	contained bool
	lossy     bool
	again     bool // handed over a second time
	trail     *memory.Step
}

type findingKey struct {
	category string
	pos      token.Pos
}

// find notes a finding. Of the same finding on several paths it keeps the one with
// the fewest branches.
func (x *explorer) find(st *memory.State, f finding) {
	if x.quiet > 0 || f.pos == token.NoPos {
		return
	}
	f.trail = st.Trail
	if n := len(x.sites); n > 0 {
		s := x.sites[n-1]
		switch {
		case f.category == UseAfterRelease && len(x.deferPos) > 0:
			f.pos = x.deferPos[len(x.deferPos)-1] // a deferred call reads when the function returns
		case st.Calls[x.current.Parent()] > 1 && (f.category == UseAfterRelease || f.category == DoubleRelease) && s.pos.IsValid():
			f.pos = s.pos // the function literal is called once more
		}
	}
	key := findingKey{f.category, f.pos}
	if had := x.findings[key]; had == nil || had.trail.Len() > f.trail.Len() {
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

// diagnostic returns a finding as go vet reports it: the message, the way to the
// mistake, and the fixes.
func (x *explorer) diagnostic(f *finding) analysis.Diagnostic {
	o := &x.Objects[f.id]
	pos, end := x.extent(f.pos)
	d := analysis.Diagnostic{Pos: pos, End: end, Category: f.category, URL: Documentation + "#" + f.category}
	d.Message = f.category + ": " + x.message(f, o)
	if o.Pos != token.NoPos && o.Pos != f.pos && f.id != 0 && o.Origin != fate.Stored {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: o.Pos, Message: "acquired here"})
	}
	for _, s := range x.decisions(f, o) {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: s.Pos, Message: x.decision(s)})
	}
	if f.other != token.NoPos && f.other != f.pos {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: f.other, Message: f.otherText})
	}
	d.SuggestedFixes = x.fixes(f)
	return d
}

// message returns the text of a finding: what is wrong, under which conditions,
// and the other place that makes it a mistake.
func (x *explorer) message(f *finding, o *fate.Object) string {
	name, when, other := x.nameOf(o), x.conditions(f, o), x.otherPlace(f)
	because := ""
	if other != "" {
		because = ": " + other
	}
	switch f.category {
	case Leak:
		text := name + " is not released" + when + because
		if f.lossy {
			text = name + " is not put back into its pool on any path"
		}
		if f.contained {
			text += "; the container that holds it is dropped"
		}
		return text
	case DoubleRelease:
		if f.otherText == handedOverHere {
			return name + " is released after it was " + other + when
		}
		return name + " is released twice" + when + because
	case UseAfterRelease:
		return name + " is used after it was " + other + when
	case Escape:
		text := name + " is " + f.how.Verb() + ", but " + other + when
		if f.borrowed {
			text = "memory borrowed from " + name + " is " + f.how.Verb() + ", but " + name + " is " + other + when
		}
		if f.how == fate.ToResult {
			return text
		}
		return text + "; retain it first"
	case Detach:
		return name + " is detached while another reference, " + other + ", is held" + when
	case ZeroRef:
		return f.name + " is called on a zero reference" + when
	case Reset:
		return name + " is put back with old contents: it is reset neither after Get nor before Put"
	case WrongPool:
		return name + " is put into the wrong pool" + when + because
	}
	return name + when + because
}

// Documentation is the page that explains the categories of reports.
const Documentation = "https://github.com/rcpool/rcpool/blob/main/docs/rcvet.md"

// nameOf returns the variable that an object was first assigned to, or what it is.
func (x *explorer) nameOf(o *fate.Object) string {
	if o.What != "the reference" && o.What != "the object" {
		return o.What
	}
	file := x.file(o.Pos)
	if file == nil {
		return o.What
	}
	path, _ := astutil.PathEnclosingInterval(file, o.Pos, o.Pos)
	for _, n := range path {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) != len(n.Rhs) { // of several results, the first
				if id, ok := n.Lhs[0].(*ast.Ident); ok && id.Name != "_" {
					return id.Name
				}
				return o.What
			}
			for i, lhs := range n.Lhs {
				if id, ok := lhs.(*ast.Ident); ok && id.Name != "_" && (len(n.Lhs) != len(n.Rhs) || n.Rhs[i].Pos() <= o.Pos && o.Pos <= n.Rhs[i].End()) {
					return id.Name
				}
			}
			return o.What
		case *ast.ValueSpec:
			if len(n.Names) > 0 {
				return n.Names[0].Name
			}
		case ast.Stmt:
			return o.What
		}
	}
	return o.What
}

// decisions returns the last branches between the acquisition and the mistake.
func (x *explorer) decisions(f *finding, o *fate.Object) []*memory.Step {
	var all []*memory.Step
	for s := f.trail; s != nil && len(all) < 3; s = s.Before {
		if s.Pos == token.NoPos || f.id != 0 && o.Origin != fate.Stored && s.Pos < o.Pos || x.file(s.Pos) == nil || s.Pos > f.pos && s.Pos > f.other {
			continue
		}
		all = append(all, s)
	}
	slices.Reverse(all)
	return all
}

// conditions returns the conditions under which the path is taken, as in
// " when err != nil (line 3)".
func (x *explorer) conditions(f *finding, o *fate.Object) string {
	var text strings.Builder
	for _, s := range x.decisions(f, o) {
		cond, line := x.condText(s)
		if cond == "" {
			continue
		}
		if text.Len() == 0 {
			text.WriteString(" when ")
		} else {
			text.WriteString(" and ")
		}
		fmt.Fprintf(&text, "%s (line %d)", cond, line)
	}
	return text.String()
}

// otherPlace returns what happened at the other place of a finding, with its
// line: "released here" becomes "released at line 4".
func (x *explorer) otherPlace(f *finding) string {
	if f.other == token.NoPos {
		return ""
	}
	return strings.Replace(f.otherText, " here", fmt.Sprintf(" at line %d", x.pass.Fset.Position(f.other).Line), 1)
}

// What happened at the other place of a finding. Each text says "here" once.
const (
	returnsHere       = "the function returns here"
	calleeLosesHere   = "the function called here does not release it on every path"
	handedOverHere    = "handed over here"
	deferredAgainHere = "the deferred call here releases it again"
)

// condText returns a condition as it is written, or its opposite, and its line.
func (x *explorer) condText(s *memory.Step) (string, int) {
	file := x.file(s.Pos)
	if file == nil {
		return "", 0
	}
	path, _ := astutil.PathEnclosingInterval(file, s.Pos, s.Pos)
	var expr ast.Expr
	for _, n := range path {
		e, ok := n.(ast.Expr)
		if !ok {
			break
		}
		expr = e
		if b, ok := n.(*ast.BinaryExpr); ok && b.OpPos == s.Pos {
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
	line := x.pass.Fset.Position(s.Pos).Line
	if s.Yes {
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

func (x *explorer) decision(s *memory.Step) string {
	cond, _ := x.condText(s)
	if cond == "" {
		return "this branch is taken"
	}
	return "when " + cond
}

// extent returns the source that a report is about: the call around a parenthesis,
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

// report reports a mistake that is not about a path.
func (c *checker) report(pos, end token.Pos, category, message string) {
	c.pass.Report(analysis.Diagnostic{Pos: pos, End: end, Category: category, URL: Documentation + "#" + category, Message: category + ": " + message})
}

// file is the syntax that pos is in.
func (c *checker) file(pos token.Pos) *ast.File {
	for _, f := range c.pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}
