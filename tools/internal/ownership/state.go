package ownership

import (
	"encoding/binary"
	"go/constant"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A state is what the explorer knows at one point of one path.
type state struct {
	env       map[ssa.Value]term
	mem       map[term]term // what was stored at an address on this path
	fates     map[objectID]*fate
	contents  map[term][]role // of local slices, maps and channels
	known     map[term]bool   // conditions that were decided
	bounds    map[term]interval
	latest    map[node]term // the last evaluation of a load or a call, by its structure
	escaped   map[term]bool // allocations that others may know
	turns     map[*ssa.BasicBlock]int
	visits    map[*ssa.BasicBlock]int // turns, of all loops around
	calls     map[*ssa.Function]int   // of inlined closures
	defers    []*deferred
	effects   []effect // on places of the caller, that are not fates of objects
	trail     *step
	epoch     int  // of memory that others may know; each unknown call begins a new one
	tick      int  // counts the stores and calls that may have changed such memory
	panicked  bool // the deferred calls run because of a panic
	recovered bool // and one of them has called recover
}

type deferred struct {
	instr *ssa.Defer
	fn    term
	args  []term
}

// A step of the trail is a decision, for the text of reports.
type step struct {
	before *step
	pos    token.Pos
	yes    bool
	length int
}

func newState() *state {
	return &state{
		env: map[ssa.Value]term{}, mem: map[term]term{}, fates: map[objectID]*fate{}, contents: map[term][]role{},
		known: map[term]bool{}, bounds: map[term]interval{}, latest: map[node]term{}, escaped: map[term]bool{},
		turns: map[*ssa.BasicBlock]int{}, visits: map[*ssa.BasicBlock]int{}, calls: map[*ssa.Function]int{},
	}
}

func (st *state) clone() *state {
	c := *st
	c.env, c.mem, c.fates = maps.Clone(st.env), maps.Clone(st.mem), maps.Clone(st.fates)
	c.contents, c.known, c.bounds = maps.Clone(st.contents), maps.Clone(st.known), maps.Clone(st.bounds)
	c.latest, c.escaped, c.turns = maps.Clone(st.latest), maps.Clone(st.escaped), maps.Clone(st.turns)
	c.defers, c.effects = slices.Clone(st.defers), slices.Clip(st.effects)
	c.visits, c.calls = maps.Clone(st.visits), maps.Clone(st.calls)
	return &c
}

// fate is a copy of an object's fate, to be changed and set.
func (st *state) fate(id objectID) fate {
	if f := st.fates[id]; f != nil {
		return *f
	}
	return fate{status: top}
}

func (st *state) setFate(id objectID, f fate) { st.fates[id] = &f }

func (st *state) toTop(id objectID) {
	f := st.fate(id)
	f.status = top
	st.setFate(id, f)
}

// assume notes that a condition holds or not, with what follows from it. It
// returns false if that contradicts the state.
func (x *explorer) assume(st *state, t term, value bool) bool {
	if v, ok := x.decide(st, t); ok {
		return v == value
	}
	n := x.ts.node(t)
	if n.kind == kNot {
		return x.assume(st, n.a, !value)
	}
	st.known[t] = value
	if n.kind == kCall && n.tag == "IsZero" && value {
		if r, ok := x.roles[n.a]; ok { // there is no reference
			f := st.fate(r.object)
			f.status, f.count, f.how = gone, 0, toResult
			st.setFate(r.object, f)
		}
	}
	if n.kind == kBinary && n.tag == token.EQL && value { // a dead object that is another one by now
		a, b := x.roles[n.a], x.roles[n.b]
		for _, id := range []objectID{a.object, b.object} {
			if f := st.fate(id); a.object != 0 && b.object != 0 && f.status == dead {
				st.toTop(id)
			}
		}
	}
	if n.kind == kBinary && n.tag == token.EQL && value && x.ts.isNil(n.b) {
		if r, ok := x.roles[n.a]; ok { // there is no object
			x.toTopLive(st, r.object)
		}
	}
	if n.kind == kBinary {
		x.bound(st, n, value)
	}
	return true
}

// bound narrows the interval of a term that is compared with a number.
func (x *explorer) bound(st *state, n node, value bool) {
	op := n.tag.(token.Token)
	if c, ok := x.ts.asInt(n.b); ok {
		b := st.boundOf(n.a)
		switch {
		case op == token.LSS && value:
			b.high = min(b.high, c-1)
		case op == token.LSS:
			b.low = max(b.low, c)
		case op == token.EQL && value:
			b = interval{c, c}
		case op == token.EQL && b.low == c:
			b.low++
		case op == token.EQL && b.high == c:
			b.high--
		}
		st.bounds[n.a] = b
	}
	if c, ok := x.ts.asInt(n.a); ok && op == token.LSS {
		b := st.boundOf(n.b)
		if value {
			b.low = max(b.low, c+1)
		} else {
			b.high = min(b.high, c)
		}
		st.bounds[n.b] = b
	}
	if op == token.EQL && value { // a variable is one constant only
		for other := range st.known {
			o := x.ts.node(other)
			if o.kind == kBinary && o.tag == n.tag && o.a == n.a && o.b != n.b && x.ts.node(o.b).kind == kConst && x.ts.node(n.b).kind == kConst {
				st.known[other] = false
			}
		}
	}
}

func (st *state) boundOf(t term) interval {
	if b, ok := st.bounds[t]; ok {
		return b
	}
	return whole
}

// decide reports whether a condition is known to hold or not to hold.
func (x *explorer) decide(st *state, t term) (value, ok bool) {
	if v, ok := x.ts.asBool(t); ok {
		return v, true
	}
	if v, ok := st.known[t]; ok {
		return v, true
	}
	n := x.ts.node(t)
	switch n.kind {
	case kNot:
		v, ok := x.decide(st, n.a)
		return !v, ok
	case kBinary:
		op := n.tag.(token.Token)
		a, b := x.boundsOf(st, n.a), x.boundsOf(st, n.b)
		switch op {
		case token.LSS:
			if a.high < b.low {
				return true, true
			}
			if a.low >= b.high {
				return false, true
			}
			if v, ok := st.known[x.ts.make(node{kind: kBinary, a: n.b, b: n.a, tag: token.LSS})]; ok && v {
				return false, true
			}
		case token.EQL:
			if a.high < b.low || b.high < a.low {
				return false, true
			}
			if a.low == a.high && a == b {
				return true, true
			}
			if x.ts.isNil(n.b) && x.ts.notNil(n.a) {
				return false, true
			}
			if x.ts.node(n.b).kind == kConst { // another constant is known
				for other, v := range st.known {
					if o := x.ts.node(other); v && o.kind == kBinary && o.tag == token.EQL && o.a == n.a && o.b != n.b && x.ts.node(o.b).kind == kConst {
						return false, true
					}
				}
			}
		}
	}
	return false, false
}

func (x *explorer) boundsOf(st *state, t term) interval {
	if v, ok := x.ts.asInt(t); ok {
		return interval{v, v}
	}
	b := st.boundOf(t)
	if x.ts.node(t).kind == kLen {
		b.low = max(b.low, 0)
	}
	for b != whole && b.low < b.high { // values that are known not to be it
		switch {
		case b.low != whole.low && x.isNot(st, t, b.low):
			b.low++
		case b.high != whole.high && x.isNot(st, t, b.high):
			b.high--
		default:
			return b
		}
	}
	return b
}

// prune forgets conditions that no longer matter, so that paths that differ in
// nothing else become one. It keeps a few conditions on the values of the caller,
// for the summary.
func (x *explorer) prune(f *function, block *ssa.BasicBlock, index int, st *state) {
	if len(st.known) == 0 {
		return
	}
	live := map[term]bool{}
	note := func(f *function, values []ssa.Value) {
		for _, v := range values {
			if t, ok := st.env[v]; ok && f.feeding[v] {
				x.markLive(t, live)
			}
		}
	}
	note(f, f.alive(block, index))
	for _, outer := range x.outer {
		note(outer, outer.values)
	}
	for _, v := range st.mem { // variables that closures share
		live[v] = true
	}
	for v := range x.lengths {
		if n := x.lengths[v]; n != 0 {
			live[n] = true
		}
	}
	relevant := func(t term) bool {
		return x.ts.mentions(t, func(t term) bool { return live[t] || x.ts.repeats[t] })
	}
	places := 0
	for _, t := range slices.Sorted(maps.Keys(st.known)) {
		if relevant(t) {
			continue
		}
		if _, ok := x.condition(t, true); ok && places < maxConditions {
			places++
			continue
		}
		delete(st.known, t)
	}
	for t := range st.bounds {
		if !relevant(t) {
			delete(st.bounds, t)
		}
	}
}

// markLive marks a value, and of a condition what it is about.
func (x *explorer) markLive(t term, live map[term]bool) {
	switch n := x.ts.node(t); n.kind {
	case kConst, kNil, kZero, kNone:
	case kNot:
		x.markLive(n.a, live)
	case kBinary:
		live[t] = true
		x.markLive(n.a, live)
		x.markLive(n.b, live)
	default:
		live[t] = true
	}
}

func (x *explorer) isNot(st *state, t term, v int64) bool {
	known, ok := st.known[x.ts.make(node{kind: kBinary, a: t, b: x.ts.value(constant.MakeInt64(v)), tag: token.EQL})]
	return ok && !known
}

// digest is equal for states that lead to the same reports from the beginning
// of a block: what is not alive there, or does not matter, is left out.
func (x *explorer) digest(f *function, block *ssa.BasicBlock, index int, st *state) string {
	d := digester{x.buffer[:0]}
	d.ints(block.Index, index, st.epoch, min(st.turns[block], maxTurns))
	d.bools(st.panicked, st.recovered)
	for _, id := range slices.Sorted(maps.Keys(st.fates)) {
		ft := st.fates[id]
		d.ints('o', int(id), int(ft.status), ft.count, ft.taken, ft.given, int(ft.at), int(ft.how), int(ft.to), ft.kept, len(ft.loans))
		d.ints(int(ft.once), int(ft.pool), int(ft.partial), int(ft.retained))
		d.bools(ft.wrote, ft.reset, ft.contained, ft.used, ft.deferred, ft.looked, ft.passed)
		d.bools(ft.dropped, ft.detached, ft.abroad, ft.inside)
		d.text(ft.assigned)
		for _, l := range ft.loans {
			d.ints('l', int(l.pos), int(l.addr))
		}
	}
	for _, v := range f.alive(block, index) {
		t, ok := st.env[v]
		if ok && (x.matters(t) || f.feeding[v] && x.ts.node(t).kind <= kZero) {
			d.ints('v', int(t))
			d.text(v.Name())
		}
	}
	for _, outer := range x.outer { // the values of the functions around an inlined closure count too
		for _, v := range outer.values {
			if t, ok := st.env[v]; ok && x.matters(t) {
				d.ints('w', int(t))
				d.text(v.Name())
			}
		}
	}
	for _, addr := range slices.Sorted(maps.Keys(st.mem)) {
		if v := st.mem[addr]; x.matters(v) || x.ts.node(v).kind <= kZero {
			d.ints('m', int(addr), int(v))
		}
	}
	for _, t := range slices.Sorted(maps.Keys(st.known)) {
		d.ints('k', int(t))
		d.bools(st.known[t])
	}
	for _, t := range slices.Sorted(maps.Keys(st.bounds)) {
		d.ints('b', int(t), int(st.bounds[t].low), int(st.bounds[t].high))
	}
	for _, t := range slices.Sorted(maps.Keys(st.contents)) {
		d.ints('c', int(t))
		for _, r := range st.contents[t] {
			d.ints(int(r.object), int(r.as))
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
		d.text(e.Place.Path)
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

// matters reports whether a value is worth telling states apart by.
func (x *explorer) matters(t term) bool {
	if t == 0 {
		return false
	}
	if _, ok := x.roles[t]; ok {
		return true
	}
	switch x.ts.node(t).kind {
	case kClosure, kAlloc, kGlobal:
		return true
	}
	return false
}
