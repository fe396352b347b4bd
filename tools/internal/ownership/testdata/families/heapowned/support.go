// Package heapowned has heaps that own what is in them, and functions that remove something there.
package heapowned

import "github.com/rcpool/rcpool"

type Note struct{ Text string }

var notes = rcpool.Pool[Note]{Name: "notes"}

func get(text string) rcpool.Ref[Note] {
	n := notes.Get()
	n.Value().Text = text
	return n
}

type task struct {
	id, at, index int
	done          bool
	note          rcpool.Ref[Note]
}

type tasks []*task

func (t tasks) Len() int           { return len(t) }
func (t tasks) Less(i, j int) bool { return t[i].at < t[j].at }
func (t tasks) Swap(i, j int) {
	t[i], t[j] = t[j], t[i]
	t[i].index, t[j].index = i, j
}

func (t *tasks) Push(x any) {
	one := x.(*task)
	one.index = len(*t)
	*t = append(*t, one)
}

func (t *tasks) Pop() any {
	old := *t
	one := old[len(old)-1]
	old[len(old)-1] = nil
	*t = old[:len(old)-1]
	return one
}

// Refs are a heap of references.
type refs []rcpool.Ref[Note]

func (r refs) Len() int           { return len(r) }
func (r refs) Less(i, j int) bool { return r[i].Value().Text < r[j].Value().Text }
func (r refs) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
func (r *refs) Push(x any)        { *r = append(*r, x.(rcpool.Ref[Note])) }

func (r *refs) Pop() any {
	last := len(*r) - 1
	ref := (*r)[last]
	*r = (*r)[:last]
	return ref
}
