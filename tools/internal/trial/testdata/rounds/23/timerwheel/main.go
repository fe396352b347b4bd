// truth: double-release line 54,75 hard
package main

import (
	"fmt"
	"sync"
)

type timer struct {
	id     int
	rounds int
	fire   func(id int)
	next   *timer
}

var timers = sync.Pool{New: func() any { return new(timer) }}

func putTimer(t *timer) {
	*t = timer{}
	timers.Put(t)
}

// wheel runs functions later. Each slot has a list of timers.
type wheel struct {
	mu    sync.Mutex
	slots [8]*timer
	byID  map[int]*timer
	pos   int
	seq   int
}

func (w *wheel) after(ticks int, fire func(int)) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seq++
	t := timers.Get().(*timer)
	t.id, t.fire = w.seq, fire
	t.rounds = (ticks - 1) / len(w.slots)
	slot := &w.slots[(w.pos+ticks)%len(w.slots)]
	t.next, *slot = *slot, t
	w.byID[t.id] = t
	return t.id
}

// cancel prevents a timer from running.
func (w *wheel) cancel(id int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	t, ok := w.byID[id]
	if !ok {
		return false
	}
	delete(w.byID, id)
	putTimer(t)
	return true
}

func (w *wheel) tick() {
	w.mu.Lock()
	w.pos = (w.pos + 1) % len(w.slots)
	var due []func()
	link := &w.slots[w.pos]
	for *link != nil {
		t := *link
		if t.rounds > 0 {
			t.rounds--
			link = &t.next
			continue
		}
		*link = t.next
		if fire, id := t.fire, t.id; fire != nil {
			due = append(due, func() { fire(id) })
		}
		delete(w.byID, t.id)
		putTimer(t)
	}
	w.mu.Unlock()
	for _, f := range due {
		f()
	}
}

func main() {
	w := &wheel{byID: map[int]*timer{}}
	var fired []int
	note := func(id int) { fired = append(fired, id) }
	var ids []int
	for _, ticks := range []int{3, 3, 3, 11, 2} {
		ids = append(ids, w.after(ticks, note))
	}
	for i := range 14 {
		if i == 1 {
			fmt.Println(w.cancel(ids[1]), w.cancel(99))
			w.after(6, note)
			w.after(7, note)
		}
		w.tick()
	}
	fmt.Println(fired, len(w.byID))
}
