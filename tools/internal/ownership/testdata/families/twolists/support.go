// Package twolists has structs with two containers for references: lists in maps, lists of package
// container/list, heaps and rings.
package twolists

import (
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Task struct {
	ID    int
	Owner string
	Tries int
}

var tasks = rcpool.Pool[Task]{Name: "tasks"}

func newTask(id int, owner string) rcpool.Ref[Task] {
	t := tasks.Get()
	t.Value().ID, t.Value().Owner = id, owner
	return t
}

type due struct {
	at  int
	ref rcpool.Ref[Task]
}

type byTime []due

func (b byTime) Len() int           { return len(b) }
func (b byTime) Less(i, j int) bool { return b[i].at < b[j].at }
func (b byTime) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
func (b *byTime) Push(x any)        { *b = append(*b, x.(due)) }
func (b *byTime) Pop() any {
	last := len(*b) - 1
	d := (*b)[last]
	*b = (*b)[:last]
	return d
}

// A Picture counts its references.
type Picture struct {
	refs   atomic.Int32
	name   string
	pixels []byte
}

func NewPicture(name string) *Picture {
	p := &Picture{name: name, pixels: []byte(name)}
	p.refs.Store(1)
	return p
}

func (p *Picture) Retain() { p.refs.Add(1) }

func (p *Picture) Release() {
	if p.refs.Add(-1) == 0 {
		p.pixels = nil
	}
}
