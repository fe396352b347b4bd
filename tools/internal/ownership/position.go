package ownership

import (
	"go/token"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// A position is where a walk is: at an instruction, perhaps in the body of another function
// that is carried out at its call, and perhaps in a deferred call. It decides where to
// report what happens there.
type position struct {
	values    *memory.Values
	top       *code.Function   // that is explored
	wide      bool             // the outcomes of other packages' functions are joined: see walkPaths
	outer     []*code.Function // of inlined closures: the functions around
	current   ssa.Instruction
	deferring int                   // deferred calls that are being carried out
	deferPos  []token.Pos           // of their statements
	sites     []*site               // of the inlined calls that are being carried out
	here      token.Pos             // the call of the function whose body is carried out, if reports are to name that
	inside    token.Pos             // where that function is, whatever reports are to name
	since     int                   // the number of objects when it was called
	calls     map[fate.ID]token.Pos // of objects that such functions have found: the calls of the functions
	once      term.Term             // the sync.Once whose function is being carried out
	holder    term.Term             // where the callee whose summary is being carried out has found what it releases; 0 if that is not known
	applying  int                   // what a summary says of memory is being carried out
	ofEach    bool                  // what a callee does to all elements of a container is being carried out, for one of them
	ofSome    bool                  // what a callee does only if an argument says so is being carried out
	blind     int                   // what a summary names is being read: that is no use
}

// isOwn reports whether a function is the one that is explored, or a literal in it.
func (p *position) isOwn(fn *ssa.Function) bool {
	return code.Outermost(fn) == code.Outermost(p.top.Function)
}

// isCarried reports whether a declared function is being carried out.
func (p *position) isCarried() bool { return p.here.IsValid() }

// at returns where to report what happens at a place in the code: there, or at the call of
// the declared function that is carried out.
func (p *position) at(pos token.Pos) token.Pos {
	p.inside = pos
	if p.isCarried() {
		return p.here
	}
	return pos
}

// placed returns where something happens to an object. An object that the function which is
// carried out has found or acquired itself is that function's matter.
func (p *position) placed(id fate.ID, pos token.Pos) token.Pos {
	if p.isForeign(id) {
		return p.inside
	}
	return pos
}

func (p *position) isForeign(id fate.ID) bool {
	return p.isCarried() && (int(id) >= p.since || p.calls[id] == p.here)
}

// calledAt returns where to report what has happened to an object: where this function has
// called another one, if it has happened there.
func (p *position) calledAt(id fate.ID, pos token.Pos) token.Pos {
	if call := p.calls[id]; call.IsValid() && pos.IsValid() && !p.isForeign(id) && !p.isIn(pos) {
		return call
	}
	return pos
}

// acquiredAt returns where an object is acquired by a call.
func (p *position) acquiredAt(s *site) token.Pos {
	if p.isCarried() {
		return p.inside
	}
	return s.pos
}

// isIn reports whether a place is in the function that is explored.
func (p *position) isIn(pos token.Pos) bool {
	syntax := code.Outermost(p.top.Function).Syntax()
	return syntax == nil || syntax.Pos() <= pos && pos < syntax.End()
}

// decidedAt returns where a decision is reported: there, or nowhere if it is one of a
// declared function that is carried out.
func (p *position) decidedAt(pos token.Pos) token.Pos {
	if p.isCarried() {
		return token.NoPos
	}
	return pos
}

// placeOf returns where to report what happens in the body of a function that is carried
// out: at its call, or at the first one if it is called by another such function. It returns
// token.NoPos for a literal of the function that is explored: what happens there is reported
// where it happens.
func (p *position) placeOf(fn *ssa.Function, s *site) token.Pos {
	switch {
	case p.isOwn(fn):
		return token.NoPos
	case p.here.IsValid():
		return p.here
	}
	return s.pos
}

// reportAt makes here the place of reports. The function that it returns takes that back.
func (p *position) reportAt(here token.Pos) (takeBack func()) {
	before, since := p.here, p.since
	if !p.isCarried() {
		p.since = len(p.values.Objects)
	}
	p.here = here
	return func() { p.here, p.since = before, since }
}

// isAround reports whether a function is being carried out already: it calls itself.
func (p *position) isAround(s *site, fn *ssa.Function) bool {
	return fn == p.top.Function || s.f.Function == fn ||
		slices.ContainsFunc(p.outer, func(f *code.Function) bool { return f.Function == fn })
}

// moment is when and where a call happens.
func (p *position) moment(s *site) moment {
	return moment{pos: s.pos, deferred: s.deferred || p.deferring > 0}
}

// noteCarried notes the call for each object that a function which was carried out has found
// or acquired: all but the known ones. What the function returns is acquired by the call.
func (p *position) noteCarried(s *site, known int, results []result) {
	for id := known; id < len(p.values.Objects); id++ {
		p.calls[fate.ID(id)] = s.pos
	}
	for _, r := range results {
		for _, id := range r.st.Reachable(r.value) {
			if o := &p.values.Objects[id]; int(id) >= known && o.Origin == fate.Acquired {
				o.Pos = s.pos
			}
		}
	}
}

// isKeptFarAway reports whether another function has acquired an object, and put it into a
// struct or a list, other than one that this function has made. What becomes of it there is that
// function's matter.
func (p *position) isKeptFarAway(st *memory.State, id fate.ID) bool {
	if !p.calls[id].IsValid() || !st.IsPart(id) {
		return false
	}
	for addr, v := range st.Cells {
		if n := st.Terms.Node(addr); st.Roles[v] != fate.Reference(id) || n.Kind != term.Field && n.Kind != term.Index {
			continue
		}
		made, ok := st.Terms.Node(st.Terms.Root(addr)).Tag.(ssa.Instruction)
		if !ok || made.Parent() != p.top.Function {
			return true
		}
	}
	return false
}

// isWorkedOff reports whether an object is in a container, and the path comes from the end of a loop
// that goes on until its list is empty, adds to it and gives up what it takes out: the loop has
// taken more turns than the path.
func (p *position) isWorkedOff(st *memory.State, id fate.ID) bool {
	return st.Fates[id].Contained &&
		slices.ContainsFunc(p.top.WorkListEnds(), func(end *ssa.BasicBlock) bool { return st.Visits.At(end) > 0 })
}

// onEachWay reports whether a block is on each way to the end of its function, and of
// those around it that call it.
func (p *position) onEachWay(b *ssa.BasicBlock) bool {
	if !code.OnEachWay(b) {
		return false
	}
	return !slices.ContainsFunc(p.sites, func(s *site) bool { return !code.OnEachWay(s.instr.Block()) })
}

// mayRename reports whether a value that a call has set may get its name again for another one, which the
// same call sets in a later turn of a loop.
func (p *position) mayRename(s *site, n term.Node) bool {
	_, made := n.Tag.(rebuilt)
	b := s.instr.Block()
	return (made || memory.IsChanged(n)) && b != nil && p.top.InLoop(b)
}

func (p *position) newReference(s *site) fate.Object {
	return fate.Object{Pos: p.acquiredAt(s), What: "the reference"}
}

// storedFarAway notes that what is in a list was put there by another function than this
// one: what becomes of it where this function ends is not known.
func (p *position) storedFarAway(st *memory.State, list term.Term) {
	if !p.isCarried() || isCleanupList(st, list) { // each of those is known by what it releases
		return
	}
	for _, id := range st.ContentsOf(list) {
		if f := st.Fate(id); f.Contained {
			f.Abroad = true
			st.SetFate(id, f)
		}
	}
}

// merge removes duplicate results.
func (p *position) merge(results []result) []result {
	if len(results) < 2 {
		return results
	}
	type outcome struct {
		digest memory.Digest
		value  term.Term
	}
	seen := map[outcome]bool{}
	var kept []result
	for _, r := range results {
		d := outcome{r.st.Digest(memory.Point{Function: p.top, Block: p.top.Blocks[0], Index: -1, Around: p.outer}), r.value}
		if !seen[d] || len(kept) == 0 {
			seen[d] = true
			kept = append(kept, r)
		}
	}
	return kept
}
