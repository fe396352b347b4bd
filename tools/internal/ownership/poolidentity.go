package ownership

import (
	"go/token"
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// This file is about which pools are surely two. Pools are compared by their addresses: those
// of variables, of fields and elements of these, and of what constructors have made.

// poolIdentity tells the addresses of pools apart.
type poolIdentity struct {
	*memory.Values
	pkg *code.Package
}

// distinct reports whether two addresses are surely different.
func (p poolIdentity) distinct(a, b term.Term) bool {
	na, nb := p.Terms.Node(a), p.Terms.Node(b)
	if na.Kind != nb.Kind {
		return p.isMemory(a) && p.isMemory(b) // one is that of a variable, or of a part of one
	}
	switch na.Kind {
	case term.Field:
		return na.A == nb.A && na.N != nb.N || p.distinct(na.A, nb.A)
	case term.Index:
		i, known := p.Terms.AsInt(na.B)
		j, alsoKnown := p.Terms.AsInt(nb.B)
		return na.A == nb.A && known && alsoKnown && i != j || p.distinct(na.A, nb.A)
	case term.Load: // pointers
		return p.pkg.OwnPointers(p.variableAt(na.A), p.variableAt(nb.A))
	}
	return a != b && p.isMemory(a) && p.isMemory(b)
}

// ofField returns the pool that all objects in the field are from of which a value was loaded,
// and where one was taken out; 0 if that is not known.
func (p poolIdentity) ofField(v term.Term) (pool term.Term, got token.Pos) {
	n := p.Terms.Node(v)
	if n.Kind != term.Load || p.Fields[n.A] == nil {
		return 0, token.NoPos
	}
	get, variable := p.pkg.PoolOf(p.Fields[n.A])
	if variable == nil {
		return 0, token.NoPos
	}
	pool = p.Terms.Make(term.Node{Kind: term.Global, Tag: variable})
	if _, isPointer := api.Deref(variable.Type()).Underlying().(*types.Pointer); isPointer {
		pool = p.Terms.Load(pool)
	}
	return pool, get.Pos()
}

// isMemory reports whether an address is that of a global variable, or of memory that this
// function has, with the functions that it calls.
func (p poolIdentity) isMemory(addr term.Term) bool {
	n := p.Terms.Node(addr)
	switch n.Tag.(type) {
	case *ssa.Alloc, rebuilt:
		return n.Kind == term.Alloc
	}
	return n.Kind == term.Global
}

// variableAt returns the variable at an address, which all instances of a generic type share.
func (p poolIdentity) variableAt(addr term.Term) any {
	if field := p.Fields[addr]; field != nil {
		return field.Origin()
	}
	return p.VariableAt(addr)
}
