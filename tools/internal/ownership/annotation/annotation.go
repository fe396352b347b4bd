// Package annotation reads the comments //rcpool: of a package: owns, borrows and
// returns-owned override the summaries of functions, and ignore silences reports.
package annotation

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
)

// Annotations are the //rcpool: comments of a package.
type Annotations struct {
	pass    *analysis.Pass
	byFunc  map[*types.Func]*declared
	ignores []*ignore
	wrong   []analysis.Diagnostic
}

// declared holds the annotations of one function.
type declared struct {
	own, borrow []string
	returns     bool
	borrowPos   token.Pos
	refuted     bool
}

// An ignore silences the reports of a line, or of a whole function.
type ignore struct {
	pos        token.Pos
	file       *token.File
	first, end int // lines
	used       bool
}

const prefix = "//rcpool:"

// Read reads the annotations of a package.
func Read(pass *analysis.Pass) *Annotations {
	notes := &Annotations{pass: pass, byFunc: map[*types.Func]*declared{}}
	for _, file := range pass.Files {
		docs := map[*ast.CommentGroup]*ast.FuncDecl{}
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Doc != nil {
				docs[fn.Doc] = fn
			}
		}
		ast.Inspect(file, func(n ast.Node) bool { // methods of interfaces have doc comments too
			if field, ok := n.(*ast.Field); ok && field.Doc != nil && len(field.Names) == 1 {
				if fn, ok := pass.TypesInfo.Defs[field.Names[0]].(*types.Func); ok {
					for _, comment := range field.Doc.List {
						if strings.HasPrefix(comment.Text, prefix) {
							notes.read(pass, comment, fn, nil)
						}
					}
					docs[field.Doc] = nil
				}
			}
			return true
		})
		for _, group := range file.Comments {
			fn, isDoc := docs[group]
			if isDoc && fn == nil {
				continue
			}
			for _, comment := range group.List {
				if !strings.HasPrefix(comment.Text, prefix) {
					continue
				}
				var object *types.Func
				if fn != nil {
					object, _ = pass.TypesInfo.Defs[fn.Name].(*types.Func)
				}
				notes.read(pass, comment, object, fn)
			}
		}
	}
	return notes
}

// A note is one annotation.
type note struct {
	*Annotations
	comment *ast.Comment
	verb    string
	rest    string
}

func (a *Annotations) read(pass *analysis.Pass, comment *ast.Comment, fn *types.Func, decl *ast.FuncDecl) {
	text := strings.TrimPrefix(comment.Text, prefix)
	if i := strings.Index(text, "//"); i >= 0 {
		text = text[:i]
	}
	verb, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	n := note{a, comment, verb, strings.TrimSpace(rest)}
	switch verb {
	case "owns", "borrows", "returns-owned":
	case "ignore":
		n.ignore(pass, decl)
		return
	default:
		n.isWrong("unknown annotation rcpool:" + verb + "; the annotations are owns, borrows, returns-owned and ignore")
		return
	}
	if fn == nil {
		n.isWrong("rcpool:" + verb + " must be in the doc comment of a function")
		return
	}
	d := a.byFunc[fn.Origin()]
	if d == nil {
		d = &declared{}
		a.byFunc[fn.Origin()] = d
	}
	if verb == "returns-owned" {
		n.returnsOwned(d, fn.Signature())
		return
	}
	n.parameters(d, fn.Signature())
}

func (n *note) isWrong(message string) {
	n.wrong = append(n.wrong, mistake.Diagnostic(n.comment.Pos(), n.comment.End(), mistake.Annotation{Wrong: message}))
}

// ignore notes the lines of which nothing is reported.
func (n *note) ignore(pass *analysis.Pass, decl *ast.FuncDecl) {
	if n.rest == "" {
		n.isWrong("rcpool:ignore must give a reason")
		return
	}
	file := pass.Fset.File(n.comment.Pos())
	line := file.Line(n.comment.Pos())
	i := &ignore{pos: n.comment.Pos(), file: file, first: line, end: line + 1}
	if decl != nil {
		i.end = file.Line(decl.End())
	}
	n.ignores = append(n.ignores, i)
}

