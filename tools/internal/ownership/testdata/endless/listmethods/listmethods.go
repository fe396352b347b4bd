// Package listmethods calls methods of lists as values, and methods with the names of those.
package listmethods

import (
	"container/list"

	"github.com/rcpool/rcpool"
)

type frame struct{ n int }

var frames rcpool.Pool[frame]

type queue struct{ all list.List }

func (q *queue) add() { q.all.PushBack(frames.Get()) }

func (q *queue) Close() {
	for e := q.all.Front(); e != nil; e = e.Next() {
		e.Value.(rcpool.Ref[frame]).Release()
	}
	q.all.Init()
}

// sum goes over another list.
func (q *queue) sum(other *list.List) (n int) {
	front := other.Front
	for e := front(); e != nil; e = e.Next() {
		n += e.Value.(rcpool.Ref[frame]).Value().n
	}
	for e := other.Back(); e != nil; {
		n += e.Value.(rcpool.Ref[frame]).Value().n
		prev := e.Prev
		e = prev()
	}
	q.all.Init()
	return n
}

// drain goes over another list, and releases.
func (q *queue) drain(other *list.List) {
	front := other.Front
	for e := front(); e != nil; e = e.Next() {
		ref := e.Value.(rcpool.Ref[frame])
		if ref.Value().n > 0 {
			ref.Release()
		}
	}
	q.all.Init()
}

type lists struct{ own *list.List }

func (l *lists) PushBack(*list.List) {}

func (l *lists) add() {
	push := l.PushBack
	push(l.own)
}
