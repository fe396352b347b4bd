package ownership

import (
	"encoding/binary"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
)

// A state is what the explorer knows at one point of one path.
type state struct {
	*values
	env       map[ssa.Value]term.Term
	mem       map[term.Term]term.Term // what was stored at an address on this path
	fates     map[fate.ID]*fate.Fate
	contents  map[term.Term][]fate.Role // of local slices, maps and channels
	facts     term.Facts
	latest    map[term.Node]term.Term // the last evaluation of a load or a call, by its structure
	escaped   map[term.Term]bool      // allocations that others may know
	turns     map[*ssa.BasicBlock]int
	visits    map[*ssa.BasicBlock]int // turns, of all loops around
	calls     map[*ssa.Function]int   // of inlined closures
	defers    []*deferred
	effects   []summary.Effect // on places of the caller, that are not fates of objects
	trail     *step
	epoch     int   // of memory that others may know; each unknown call begins a new one
	tick      int32 // counts the stores and calls that may have changed such memory
	panicked  bool  // the deferred calls run because of a panic
	recovered bool  // and one of them has called recover
}

type deferred struct {
	instr *ssa.Defer
	fn    term.Term
	args  []term.Term
}

// A step of the trail is a decision, for the text of reports.
type step struct {
	before *step
	pos    token.Pos
	yes    bool
	length int
}

func newState(v *values) *state {
	return &state{
		values: v,
		env:    map[ssa.Value]term.Term{}, mem: map[term.Term]term.Term{}, fates: map[fate.ID]*fate.Fate{}, contents: map[term.Term][]fate.Role{},
		facts: term.NoFacts(), latest: map[term.Node]term.Term{}, escaped: map[term.Term]bool{},
		turns: map[*ssa.BasicBlock]int{}, visits: map[*ssa.BasicBlock]int{}, calls: map[*ssa.Function]int{},
	}
}

func (st *state) clone() *state {
	c := *st
	c.env, c.mem, c.fates = maps.Clone(st.env), maps.Clone(st.mem), maps.Clone(st.fates)
	c.contents, c.facts = maps.Clone(st.contents), st.facts.Clone()
	c.latest, c.escaped, c.turns = maps.Clone(st.latest), maps.Clone(st.escaped), maps.Clone(st.turns)
	c.defers, c.effects = slices.Clone(st.defers), slices.Clip(st.effects)
	c.visits, c.calls = maps.Clone(st.visits), maps.Clone(st.calls)
	return &c
}

// fate is a copy of an object's fate, to be changed and set.
func (st *state) fate(id fate.ID) fate.Fate {
	if f := st.fates[id]; f != nil {
		return *f
	}
	return fate.Fate{Status: fate.Top}
}

func (st *state) setFate(id fate.ID, f fate.Fate) { st.fates[id] = &f }

func (st *state) toTop(id fate.ID) {
	f := st.fate(id)
	f.Status = fate.Top
	st.setFate(id, f)
}

// assume notes that a condition holds or not, with what follows from it. It
// returns false if that contradicts the state.
func (st *state) assume(t term.Term, value bool) bool {
	if v, ok := st.facts.Decide(st.ts, t); ok {
		return v == value
	}
	n := st.ts.Node(t)
	if n.Kind == term.Not {
		return st.assume(n.A, !value)
	}
	st.facts.Learn(st.ts, t, value)
	if n.Kind == term.Call && n.Tag == "IsZero" && value {
		if r, ok := st.roles[n.A]; ok { // there is no reference
			f := st.fate(r.Object)
			f.Status, f.Count, f.How = fate.Gone, 0, fate.ToResult
			st.setFate(r.Object, f)
		}
	}
	if n.Kind == term.Binary && n.Tag == token.EQL && value { // a dead object that is another one by now
		a, b := st.roles[n.A], st.roles[n.B]
		for _, id := range []fate.ID{a.Object, b.Object} {
			if f := st.fate(id); a.Object != 0 && b.Object != 0 && f.Status == fate.Dead {
				st.toTop(id)
			}
		}
	}
	if n.Kind == term.Binary && n.Tag == token.EQL && value && st.ts.IsNil(n.B) {
		if r, ok := st.roles[n.A]; ok { // there is no object
			st.toTopLive(r.Object)
		}
	}
	return true
}