func (n *note) returnsOwned(d *declared, signature *types.Signature) {
	if n.rest != "" {
		n.isWrong("rcpool:returns-owned takes no argument")
	}
	if !api.ReturnsReference(signature) {
		n.isWrong("rcpool:returns-owned has no effect: the function returns no reference")
	}
	d.returns = true
}

// parameters notes the parameters that a function owns or borrows.
func (n *note) parameters(d *declared, signature *types.Signature) {
	names := strings.FieldsFunc(n.rest, func(r rune) bool { return r == ' ' || r == ',' })
	if len(names) == 0 {
		n.isWrong("rcpool:" + n.verb + " must name a parameter")
	}
	for _, name := range names {
		switch objection := n.objection(d, name, parameter(signature, name)); {
		case objection != "":
			n.isWrong("rcpool:" + n.verb + " " + name + objection)
		case n.verb == "owns":
			d.own = append(d.own, name)
		default:
			d.borrow, d.borrowPos = append(d.borrow, name), n.comment.Pos()
		}
	}
}

// objection says why a parameter cannot be owned or borrowed; "" if it can.
func (n *note) objection(d *declared, name string, v *types.Var) string {
	switch {
	case v == nil:
		return ": the function has no such parameter"
	case slices.Contains(d.own, name) || slices.Contains(d.borrow, name):
		return ": the parameter already has an annotation"
	case n.verb == "owns" && api.IsRef(v.Type()):
		return " has no effect: a function always owns its Ref parameters"
	case api.IsPlain(v.Type()) && !api.IsRef(v.Type()):
		return ": the parameter is not a reference"
	}
	return ""
}

func parameter(s *types.Signature, name string) *types.Var {
	for v := range s.Params().Variables() {
		if v.Name() == name {
			return v
		}
	}
	if s.Recv() != nil && s.Recv().Name() == name {
		return s.Recv()
	}
	return nil
}

// On reports whether a function has an annotation.
func (a *Annotations) On(fn *types.Func) bool { return a.byFunc[fn] != nil }

// Functions goes through the functions with annotations.
func (a *Annotations) Functions() iter.Seq[*types.Func] { return maps.Keys(a.byFunc) }

// Any reports whether a function of the package has an annotation.
func (a *Annotations) Any() bool { return len(a.byFunc) > 0 }

// Borrows reports whether a parameter is declared to be borrowed.
func (a *Annotations) Borrows(fn *types.Func, name string) bool {
	d := a.byFunc[fn]
	return d != nil && slices.Contains(d.borrow, name)
}

// Owns reports whether a parameter is declared to be owned.
func (a *Annotations) Owns(fn *types.Func, name string) bool {
	d := a.byFunc[fn]
	return d != nil && slices.Contains(d.own, name)
}

// Ignored reports whether a report at one of the places is not wanted.
func (a *Annotations) Ignored(places ...token.Pos) bool {
	found := false
	for _, i := range a.ignores {
		for k, pos := range places {
			if pos == token.NoPos || a.pass.Fset.File(pos) != i.file || k > 0 && i.end > i.first+1 {
				continue
			}
			if line := i.file.Line(pos); k == 0 && i.first <= line && line <= i.end {
				i.used, found = true, true
			}
		}
	}
	return found
}

// Report reports annotations that are wrong, or that have no effect.
func (a *Annotations) Report() {
	for _, d := range a.wrong {
		a.pass.Report(d)
	}
	for _, i := range a.ignores {
		if !i.used {
			a.pass.Report(mistake.Diagnostic(i.pos, token.NoPos, mistake.Annotation{Wrong: "rcpool:ignore has no effect: nothing is reported here"}))
		}
	}
}

