package ownership

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// callerEffects notes what a function does to memory of its caller, besides what happens
// to objects: where parameters go, and what happens to elements of the caller's
// containers. The caller may have passed something borrowed.
type callerEffects struct {
	*memory.Values
	pkg     *code.Package
	top     *code.Function
	exposed []summary.Effect // elements of the caller's containers that went to unknown code
}

// noteLoan and noteExposed note where a plain parameter goes, for callers that
// may have passed something borrowed.
func (c *callerEffects) noteLoan(st *memory.State, v term.Term, how fate.Handover, at term.Term) {
	e := summary.Effect{Kind: summary.Lends, How: how}
	if p, ok := c.keeperAt(at); ok && how == fate.ToContainer {
		e.List = p
	}
	c.noteEffect(st, v, e)
}

func (c *callerEffects) noteExposed(st *memory.State, v term.Term) {
	if c.exposesItself(st, v) {
		c.noteBehind(st, v)
	}
}

// exposesItself notes that a value goes to unknown code, not what it points to, and reports
// whether it can point to something.
func (c *callerEffects) exposesItself(st *memory.State, v term.Term) bool {
	if t := c.Concrete[v]; t != nil && api.IsBasic(t) {
		return false // a string leads to nothing of the object that it is a part of
	}
	c.noteEffect(st, v, summary.Effect{Kind: summary.Exposes})
	return true
}

// noteFound notes which plain parameters are where others find them.
func (c *callerEffects) noteFound(st *memory.State) {
	for addr, v := range st.Stored(func(addr term.Term) bool { return !st.Local(addr) }) {
		if v != c.Terms.Load(addr) {
			c.noteExposed(st, v)
		}
	}
}

// noteBehind notes which plain parameters are in memory of this function that a value points to:
// they go where the value goes. So do those that a function literal has captured.
func (c *callerEffects) noteBehind(st *memory.State, v term.Term) {
	seen := map[term.Term]bool{}
	var note func(base term.Term)
	note = func(base term.Term) {
		if seen[base] {
			return
		}
		seen[base] = true
		for _, part := range c.behind(st, base) {
			c.exposesItself(st, part)
			note(part)
		}
	}
	note(v)
}

// behind returns what memory of this function has, or what a function literal has captured.
func (c *callerEffects) behind(st *memory.State, base term.Term) (parts []term.Term) {
	switch c.Terms.Node(base).Kind {
	case term.Alloc:
		return append(st.PartsOf(base), st.Cells[base])
	case term.Closure:
		for _, b := range c.Closures[base].Bindings {
			parts = append(parts, st.Content(b))
		}
	}
	return parts
}

// noteAppended notes where a plain parameter is that was appended to a list which the
// caller finds, or put in front of it or into it: the call stores the list where it was.
func (c *callerEffects) noteAppended(st *memory.State, s *site, v term.Term) {
	call, ok := s.instr.(*ssa.Call)
	if !ok {
		return
	}
	for _, r := range *call.Referrers() {
		switch use := r.(type) {
		case *ssa.MapUpdate:
			if use.Value == call {
				c.notePutAt(st, st.Value(use.Map), v)
			}
		case *ssa.Store:
			if !code.OnlyAdds(use) {
				continue
			}
			if list, ok := place.Of(c.Terms, st.Value(code.ListIn(&call.Call, use.Addr))); ok {
				c.noteEffect(st, v, summary.Effect{Kind: summary.Lends, How: fate.ToContainer, List: list})
			}
		}
	}
}

// keepIn puts a plain parameter that was appended to a list of this function into the list, at
// an index that nobody knows: the parameter goes where the list goes. The address is where it
// was before, so that each one has an element of its own.
func (c *callerEffects) keepIn(st *memory.State, list, addr, v term.Term) {
	if _, tracked := c.Roles[v]; tracked || c.Terms.Root(addr) == list {
		return
	}
	if field := c.Fields[addr]; field != nil && api.IsBasic(field.Type()) {
		return // a string leads to nothing
	}
	if _, ok := place.Of(c.Terms, v); ok {
		st.Cells[c.Terms.Index(list, addr)] = v
	}
}

// notePut notes where a plain parameter is that was put into a map which the caller finds.
func (c *callerEffects) notePut(st *memory.State, m term.Term, value ssa.Value) {
	if !api.IsBasic(value.Type()) {
		c.notePutAt(st, m, st.Value(value))
	}
}

// notePutAt does so for a value that was put into a map, or appended to a list in it.
func (c *callerEffects) notePutAt(st *memory.State, m, v term.Term) {
	addr := c.Terms.Node(m).A
	if st.Local(m) {
		return
	}
	if p, ok := c.keeperAt(addr); ok {
		c.noteEffect(st, v, summary.Effect{Kind: summary.Lends, How: fate.ToContainer, List: p})
	} else if _, ok := place.Of(c.Terms, m); ok { // the map is an argument: its owner may own what is in it
		c.noteEffect(st, v, summary.Effect{Kind: summary.Exposes, How: fate.ToContainer})
	}
}

