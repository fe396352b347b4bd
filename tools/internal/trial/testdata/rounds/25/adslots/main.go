// truth: leak line 49 hard

// Command adslots keeps the best candidate for each slot of a page.
package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/rcpool/rcpool"
)

type Candidate struct {
	Slot    string
	Line    int
	ECPM    float64
	Markup  []byte
	Blocked bool
}

func (c *Candidate) Reset() { *c = Candidate{Markup: c.Markup[:0]} }

var candidates = rcpool.Pool[Candidate]{
	Name: "candidates",
	Keep: func(c *Candidate) bool { return cap(c.Markup) <= 8<<10 },
}

type board struct {
	best map[string]rcpool.Ref[Candidate]
	lost int
}

func newBoard() *board { return &board{best: make(map[string]rcpool.Ref[Candidate])} }

// offer takes the candidate over.
func (b *board) offer(ref rcpool.Ref[Candidate]) {
	c := ref.Value()
	if c.Blocked {
		ref.Release()
		return
	}
	if cur, ok := b.best[c.Slot]; ok && cur.Value().ECPM >= c.ECPM {
		b.lost++
		ref.Release()
		return
	}
	b.best[c.Slot] = ref
}

func (b *board) take(slot string) (rcpool.Ref[Candidate], bool) {
	ref, ok := b.best[slot]
	if !ok {
		return rcpool.Ref[Candidate]{}, false
	}
	delete(b.best, slot)
	return ref, true
}

func (b *board) clear() {
	for _, ref := range b.best {
		ref.Release()
	}
	clear(b.best)
}

func (b *board) slots() []string {
	return slices.SortedFunc(maps.Keys(b.best), cmp.Compare[string])
}

type rule struct {
	slot string
	line int
	ecpm float64
	deny bool
}

func (r rule) candidate() rcpool.Ref[Candidate] {
	ref := candidates.Get()
	c := ref.Value()
	c.Slot, c.Line, c.ECPM, c.Blocked = r.slot, r.line, r.ecpm, r.deny
	c.Markup = fmt.Appendf(c.Markup, "<ad line=%d>", r.line)
	return ref
}

func page(b *board, rules []rule, want ...string) string {
	defer b.clear()
	for _, r := range rules {
		b.offer(r.candidate())
	}
	var out []byte
	for _, slot := range want {
		ref, ok := b.take(slot)
		if !ok {
			out = append(out, "<house>"...)
			continue
		}
		out = append(out, ref.Value().Markup...)
		ref.Release()
	}
	return fmt.Sprintf("%s left %v", out, b.slots())
}

func main() {
	b := newBoard()
	fmt.Println(page(b, []rule{
		{"top", 1, 2.5, false}, {"top", 2, 4, true}, {"side", 3, 1, false}, {"top", 4, 1, false},
	}, "top", "foot"))
	fmt.Println(page(b, []rule{{"top", 5, 1, false}, {"top", 6, 3, false}}, "top"), b.lost)
	check()
}
