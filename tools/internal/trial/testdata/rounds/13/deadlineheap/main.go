// truth: correct
package main

import (
	"container/heap"
	"fmt"

	"github.com/rcpool/rcpool"
)

type timerTask struct {
	key      string
	deadline int
	canceled bool
}

var timerTasks = rcpool.Pool[timerTask]{Name: "wheel.tasks"}

type queue []rcpool.Ref[timerTask]

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].Value().deadline < q[j].Value().deadline }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(rcpool.Ref[timerTask])) }
func (q *queue) Pop() any {
	n := len(*q) - 1
	x := (*q)[n]
	(*q)[n] = rcpool.Ref[timerTask]{}
	*q = (*q)[:n]
	return x
}

// A wheel has each task twice: by deadline and by key.
type wheel struct {
	due   queue
	byKey map[string]rcpool.Ref[timerTask]
	fired []string
}

func (w *wheel) schedule(key string, deadline int) {
	t := timerTasks.Get()
	t.Value().key, t.Value().deadline = key, deadline
	w.cancel(key)
	w.byKey[key] = t.Retain()
	heap.Push(&w.due, t)
}

// cancel marks the task; the heap drops it when it is due.
func (w *wheel) cancel(key string) bool {
	t, ok := w.byKey[key]
	if !ok {
		return false
	}
	t.Value().canceled = true
	delete(w.byKey, key)
	t.Release()
	return true
}

func (w *wheel) advance(now int) {
	for w.due.Len() > 0 && w.due[0].Value().deadline <= now {
		t := heap.Pop(&w.due).(rcpool.Ref[timerTask])
		if v := t.Value(); !v.canceled {
			w.fired = append(w.fired, v.key)
			if k, ok := w.byKey[v.key]; ok {
				delete(w.byKey, v.key)
				k.Release()
			}
		}
		t.Release()
	}
}

func (w *wheel) stop() int {
	for key := range w.byKey {
		w.cancel(key)
	}
	n := 0
	for w.due.Len() > 0 {
		heap.Pop(&w.due).(rcpool.Ref[timerTask]).Release()
		n++
	}
	return n
}

func main() {
	w := &wheel{byKey: map[string]rcpool.Ref[timerTask]{}}
	for i, k := range []string{"keepalive", "register", "ring", "register", "purge"} {
		w.schedule(k, 10*(5-i))
	}
	fmt.Println(w.cancel("ring"), w.cancel("nothing"))
	w.advance(20)
	fmt.Println(w.fired, len(w.byKey))
	w.schedule("keepalive", 25)
	w.advance(30)
	fmt.Println(w.fired, w.stop())
}