// noteLeft notes that a loop may do anything to elements of a list of this function: they are
// parameters, or point to fields of the caller's.
func (c *callerEffects) noteLeft(st *memory.State, elements []term.Term) {
	for _, v := range elements {
		c.noteExposed(st, v)
		if c.Terms.Node(v).Kind == term.Field {
			c.noteEffect(st, c.Terms.Load(v), summary.Effect{Kind: summary.Maybe})
		}
	}
}

// keeperAt returns the place of a container that is in a variable which the caller finds.
func (c *callerEffects) keeperAt(t term.Term) (place.Place, bool) {
	p, ok := place.Of(c.Terms, t)
	return p, ok && (p.IsGlobal() || !p.Holder().IsRoot())
}

// expose notes that something happens to one of the elements of a caller's container,
// or to what it leads to: nobody knows to which.
func (c *callerEffects) expose(p place.Place) {
	e := summary.Effect{Place: p.Element(), Kind: summary.Maybe}
	if !slices.Contains(c.exposed, e) {
		c.exposed = append(c.exposed, e)
	}
}

// exposeElements notes that something happens to elements of a caller's slice: they are
// in another slice, too.
func (c *callerEffects) exposeElements(slice term.Term) {
	if p, ok := place.Of(c.Terms, slice); ok {
		c.expose(p.SomeElement())
	}
}

// noteParts notes an effect on each field of a struct, the copy at an address of a parameter.
func (c *callerEffects) noteParts(st *memory.State, addr, param term.Term, e summary.Effect, seen map[term.Term]bool) {
	u, ok := c.top.Params[c.Terms.Node(param).N].Type().Underlying().(*types.Struct)
	for k := 0; ok && k < u.NumFields(); k++ {
		part, changed := st.Cells[c.Terms.Field(addr, k)]
		if !changed {
			part = c.Terms.Make(term.Node{Kind: term.Part, A: param, N: k})
		}
		if !api.IsBasic(u.Field(k).Type()) {
			c.note(st, part, e, seen)
		}
	}
}

func (c *callerEffects) noteEffect(st *memory.State, v term.Term, e summary.Effect) {
	c.note(st, v, e, nil)
}

// note does so unless v is among the structs that were seen: one may have itself in an interface.
func (c *callerEffects) note(st *memory.State, v term.Term, e summary.Effect, seen map[term.Term]bool) {
	if r, tracked := c.Roles[v]; tracked && st.Fates[r.Object] != nil { // else it was found on another path
		return
	}
	if whole, ok := c.Within[v]; ok && e.Kind == summary.Lends {
		v = whole
	}
	if n := c.Terms.Node(v); n.Kind == term.Load && c.Terms.Node(c.Terms.Root(n.A)).Kind == term.Alloc {
		if seen[v] {
			return
		}
		if seen == nil {
			seen = map[term.Term]bool{}
		}
		seen[v] = true
		whole, ok := st.Cells[n.A]
		isCopy := ok && c.Terms.Node(whole).Kind == term.Param // of a parameter
		switch {
		case isCopy && len(st.PartsOf(n.A)) > 0: // of which something was changed
			c.noteParts(st, n.A, whole, e, seen)
			return
		case isCopy:
			v = whole
		default:
			for _, part := range st.PartsOf(n.A) { // a struct with parameters in it
				c.note(st, part, e, seen)
			}
			return
		}
	}
	p, ok := place.Of(c.Terms, v)
	i, isParameter := p.Parameter()
	if !ok || !isParameter || p.IsRoot() && api.IsBasic(c.top.Params[i].Type()) {
		return
	}
	c.noteAt(st, p, e)
}

// noteAt notes an effect on what the caller has at a place.
func (c *callerEffects) noteAt(st *memory.State, p place.Place, e summary.Effect) {
	e.Place = p
	if p.ThroughElement() {
		c.expose(p)
		return
	}
	if !slices.Contains(st.Effects, e) {
		st.Effects = append(st.Effects, e) // copies of the state have clipped theirs
	}
}

// noteCopied notes that others have a copy of a reference that the function has found in a
// parameter, and does not own: it may be theirs from now on.
func (c *callerEffects) noteCopied(st *memory.State, id fate.ID) {
	f, o := st.Fate(id), &c.Objects[id]
	if _, isParameter := o.Place.Parameter(); isParameter && o.Origin == fate.Stored && c.IsTyped(id) && f.Status == fate.Live && f.Count == 0 {
		c.noteAt(st, o.Place, summary.Effect{Kind: summary.Exposes})
	}
}
