// truth: correct

// Command rollup aggregates events into tumbling windows by event time.
package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/rcpool/rcpool"
)

type Window struct {
	Start  int64
	Counts map[string]int64
	Max    float64
}

func (w *Window) Reset() {
	w.Start, w.Max = 0, 0
	clear(w.Counts)
}

var windows = rcpool.Pool[Window]{
	Name: "windows",
	New:  func() *Window { return &Window{Counts: make(map[string]int64)} },
}

type event struct {
	at    int64
	key   string
	value float64
}

type emitter func(rcpool.Ref[Window])

type aggregator struct {
	size      int64
	lateness  int64
	watermark int64
	open      map[int64]rcpool.Ref[Window]
	emit      emitter
	late      int
}

func newAggregator(size, lateness time.Duration, emit emitter) *aggregator {
	return &aggregator{
		size: int64(size), lateness: int64(lateness), emit: emit,
		open: make(map[int64]rcpool.Ref[Window]),
	}
}

func (a *aggregator) window(at int64) *Window {
	start := at - at%a.size
	ref, ok := a.open[start]
	if !ok {
		ref = windows.Get()
		ref.Value().Start = start
		a.open[start] = ref
	}
	return ref.Value()
}

func (a *aggregator) add(e event) {
	if e.at+a.size <= a.watermark-a.lateness {
		a.late++
		return
	}
	w := a.window(e.at)
	w.Counts[e.key]++
	w.Max = max(w.Max, e.value)
	a.advance(max(a.watermark, e.at))
}

func (a *aggregator) advance(to int64) {
	a.watermark = to
	var due []int64
	for start := range a.open {
		if start+a.size <= to-a.lateness {
			due = append(due, start)
		}
	}
	slices.Sort(due)
	for _, start := range due {
		ref := a.open[start]
		delete(a.open, start)
		a.emit(ref)
	}
}

// close emits what is open and takes no more events.
func (a *aggregator) close() {
	for _, start := range slices.Sorted(maps.Keys(a.open)) {
		a.emit(a.open[start])
	}
	clear(a.open)
}

type topK struct{ rows []string }

func (t *topK) consume(ref rcpool.Ref[Window]) {
	defer ref.Release()
	w := ref.Value()
	keys := slices.SortedFunc(maps.Keys(w.Counts), func(x, y string) int {
		return cmp.Or(cmp.Compare(w.Counts[y], w.Counts[x]), cmp.Compare(x, y))
	})
	if len(keys) == 0 {
		return
	}
	t.rows = append(t.rows, fmt.Sprintf("%d:%s=%d max %.0f", w.Start/int64(time.Second), keys[0], w.Counts[keys[0]], w.Max))
}

func main() {
	var out topK
	a := newAggregator(10*time.Second, 5*time.Second, out.consume)
	keys := []string{"view", "click", "view", "buy"}
	for i := range 60 {
		at := int64(i) * int64(time.Second)
		if i%7 == 3 {
			at -= int64(4 * time.Second)
		}
		a.add(event{max(at, 0), keys[i%4], float64(i)})
	}
	a.add(event{1, "view", 1})
	a.close()
	for _, r := range out.rows {
		fmt.Println(r)
	}
	fmt.Println("late", a.late)
	check()
}
