package advice

import (
	"go/ast"
	"go/types"
	"iter"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/allocation"
)

// callersSearched is how many functions are searched for the place where an object
// is made: the one that uses it, and its callers.
const callersSearched = 3

// creation looks for the place where an object is made that a library has
// allocated for: in the function that uses it or, if that has it as a parameter,
// in its callers. It returns the place, if it is another line than the first of
// the frames, and the lifetime.
func (c *code) creation(frames []allocation.Frame, pool string) (place *allocation.Frame, l Lifetime) {
	for depth, f := range frames[:min(callersSearched, len(frames))] {
		s, problem := c.find(f)
		if s == nil {
			return nil, Lifetime{Unknown, problem}
		}
		line, l, ok := s.creation(pool)
		if ok && depth == 0 && line == f.Line {
			return nil, l
		} else if ok {
			f.Line = line
			return &f, l
		}
	}
	return nil, Lifetime{Unknown, "the source does not show where it is made"}
}

// creation looks for that place in the function of the spot, first in its line.
func (s *spot) creation(pool string) (line int, l Lifetime, ok bool) {
	var made []ast.Expr
	var used []*types.Var
	ast.Inspect(s.decl, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && s.at(call.Pos(), call.Lparen, call.Rparen) {
			if s.isMadeBy(call, pool) {
				made = append(made, call)
			}
			used = append(used, s.pooledVariables(call, pool)...)
		}
		return true
	})
	if len(made) > 0 {
		return s.line, s.lifetimeOf(made[0]), true
	}
	if len(used) == 0 { // perhaps the only one of the function
		for v := range s.declared(pool) {
			used = append(used, v)
		}
		if len(used) > 1 {
			return 0, Lifetime{}, false
		}
	}
	for _, v := range used {
		if s.decl.Body.Pos() <= v.Pos() && v.Pos() <= s.decl.Body.End() {
			return s.Fset.Position(v.Pos()).Line, s.lifetimeOfVariable(v), true
		}
	}
	return 0, Lifetime{}, false
}

// declared yields the variables of the function whose type is that of the pool.
func (s *spot) declared(pool string) iter.Seq[*types.Var] {
	return func(yield func(*types.Var) bool) {
		stopped := false
		ast.Inspect(s.decl.Body, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && !stopped {
				if v, ok := s.TypesInfo.Defs[id].(*types.Var); ok && !v.IsField() && isOrEmbeds(v.Type(), pooledTypes[pool]) {
					stopped = !yield(v)
				}
			}
			return !stopped
		})
	}
}

// pooledTypes are the types of objects that ready-made pools have.
var pooledTypes = map[string][]string{
	"stdpool.GzipWriter": {"compress/gzip.Writer"}, "stdpool.ZlibWriter": {"compress/zlib.Writer"}, "stdpool.FlateWriter": {"compress/flate.Writer"},
	"stdpool.GzipReader": {"compress/gzip.Reader"}, "stdpool.Buffer": {"bytes.Buffer"}, "stdpool.BufioWriter": {"bufio.Writer"},
	"stdpool.BufioReader": {"bufio.Reader"}, "stdpool.Bytes": {"bufio.Scanner"}, "stdpool.ReadJSON": {"encoding/json.Decoder"},
}

// pooledVariables are the variables in a call whose type is that of the pool.
func (s *spot) pooledVariables(call *ast.CallExpr, pool string) (all []*types.Var) {
	ast.Inspect(call, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := s.TypesInfo.Uses[id].(*types.Var); ok && isOrEmbeds(v.Type(), pooledTypes[pool]) {
				all = append(all, v)
			}
		}
		return true
	})
	return all
}

// isOrEmbeds reports whether a type, or what it points to, is one of those or
// embeds it.
func isOrEmbeds(t types.Type, names []string) bool {
	if pointer, ok := types.Unalias(t).(*types.Pointer); ok {
		t = pointer.Elem()
	}
	if slices.Contains(names, types.TypeString(t, nil)) {
		return true
	}
	object, ok := types.Unalias(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range object.Fields() {
		if f.Embedded() && slices.Contains(names, strings.TrimPrefix(types.TypeString(f.Type(), nil), "*")) {
			return true
		}
	}
	return false
}

// isMadeBy reports whether a call returns what the pool replaces.
func (s *spot) isMadeBy(call *ast.CallExpr, pool string) bool {
	selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := s.TypesInfo.Uses[selector.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Recv() != nil {
		return false
	}
	name := f.Pkg().Path() + "." + f.Name()
	for _, r := range recipes {
		if r.pool == pool && slices.Contains(r.at, name) {
			return true
		}
	}
	return false
}
