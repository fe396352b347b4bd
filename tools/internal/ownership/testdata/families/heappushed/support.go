// Package heappushed has heaps of references.
package heappushed

import (
	"container/heap"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Task struct {
	Name string
	Due  int
}

func (t *Task) Reset() { *t = Task{} }

var tasks = rcpool.Pool[Task]{Name: "tasks"}

func get(due int) rcpool.Ref[Task] {
	task := tasks.Get()
	task.Value().Due = due
	return task
}

type queue []rcpool.Ref[Task]

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].Value().Due < q[j].Value().Due }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(rcpool.Ref[Task])) }
func (q *queue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

func (q *queue) clear() {
	for _, task := range *q {
		task.Release()
	}
	*q = nil
}

type item struct {
	due int
	ref rcpool.Ref[Task]
}

type items []item

func (q items) Len() int           { return len(q) }
func (q items) Less(i, j int) bool { return q[i].due < q[j].due }
func (q items) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *items) Push(x any)        { *q = append(*q, x.(item)) }
func (q *items) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

type block struct {
	no    int
	bytes stdpool.ByteRef
}

type blocks []*block

func (q blocks) Len() int           { return len(q) }
func (q blocks) Less(i, j int) bool { return q[i].no < q[j].no }
func (q blocks) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *blocks) Push(x any)        { *q = append(*q, x.(*block)) }
func (q *blocks) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

// A timer may be over before it fires: then its task is, too.
type timer struct {
	due int
	ref rcpool.Ref[Task]
}

type timers []timer

func (q timers) Len() int           { return len(q) }
func (q timers) Less(i, j int) bool { return q[i].due < q[j].due }
func (q timers) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *timers) Push(x any)        { *q = append(*q, x.(timer)) }
func (q *timers) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

type wheel struct{ timers timers }

// fire looks at the tasks that are still there.
func (w *wheel) fire(now int) (names []string) {
	for len(w.timers) > 0 && w.timers[0].due <= now {
		t := heap.Pop(&w.timers).(timer)
		task, ok := t.ref.TryRetain()
		if ok {
			names = append(names, task.Value().Name)
			task.Release()
		}
	}
	return names
}
