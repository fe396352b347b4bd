package usedfirst

import "github.com/rcpool/rcpool"

// The name of the span is all that others keep.
func (s span) note(took int, names map[uint64][]string) {
	d := s.ref.Value()
	d.took = took
	names[s.trace] = append(names[s.trace], d.name)
}

func noted(t *tracer, names map[uint64][]string) {
	s := t.start(1, 1, "geo") // want "leak: "
	s.note(3, names)
}

// The list is the function's own.
func (s span) total(took int) (sum int) {
	s.ref.Value().took = took
	var all []rcpool.Ref[spanData]
	all = append(all, s.ref)
	for _, ref := range all {
		sum += ref.Value().took
	}
	return sum
}

func totalled(t *tracer) int {
	s := t.start(2, 1, "geo") // want "leak: "
	return s.total(3)
}

// Only the root goes into the map.
func (s span) endRoot(took int) {
	d := s.ref.Value()
	d.took = took
	if d.parent != 0 {
		return
	}
	s.t.traces[s.trace] = append(s.t.traces[s.trace], s.ref)
}

func endedLong(t *tracer) int {
	s := t.start(3, 1, "bid") // want "leak: "
	return s.ref.Value().took
}

// The list is cut again before the function returns.
func (t *tracer) peek(s span) int {
	all := []rcpool.Ref[spanData]{s.ref}
	n := all[0].Value().took
	all = all[:0]
	return n + len(all)
}

func peeked(t *tracer) int {
	s := t.start(4, 1, "bid") // want "leak: "
	return t.peek(s)
}

// Only the trace is kept.
func (s span) count(counts map[uint64]int) { counts[s.trace] += s.ref.Value().took }

func counted(t *tracer, counts map[uint64]int) {
	s := t.start(5, 1, "bid") // want "leak: "
	s.count(counts)
}
