package memory

import (
	"encoding/binary"
	"hash/maphash"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

const (
	MaxTurns      = 3 // of a loop: two, and the way out
	maxConditions = 4 // on a caller's values, of one path, that no longer matter to the path
)

// A Point is where a state is: before an instruction of a block. Around are the
// functions in which the literal is that is being carried out.
type Point struct {
	Function *code.Function
	Block    *ssa.BasicBlock
	Index    int
	Around   []*code.Function
}

// A Digest is a hash of so many bits that it stands for what was hashed. A walk keeps one for each state
// in which it goes on, and the text of a state is long.
type Digest [2]uint64

var digestSeeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// Digest is equal for states that lead to the same reports from the beginning
// of a block: what is not alive there, or does not matter, is left out.
func (st *State) Digest(at Point) Digest {
	d := digester{st.buffer[:0]}
	d.ints(at.Block.Index, at.Index, st.Epoch, min(st.Turns.At(at.Block), MaxTurns))
	d.bools(st.Panicked, st.Recovered)
	for _, id := range term.InOrder(st.Fates) {
		d.ints('o', int(id))
		d.fate(st.Fates[id])
	}
	st.digestVariables(&d, at)
	cells := st.cells[:0]
	for addr, v := range st.Cells {
		if st.Matters(v) || st.Terms.Node(v).Kind <= term.Zero {
			cells = append(cells, addr)
		}
	}
	slices.Sort(cells)
	for _, addr := range cells {
		d.ints('m', int(addr), int(st.Cells[addr]))
	}
	for t, known := range st.Facts.All() {
		d.ints('k', int(t))
		d.bools(known)
	}
	for t, b := range st.Facts.Bounds() {
		d.ints('b', int(t), int(b.Low), int(b.High))
	}
	for _, t := range term.InOrder(st.Containers) {
		d.ints('c', int(t))
		for _, r := range st.Containers[t] {
			d.ints(int(r.Object), int(r.As))
		}
	}
	for _, t := range term.InOrder(st.Shared) {
		d.ints('e', int(t))
	}
	for _, df := range st.Defers {
		d.ints('d', int(df.Instr.Pos()), int(df.Fn))
		for _, a := range df.Args {
			if st.Matters(a) {
				d.ints(int(a))
			}
		}
	}
	for _, e := range st.Effects {
		d.effect(e)
	}
	for _, b := range st.Chosen {
		d.ints('h', b.Index)
	}
	st.buffer, st.cells = d.bytes, cells
	return Digest{maphash.Bytes(digestSeeds[0], d.bytes), maphash.Bytes(digestSeeds[1], d.bytes)}
}

// digestVariables writes the values that are alive.
func (st *State) digestVariables(d *digester, at Point) {
	values := st.Env.Of(at.Function)
	for number := range at.Function.Alive(at.Block, at.Index) {
		t, ok := values.Get(number)
		if ok && (st.Matters(t) || at.Function.Feeds(number) && st.isKnown(t)) {
			d.ints('v', int(t), number)
		}
		st.digestParts(d, t)
	}
	for _, outer := range at.Around { // the values of the functions around an inlined closure count too
		values := st.Env.Of(outer)
		for number := range outer.Values {
			if t, ok := values.Get(number); ok && st.Matters(t) {
				d.ints('w', int(t), number)
			}
		}
	}
}

// isKnown reports whether conditions on a value can be decided: it is a constant, nil, zero or
// what a global variable has, such as an error.
func (st *State) isKnown(t term.Term) bool {
	n := st.Terms.Node(t)
	return n.Kind <= term.Zero || n.Kind == term.Load && st.Terms.Node(n.A).Kind == term.Global
}

// digestParts writes the results of a call, which are alive until they are extracted.
func (st *State) digestParts(d *digester, t term.Term) {
	parts, isTuple := st.Terms.Listed(t)
	if !isTuple {
		return
	}
	for k, part := range parts {
		if st.Matters(part) || st.isKnown(part) {
			d.ints('t', k, int(part))
		}
		d.bools(st.Terms.NotNil(part))
	}
}

// A digester writes what makes up a digest.
type digester struct{ bytes []byte }

func (d *digester) fate(f *fate.Fate) {
	d.ints(int(f.Status), f.Count, f.Taken, f.Given, int(f.At), int(f.How), int(f.To), f.Unretained, len(f.Loans), f.Handed, f.Housed, f.Kept)
	d.ints(int(f.Once), int(f.Pool), int(f.Partial), int(f.Retained), int(f.Doubted))
	d.bools(f.Wrote, f.Reset, f.Contained, f.Used, f.Deferred, f.Looked, f.Called, f.Stays, f.Untold, f.Passed)
	d.bools(f.Dropped, f.Detached, f.Abroad, f.Inside, f.Shared, f.Asked)
	for _, p := range f.Progress {
		d.ints('p', int(p.Step), int(p.At))
	}
	for _, l := range f.Loans {
		d.ints('l', int(l.Pos), int(l.Addr), int(l.How), int(l.Held), int(l.Part))
		d.bools(l.Loop, l.Kept, l.Over)
	}
}

func (d *digester) effect(e summary.Effect) {
	d.place(e.Place)
	d.place(e.Once)
	d.place(e.Pool)
	d.place(e.List)
	d.ints(int(e.Kind), int(e.How), e.Count)
	d.bools(e.Reset, e.Drop, e.Used, e.Untold)
	d.text(e.Family)
}

func (d *digester) ints(all ...int) {
	for _, i := range all {
		d.bytes = binary.AppendVarint(d.bytes, int64(i))
	}
}

func (d *digester) bools(all ...bool) {
	for eight := range slices.Chunk(all, 8) {
		bits := byte(0)
		for i, b := range eight {
			if b {
				bits |= 1 << i
			}
		}
		d.bytes = append(d.bytes, bits)
	}
}

func (d *digester) place(p place.Place) {
	d.ints(p.Root)
	d.text(p.Name)
	d.text(string(p.Path))
}

func (d *digester) text(s string) { d.bytes = append(append(d.bytes, s...), 0) }

// keepTypes keeps what assertions have told of a type, if another one may ask for it.
func (st *State) keepTypes(at Point, relevant func(term.Term) bool) {
	for t, all := range st.Asserted {
		_, isPlace := place.Of(st.Terms, t)
		for _, a := range all {
			if yes, ok := st.Facts.Said(a.Holds); ok && yes && (isPlace || relevant(t)) && a.isAskedAgain(at.Block) {
				st.live.add(a.Holds)
			}
		}
	}
}

// Prune forgets conditions that no longer matter, so that paths that differ in
// nothing else become one. It keeps a few conditions on the values of the caller,
// for the summary.
func (st *State) Prune(at Point) {
	if st.Facts.Empty() {
		return
	}
	live := &st.live
	live.empty()
	note := func(values ValuesOf, number int) {
		if values.of.Feeds(number) {
			if t, ok := values.Get(number); ok {
				st.markLive(t)
			}
		}
	}
	values := st.Env.Of(at.Function)
	for number := range at.Function.Alive(at.Block, at.Index) {
		note(values, number)
	}
	for _, outer := range at.Around {
		values := st.Env.Of(outer)
		for number := range outer.Values {
			note(values, number)
		}
	}
	for _, v := range st.Cells { // variables that closures share
		live.add(v)
	}
	for _, f := range st.Fates { // what callees tell of what they were given
		if told := f.Told(); told != 0 {
			live.add(told)
		}
	}
	for v := range st.Lengths {
		if n := st.Lengths[v]; n != 0 {
			live.add(n)
		}
	}
	relevant := func(t term.Term) bool {
		return st.Terms.Mentions(t, func(t term.Term) bool { return live.has(t) || st.Terms.Repeats(t) })
	}
	st.keepTypes(at, relevant)
	places := 0
	for _, t := range st.Facts.Other(relevant) {
		if _, ok := summary.ConditionOf(st.Terms, t, true); ok && places < maxConditions {
			places++
			continue
		}
		st.Facts.Forget(t)
	}
	st.Facts.Unbound(relevant)
}
