// Package growing has pooled structs with lists that are only added to.
package growing

import "sync"

type tally struct {
	hits  int
	paths []string
}

var tallies = sync.Pool{New: func() any { return &tally{paths: make([]string, 0, 32)} }}

// An index numbers names, and keeps them on purpose.
type index struct {
	numbers map[string]int
	names   []string
}

var indexes = sync.Pool{New: func() any { return &index{numbers: map[string]int{}} }}

// A line is emptied by the function that takes it from the pool.
type line struct{ words []string }

var lines = sync.Pool{New: func() any { return new(line) }}

// A batch is emptied by a function that has only the list.
type batch struct{ items []string }

var batches = sync.Pool{New: func() any { return new(batch) }}

func cut(list *[]string) { *list = (*list)[:0] }

// A history is kept on purpose, and nobody reads it here.
type history struct{ seen []string }

var histories = sync.Pool{New: func() any { return new(history) }}

// An analysis has terms with their counts, which are emptied.
type analysis struct {
	terms  []string
	counts map[string]int
	length int
}

var analyses = sync.Pool{New: func() any { return &analysis{counts: make(map[string]int)} }}

func (a *analysis) feed(text string) {
	a.length++
	if a.counts[text] == 0 {
		a.terms = append(a.terms, text)
	}
	a.counts[text]++
}

// An arena keeps its blocks, and begins with the first one again.
type arena struct {
	sizes  []int
	used   int
	places map[string]int
}

var arenas = sync.Pool{New: func() any { return &arena{places: map[string]int{}} }}

func (a *arena) add(name string) {
	if a.used == len(a.sizes) {
		a.sizes = append(a.sizes, 64)
	}
	a.places[name] = a.used
	a.used++
}

type sample struct {
	trace string
	value int
}

// A window is cleared when it is put back, but for its samples.
type window struct {
	sum     int
	samples []sample
}

var windows = sync.Pool{New: func() any { return new(window) }}

func putWindow(w *window) {
	w.clear()
	windows.Put(w)
}

func (w *window) observe(v int, trace string) {
	w.sum += v
	w.samples = append(w.samples, sample{trace, v})
}

// worst looks at all samples.
func (w *window) worst() (worst sample) {
	for _, s := range w.samples {
		if s.value > worst.value {
			worst = s
		}
	}
	return worst
}

// A span is cleared with all that it has.
type span struct {
	sum     int
	samples []sample
}

var spans = sync.Pool{New: func() any { return new(span) }}

func (p *span) clear() {
	p.sum = 0
	p.samples = p.samples[:0]
}

func (p *span) observe(v int, trace string) {
	p.sum += v
	p.samples = append(p.samples, sample{trace, v})
}

func (p *span) worst() (worst sample) {
	for _, s := range p.samples {
		if s.value > worst.value {
			worst = s
		}
	}
	return worst
}

// A ledger is cleared but for its samples, which nobody looks at from their beginning.
type ledger struct {
	sum     int
	samples []sample
}

var ledgers = sync.Pool{New: func() any { return new(ledger) }}

func (l *ledger) clear() { l.sum = 0 }

func (l *ledger) observe(v int, trace string) {
	l.sum += v
	l.samples = append(l.samples, sample{trace, v})
}

func (l *ledger) since(n int) (worst sample) {
	for _, s := range l.samples[n:] {
		if s.value > worst.value {
			worst = s
		}
	}
	return worst
}

func worstOf(values []int) string {
	w := windows.Get().(*window)
	defer putWindow(w)
	for _, v := range values {
		w.observe(v, "x")
	}
	return w.worst().trace
}

func worstSince(values []int) string {
	l := ledgers.Get().(*ledger)
	n := len(l.samples)
	for _, v := range values {
		l.observe(v, "x")
	}
	worst := l.since(n)
	l.clear()
	ledgers.Put(l)
	return worst.trace
}
