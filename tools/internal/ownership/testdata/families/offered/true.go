package offered

import "github.com/rcpool/rcpool"

// Nobody took it, and this function only counts.
func (q *queue) trigger(name string) {
	t := tasks.Get() // want "leak: t"
	t.Value().name = name
	if _, ok := q.put(t); !ok {
		q.missed++
	}
}

// The result is not looked at.
func (q *queue) ignore(name string) {
	t := tasks.Get() // want "leak: t"
	t.Value().name = name
	q.put(t)
}

// Another caller releases what was not taken, and this one does not.
func (q *queue) forget(due int) bool {
	t := tasks.Get() // want "leak: t"
	t.Value().due = due
	return q.offer(t)
}

// It is released where it was taken.
func (q *queue) reversed(t0 int) {
	t := tasks.Get()
	t.Value().due = t0
	if !q.offer(t) {
		t.Release()
		return
	}
	t.Release() // want "double-release: "
}

// The result of the sink is not looked at, so it has the reference in any case.
func (q *queue) push(s sink) int {
	t := tasks.Get()
	t.Value().due = 1
	s.accept(t)
	return t.Value().due // want "use-after-release: "
}

// It accepts what it does not take.
func (r *recent) peek(t rcpool.Ref[task]) bool { // want "leak: "
	if t.Value().name != r.kind {
		t.Release()
		return true
	}
	return true
}

func (q *queue) ask(r *recent) bool {
	t := tasks.Get()
	t.Value().due = 2
	return r.peek(t)
}
