package ownership

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

const (
	maxTurns      = 3 // of a loop: two, and the way out
	maxConditions = 4 // on a caller's values, of one path, that no longer matter to the path
)

// A point is where a state is: before an instruction of a block. Around are the
// functions in which the literal is that is being carried out.
type point struct {
	function *code.Function
	block    *ssa.BasicBlock
	index    int
	around   []*code.Function
}

// digest is equal for states that lead to the same reports from the beginning
// of a block: what is not alive there, or does not matter, is left out.
func (st *state) digest(at point) string {
	d := digester{st.buffer[:0]}
	d.ints(at.block.Index, at.index, st.epoch, min(st.turns[at.block], maxTurns))
	d.bools(st.panicked, st.recovered)
	for _, id := range slices.Sorted(maps.Keys(st.fates)) {
		ft := st.fates[id]
		d.ints('o', int(id), int(ft.Status), ft.Count, ft.Taken, ft.Given, int(ft.At), int(ft.How), int(ft.To), ft.Unretained, len(ft.Loans))
		d.ints(int(ft.Once), int(ft.Pool), int(ft.Partial), int(ft.Retained))
		d.bools(ft.Wrote, ft.Reset, ft.Contained, ft.Used, ft.Deferred, ft.Looked, ft.Passed)
		d.bools(ft.Dropped, ft.Detached, ft.Abroad, ft.Inside)
		d.text(ft.Assigned)
		for _, l := range ft.Loans {
			d.ints('l', int(l.Pos), int(l.Addr), int(l.How), int(l.Held))
			d.bools(l.Loop)
		}
	}
	for _, v := range at.function.Alive(at.block, at.index) {
		t, ok := st.env[v]
		if ok && (st.matters(t) || at.function.Feeds(v) && st.ts.Node(t).Kind <= term.Zero) {
			d.ints('v', int(t))
			d.text(v.Name())
		}
	}
	for _, outer := range at.around { // the values of the functions around an inlined closure count too
		for _, v := range outer.Values {
			if t, ok := st.env[v]; ok && st.matters(t) {
				d.ints('w', int(t))
				d.text(v.Name())
			}
		}
	}
	for _, addr := range slices.Sorted(maps.Keys(st.mem)) {
		if v := st.mem[addr]; st.matters(v) || st.ts.Node(v).Kind <= term.Zero {
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
		d.ints('d', int(df.instr.Pos()), int(df.fn))
		for _, a := range df.args {
			if st.matters(a) {
				d.ints(int(a))
			}
		}
	}
	for _, e := range st.effects {
		d.place(e.Place)
		d.place(e.Once)
		d.place(e.Pool)
		d.ints(int(e.Kind), int(e.How), e.Count)
		d.bools(e.Reset, e.Drop)
		d.text(e.Family)
	}
	st.buffer = d.bytes
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

func (d *digester) place(p place.Place) {
	d.ints(p.Root)
	d.text(p.Name)
	d.text(string(p.Path))
}

func (d *digester) text(s string) { d.bytes = append(append(d.bytes, s...), 0) }

// prune forgets conditions that no longer matter, so that paths that differ in
// nothing else become one. It keeps a few conditions on the values of the caller,
// for the summary.
func (st *state) prune(at point) {
	if st.facts.Empty() {
		return
	}
	live := map[term.Term]bool{}
	note := func(f *code.Function, values []ssa.Value) {
		for _, v := range values {
			if t, ok := st.env[v]; ok && f.Feeds(v) {
				st.markLive(t, live)
			}
		}
	}
	note(at.function, at.function.Alive(at.block, at.index))
	for _, outer := range at.around {
		note(outer, outer.Values)
	}
	for _, v := range st.mem { // variables that closures share
		live[v] = true
	}
	for v := range st.lengths {
		if n := st.lengths[v]; n != 0 {
			live[n] = true
		}
	}
	relevant := func(t term.Term) bool {
		return st.ts.Mentions(t, func(t term.Term) bool { return live[t] || st.ts.Repeats(t) })
	}
	places := 0
	for t := range st.facts.All() {
		if relevant(t) {
			continue
		}
		if _, ok := summary.ConditionOf(st.ts, t, true); ok && places < maxConditions {
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