// prune forgets conditions that no longer matter, so that paths that differ in
// nothing else become one. It keeps a few conditions on the values of the caller,
// for the summary.
func (x *explorer) prune(f *code.Function, block *ssa.BasicBlock, index int, st *state) {
	if st.facts.Empty() {
		return
	}
	live := map[term.Term]bool{}
	note := func(f *code.Function, values []ssa.Value) {
		for _, v := range values {
			if t, ok := st.env[v]; ok && f.Feeds(v) {
				x.markLive(t, live)
			}
		}
	}
	note(f, f.Alive(block, index))
	for _, outer := range x.outer {
		note(outer, outer.Values)
	}
	for _, v := range st.mem { // variables that closures share
		live[v] = true
	}
	for v := range x.lengths {
		if n := x.lengths[v]; n != 0 {
			live[n] = true
		}
	}
	relevant := func(t term.Term) bool {
		return x.ts.Mentions(t, func(t term.Term) bool { return live[t] || x.ts.Repeats(t) })
	}
	places := 0
	for t := range st.facts.All() {
		if relevant(t) {
			continue
		}
		if _, ok := x.condition(t, true); ok && places < maxConditions {
			places++
			continue
		}
		st.facts.Forget(t)
	}
	for t := range st.facts.Bounds() {
		if !relevant(t) {
			st.facts.Unbound(t)
		}
	}
}

// digest is equal for states that lead to the same reports from the beginning
// of a block: what is not alive there, or does not matter, is left out.
func (x *explorer) digest(f *code.Function, block *ssa.BasicBlock, index int, st *state) string {
	d := digester{x.buffer[:0]}
	d.ints(block.Index, index, st.epoch, min(st.turns[block], maxTurns))
	d.bools(st.panicked, st.recovered)
	for _, id := range slices.Sorted(maps.Keys(st.fates)) {
		ft := st.fates[id]
		d.ints('o', int(id), int(ft.Status), ft.Count, ft.Taken, ft.Given, int(ft.At), int(ft.How), int(ft.To), ft.Unretained, len(ft.Loans))
		d.ints(int(ft.Once), int(ft.Pool), int(ft.Partial), int(ft.Retained))
		d.bools(ft.Wrote, ft.Reset, ft.Contained, ft.Used, ft.Deferred, ft.Looked, ft.Passed)
		d.bools(ft.Dropped, ft.Detached, ft.Abroad, ft.Inside)
		d.text(ft.Assigned)
		for _, l := range ft.Loans {
			d.ints('l', int(l.Pos), int(l.Addr))
		}
	}
	for _, v := range f.Alive(block, index) {
		t, ok := st.env[v]
		if ok && (x.matters(t) || f.Feeds(v) && x.ts.Node(t).Kind <= term.Zero) {
			d.ints('v', int(t))
			d.text(v.Name())
		}
	}
	for _, outer := range x.outer { // the values of the functions around an inlined closure count too
		for _, v := range outer.Values {
			if t, ok := st.env[v]; ok && x.matters(t) {
				d.ints('w', int(t))
				d.text(v.Name())
			}
		}
	}
	for _, addr := range slices.Sorted(maps.Keys(st.mem)) {
		if v := st.mem[addr]; x.matters(v) || x.ts.Node(v).Kind <= term.Zero {
			d.ints('m', int(addr), int(v))
		}
	}
	for t, known := range st.facts.All() {
		d.ints('k', int(t))
		d.bools(known)
	}
	for t, b := range st.facts.Bounds() {
		d.ints('b', int(t), int(b.Low), int(b.High))
	}
	for _, t := range slices.Sorted(maps.Keys(st.contents)) {
		d.ints('c', int(t))
		for _, r := range st.contents[t] {
			d.ints(int(r.Object), int(r.As))
		}
	}
	for _, t := range slices.Sorted(maps.Keys(st.escaped)) {
		d.ints('e', int(t))
	}
	for _, df := range st.defers {
		d.ints('d', int(df.instr.Pos()))
		for _, a := range df.args {
			if x.matters(a) {
				d.ints(int(a))
			}
		}
	}
	for _, e := range st.effects {
		d.ints('f', e.Place.Root, int(e.Kind), int(e.How))
		d.text(string(e.Place.Path))
	}
	x.buffer = d.bytes
	return string(d.bytes)
}

// A digester writes what makes up a digest.
type digester struct{ bytes []byte }

func (d *digester) ints(all ...int) {
	for _, i := range all {
		d.bytes = binary.AppendVarint(d.bytes, int64(i))
	}
}

func (d *digester) bools(all ...bool) {
	bits := byte(0)
	for i, b := range all {
		if b {
			bits |= 1 << i
		}
	}
	d.bytes = append(d.bytes, bits)
}

func (d *digester) text(s string) { d.bytes = append(append(d.bytes, s...), 0) }
