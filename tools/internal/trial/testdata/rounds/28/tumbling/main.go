// truth: correct

// Command tumbling aggregates readings per sensor in tumbling windows. Windows
// close when the watermark has passed them.
package main

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"github.com/rcpool/rcpool"
)

type Window struct {
	Sensor   string
	Start    int64
	Count    int
	Sum      float64
	Min, Max float64
	Samples  []float64
}

func (w *Window) add(v float64) {
	if w.Count == 0 {
		w.Min, w.Max = math.Inf(1), math.Inf(-1)
	}
	w.Count++
	w.Sum += v
	w.Min, w.Max = min(w.Min, v), max(w.Max, v)
	w.Samples = append(w.Samples, v)
}

type key struct {
	sensor string
	start  int64
}

type Aggregator struct {
	pool  rcpool.Pool[Window]
	size  int64
	slack int64
	open  map[key]rcpool.Ref[Window] // owned
	mark  int64
	late  int
	emit  func(rcpool.Ref[Window]) // takes the window over
}

func NewAggregator(size, slack int64, emit func(rcpool.Ref[Window])) *Aggregator {
	a := &Aggregator{size: size, slack: slack, emit: emit, open: make(map[key]rcpool.Ref[Window])}
	a.pool.Name = "windows"
	a.pool.Reset = func(w *Window) { *w = Window{Samples: w.Samples[:0]} }
	a.pool.Keep = func(w *Window) bool { return cap(w.Samples) < 4096 }
	return a
}

func (a *Aggregator) Add(sensor string, at int64, v float64) {
	start := at - at%a.size
	if start+a.size <= a.mark {
		a.late++
		return
	}
	k := key{sensor, start}
	win, ok := a.open[k]
	if !ok {
		win = a.pool.Get()
		win.Value().Sensor, win.Value().Start = sensor, start
		a.open[k] = win
	}
	win.Value().add(v)
	if m := at - a.slack; m > a.mark {
		a.advance(m)
	}
}

// advance emits the windows that end before mark, in order.
func (a *Aggregator) advance(mark int64) {
	a.mark = mark
	var due []key
	for k := range a.open {
		if k.start+a.size <= mark {
			due = append(due, k)
		}
	}
	sort.Slice(due, func(i, j int) bool {
		if due[i].start != due[j].start {
			return due[i].start < due[j].start
		}
		return due[i].sensor < due[j].sensor
	})
	for _, k := range due {
		win := a.open[k]
		delete(a.open, k)
		a.emit(win)
	}
}

func (a *Aggregator) Close() { a.advance(math.MaxInt64) }

// Merger keeps the last window of each sensor, to report changes.
type Merger struct {
	last  map[string]rcpool.Ref[Window]
	lines []string
}

func (m *Merger) take(win rcpool.Ref[Window]) {
	w := win.Value()
	mean := w.Sum / float64(w.Count)
	prev, ok := m.last[w.Sensor]
	if ok {
		p := prev.Value()
		m.lines = append(m.lines, fmt.Sprintf("%s@%d %+.2f", w.Sensor, w.Start, mean-p.Sum/float64(p.Count)))
		prev.Release()
	} else {
		m.lines = append(m.lines, fmt.Sprintf("%s@%d %.2f [%g,%g]", w.Sensor, w.Start, mean, w.Min, w.Max))
	}
	m.last[w.Sensor] = win
}

func (m *Merger) close() {
	for sensor, win := range m.last {
		win.Release()
		delete(m.last, sensor)
	}
}

func main() {
	m := &Merger{last: make(map[string]rcpool.Ref[Window])}
	defer m.close()
	a := NewAggregator(10, 3, m.take)
	for i := range int64(45) {
		a.Add("boiler", i, float64(60+i%4))
		if i%3 == 0 {
			a.Add("valve", i-2+i%5, float64(i))
		}
		if i == 30 {
			a.Add("boiler", 2, 1000) // too late
		}
	}
	a.Close()
	fmt.Println(strings.Join(m.lines, "\n"))
	fmt.Println(a.late)
}
