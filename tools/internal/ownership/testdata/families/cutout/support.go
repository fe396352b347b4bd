// Package cutout has lists, some of them in maps and arrays, out of which elements are cut.
package cutout

import (
	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Task struct {
	No   int
	Name string
}

var tasks = rcpool.Pool[Task]{Name: "tasks"}

func get(no int) rcpool.Ref[Task] {
	t := tasks.Get()
	t.Value().No = no
	return t
}

func (t *Task) run() { t.Name = "" }

// An item has a task of its own.
type item struct {
	due  int
	task rcpool.Ref[Task]
}

type part struct {
	end  int
	body stdpool.ByteRef
}

func byNumber(a, b rcpool.Ref[Task]) int { return a.Value().No - b.Value().No }

func isNamed(t rcpool.Ref[Task]) bool { return t.Value().Name != "" }
