// Package offered has functions that take a reference if there is room for it, and report
// whether they did. Where they did not, the caller still owns it.
package offered

import "github.com/rcpool/rcpool"

type task struct {
	name string
	due  int
}

func (t *task) Reset() { *t = task{} }

var tasks = rcpool.Pool[task]{Name: "tasks"}

type queue struct {
	ready  chan rcpool.Ref[task]
	other  chan rcpool.Ref[task]
	missed int
}

func (q *queue) offer(t rcpool.Ref[task]) bool {
	select {
	case q.ready <- t:
		return true
	default:
		return false
	}
}

func (q *queue) put(t rcpool.Ref[task]) (room int, ok bool) {
	if len(q.other) == cap(q.other) {
		return 0, false
	}
	q.other <- t
	return cap(q.other) - len(q.other), true
}