// Apply overrides a summary with the annotations of the function.
func (a *Annotations) Apply(fn *types.Func, s *summary.Summary, table *api.Table) {
	d := a.byFunc[fn]
	if d == nil {
		return
	}
	if len(s.Outcomes) == 0 {
		s.Outcomes = []summary.Outcome{{}}
	}
	s.Opaque = false
	var params []*types.Var
	if recv := fn.Signature().Recv(); recv != nil {
		params = append(params, recv)
	}
	for p := range fn.Signature().Params().Variables() {
		params = append(params, p)
	}
	for i, p := range params {
		for k := range s.Outcomes {
			switch {
			case slices.Contains(d.own, p.Name()):
				owns(&s.Outcomes[k], i, table.Counting(p.Type()))
			case slices.Contains(d.borrow, p.Name()):
				a.borrows(d, &s.Outcomes[k], i, p)
			}
		}
	}
	if results := fn.Signature().Results(); d.returns && len(s.Outcomes) == 1 && results.Len() > 1 && api.IsError(results.At(results.Len()-1).Type()) {
		s.Outcomes = mayFail(s.Outcomes[0], results)
	}
	if d.returns {
		for k := range s.Outcomes {
			returnsOwned(fn.Signature(), &s.Outcomes[k], table)
		}
	}
}

// owns makes parameter number i owned by the function.
func owns(o *summary.Outcome, i int, of *api.Family) {
	o.Does = slices.DeleteFunc(o.Does, func(e summary.Effect) bool { return e.Place == place.Parameter(i) })
	family := ""
	if of != nil {
		family = of.Name
	}
	o.Does = append(o.Does, summary.Effect{Place: place.Parameter(i), Kind: summary.Moves, How: fate.ToCallee, Family: family, Count: 1})
}

// borrows makes parameter number i borrowed, and notes if the function shows that it is
// not.
func (a *Annotations) borrows(d *declared, o *summary.Outcome, i int, p *types.Var) {
	at := func(e summary.Effect) bool { return e.Place == place.Parameter(i) }
	if !d.refuted && slices.ContainsFunc(o.Does, func(e summary.Effect) bool { return at(e) && refutesBorrow(e) }) {
		d.refuted = true
		a.wrong = append(a.wrong, mistake.Diagnostic(d.borrowPos, token.NoPos, mistake.Annotation{Wrong: "rcpool:borrows " + p.Name() + ": the function releases the parameter or hands it over"}))
	}
	o.Does = slices.DeleteFunc(o.Does, at)
}

// mayFail parts an outcome by its last result, an error: the other results are zero if it
// is not nil.
func mayFail(o summary.Outcome, results *types.Tuple) []summary.Outcome {
	last := results.Len() - 1
	well, failed := o, o
	well.Results, failed.Results = make([]summary.Value, last+1), make([]summary.Value, last+1)
	copy(well.Results, o.Results)
	well.Results[last], failed.Results[last] = summary.Value{Kind: summary.Nil}, summary.Value{Kind: summary.NotNil}
	for i := range last {
		failed.Results[i] = summary.Value{Kind: summary.Nil}
		if api.IsRef(results.At(i).Type()) {
			failed.Results[i] = summary.Value{Kind: summary.Zero}
		}
	}
	return []summary.Outcome{well, failed}
}

// returnsOwned makes the results of an outcome owned, unless it returns an error.
func returnsOwned(signature *types.Signature, o *summary.Outcome, table *api.Table) {
	for len(o.Results) < signature.Results().Len() {
		o.Results = append(o.Results, summary.Value{})
	}
	if n := len(o.Results); n > 1 && o.Results[n-1].Kind == summary.NotNil && api.IsError(signature.Results().At(n-1).Type()) {
		return
	}
	for i := range o.Results {
		t := signature.Results().At(i).Type()
		if api.IsError(t) || api.IsPlain(t) || o.Results[i].Kind == summary.Nil || o.Results[i].Kind == summary.Object {
			continue
		}
		f := table.Counting(t)
		if f == nil && !api.IsRef(t) {
			continue
		}
		own := summary.Owned{Pool: place.Place{}, Lease: place.Place{}}
		if f != nil {
			own.Family = f.Name
		}
		o.Results[i] = summary.Value{Kind: summary.Object, Number: len(o.Objects)}
		o.Objects = append(o.Objects, own)
	}
}

// refutesBorrow reports whether an effect on a parameter shows that it is not
// borrowed. A function may return what it borrows, or remember it in a field or a
// container, which then does not own it.
func refutesBorrow(e summary.Effect) bool {
	switch e.How {
	case fate.ToResult, fate.ToField, fate.ToGlobal, fate.ToContainer:
		return false
	}
	return e.Kind == summary.Releases || e.Kind == summary.Moves
}
