package code

import (
	"math/bits"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// liveness is the usual backward analysis: which values are used at or after the
// beginning of a block. Values have numbers, and sets of them are bits.
type liveness struct {
	f       *Function
	number  map[ssa.Value]int
	in      [][]uint64 // by block
	current []uint64

	operands []*ssa.Value // of an instruction
}

func findLive(f *Function) map[*ssa.BasicBlock][]int32 {
	l := &liveness{f: f, number: make(map[ssa.Value]int, len(f.Values)), in: make([][]uint64, len(f.Blocks))}
	for i, v := range f.Values {
		l.number[v] = i
	}
	words := (len(f.Values) + 63) / 64
	for i := range l.in {
		l.in[i] = make([]uint64, words)
	}
	l.current = make([]uint64, words)
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(f.Blocks) {
			clear(l.current)
			l.afterEnd(b)
			l.through(b)
			if !slices.Equal(l.in[b.Index], l.current) {
				copy(l.in[b.Index], l.current)
				changed = true
			}
		}
	}
	live := make(map[*ssa.BasicBlock][]int32, len(f.Blocks))
	for _, b := range f.Blocks {
		live[b] = l.atBeginning(b)
	}
	return live
}

func (l *liveness) use(v ssa.Value) {
	if n, ok := l.number[v]; ok {
		l.current[n/64] |= 1 << (n % 64)
	}
}

func (l *liveness) define(v ssa.Value) {
	if n, ok := l.number[v]; ok {
		l.current[n/64] &^= 1 << (n % 64)
	}
}

// afterEnd adds what the blocks after b use, and their phis on the way from b.
func (l *liveness) afterEnd(b *ssa.BasicBlock) {
	for _, succ := range b.Succs {
		for w, word := range l.in[succ.Index] {
			l.current[w] |= word
		}
		for j, pred := range succ.Preds {
			if pred == b {
				for _, phi := range succ.Instrs[:PhiCount(succ)] {
					l.use(phi.(*ssa.Phi).Edges[j])
				}
			}
		}
	}
}

// through goes from the end of a block to its beginning.
func (l *liveness) through(b *ssa.BasicBlock) {
	for _, instr := range slices.Backward(b.Instrs) {
		if v, ok := instr.(ssa.Value); ok {
			l.define(v)
		}
		if _, ok := instr.(*ssa.Phi); ok {
			continue
		}
		l.operands = instr.Operands(l.operands[:0])
		for _, o := range l.operands {
			if *o != nil {
				l.use(*o)
			}
		}
	}
}

func (l *liveness) atBeginning(b *ssa.BasicBlock) []int32 {
	known := PhiCount(b)
	for _, word := range l.in[b.Index] {
		known += bits.OnesCount64(word)
	}
	live := make([]int32, 0, known)
	for w, word := range l.in[b.Index] {
		for ; word != 0; word &= word - 1 {
			live = append(live, int32(64*w+bits.TrailingZeros64(word)))
		}
	}
	for _, phi := range b.Instrs[:PhiCount(b)] { // phis are set on the way into the block
		live = append(live, int32(l.number[phi.(*ssa.Phi)]))
	}
	return live
}
