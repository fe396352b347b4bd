package ownership

import (
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// values says what the values of a walk are, on all of its paths.
type values struct {
	ts       *term.Terms
	objects  []fate.Object
	index    map[objectKey]fate.ID
	roles    map[term.Term]fate.Role
	closures map[term.Term]closure
	elements map[fate.ID]term.Term    // of objects that stand for all that a container holds: the container
	rest     map[fate.ID]bool         // elements of which the ones before were dealt with
	ranges   map[term.Term]term.Term  // of iterators: what they go through
	lengths  map[term.Term]term.Term  // of slices that were made
	concrete map[term.Term]types.Type // what is in an interface
	fields   map[term.Term]*types.Var // of the address of a field

	buffer []byte // of digests
}

func newValues() *values {
	return &values{
		ts: term.New(), objects: make([]fate.Object, 1), index: map[objectKey]fate.ID{}, roles: map[term.Term]fate.Role{}, closures: map[term.Term]closure{},
		elements: map[fate.ID]term.Term{}, rest: map[fate.ID]bool{}, ranges: map[term.Term]term.Term{}, lengths: map[term.Term]term.Term{},
		concrete: map[term.Term]types.Type{}, fields: map[term.Term]*types.Var{},
	}
}

// An objectKey tells objects apart: those that were acquired by where, and those
// that were found by the value that refers to them.
type objectKey struct {
	by    ssa.Instruction
	at    term.At
	sub   int
	pool  term.Term
	lease fate.ID
	found term.Term
}

type closure struct {
	fn       *ssa.Function
	bindings []term.Term
}

// tied is the tag of terms that have a role.
type tied struct {
	by any // an instruction, or rebuilt
	as fate.Role
}

func (vs *values) object(key objectKey, o fate.Object) fate.ID {
	if id, ok := vs.index[key]; ok {
		return id
	}
	id := fate.ID(len(vs.objects))
	if o.Lease == 0 {
		o.Lease = id
	}
	vs.objects = append(vs.objects, o)
	vs.index[key] = id
	return id
}

func (vs *values) isTyped(id fate.ID) bool { return vs.objects[id].Family == nil }

func (vs *values) interior(t, base term.Term, how fate.As) term.Term {
	if r, ok := vs.roles[base]; ok {
		if vs.isTyped(r.Object) && r.As == fate.AsReference {
			return t // a field of the Ref itself
		}
		vs.roles[t] = fate.Role{Object: r.Object, As: how}
	}
	return t
}

func (vs *values) tie(instr ssa.Instruction, at term.At, sub int, r fate.Role) term.Term {
	t := vs.ts.Make(term.Node{Kind: term.Opaque, Tag: tied{instr, r}, At: at, N: sub})
	vs.roles[t] = r
	return t
}

// counts reports whether v is an object of a table's family.
func (vs *values) counts(v term.Term) bool {
	r, ok := vs.roles[v]
	return ok && vs.objects[r.Object].Family != nil
}

// inside reports whether an address is in memory that an object leads to.
func (vs *values) inside(addr term.Term, id fate.ID) bool {
	return vs.ts.Mentions(addr, func(t term.Term) bool {
		r, ok := vs.roles[t]
		return ok && vs.objects[r.Object].Lease == vs.objects[id].Lease
	})
}

// matters reports whether a value is worth telling states apart by.
func (vs *values) matters(t term.Term) bool {
	if t == 0 {
		return false
	}
	if _, ok := vs.roles[t]; ok {
		return true
	}
	switch vs.ts.Node(t).Kind {
	case term.Closure, term.Alloc, term.Global:
		return true
	}
	return false
}

// isFresh reports whether an object was not taken from a pool, but is put into one.
func (vs *values) isFresh(id fate.ID) bool {
	for key, i := range vs.index {
		if i == id {
			return key.found != 0
		}
	}
	return false
}

// markLive marks a value, and of a condition what it is about.
func (vs *values) markLive(t term.Term, live map[term.Term]bool) {
	switch n := vs.ts.Node(t); n.Kind {
	case term.Const, term.Nil, term.Zero, term.None:
	case term.Not:
		vs.markLive(n.A, live)
	case term.Binary:
		live[t] = true
		vs.markLive(n.A, live)
		vs.markLive(n.B, live)
	default:
		live[t] = true
	}
}

// zeroness is the condition that a reference is zero.
func (vs *values) zeroness(v term.Term) term.Term {
	return vs.ts.Make(term.Node{Kind: term.Call, A: v, Tag: "IsZero"})
}
