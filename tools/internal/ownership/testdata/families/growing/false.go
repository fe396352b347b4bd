package growing

import (
	"fmt"
	"strings"
)

// The names stay.
func number(name string) int {
	i := indexes.Get().(*index)
	defer indexes.Put(i)
	n, ok := i.numbers[name]
	if !ok {
		n = len(i.names)
		i.numbers[name] = n
		i.names = append(i.names, name)
	}
	return n
}

// The line is emptied first.
func fields(text string) string {
	l := lines.Get().(*line)
	l.words = l.words[:0]
	for w := range strings.FieldsSeq(text) {
		l.words = append(l.words, w)
	}
	s := strings.Join(l.words, ",")
	lines.Put(l)
	return s
}

// The batch is emptied through its address.
func joined(items ...string) string {
	b := batches.Get().(*batch)
	for _, item := range items {
		b.items = append(b.items, item)
	}
	s := strings.Join(b.items, " ")
	cut(&b.items)
	batches.Put(b)
	return s
}

// The history is only written.
func remember(what string) {
	h := histories.Get().(*history)
	h.seen = append(h.seen, what)
	histories.Put(h)
}

// Only the length of the history is asked.
func remembered(what string) string {
	h := histories.Get().(*history)
	h.seen = append(h.seen, what)
	s := fmt.Sprint(len(h.seen))
	histories.Put(h)
	return s
}

// The blocks stay, and the map that says what is in them is emptied.
func place(names ...string) (size int) {
	a := arenas.Get().(*arena)
	for _, name := range names {
		a.add(name)
	}
	for _, n := range a.sizes {
		size += n
	}
	clear(a.places)
	a.used = 0
	arenas.Put(a)
	return size
}

// The span is cleared before it is put back.
func worstOfSpan(values []int) string {
	p := spans.Get().(*span)
	for _, v := range values {
		p.observe(v, "x")
	}
	defer func() {
		p.clear()
		spans.Put(p)
	}()
	return p.worst().trace
}
