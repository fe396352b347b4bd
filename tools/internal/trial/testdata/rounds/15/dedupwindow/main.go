// truth: use-after-release line 57 hard
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type incident struct {
	key   string
	count int
	hosts []string
}

func (i *incident) Reset() {
	clear(i.hosts)
	*i = incident{hosts: i.hosts[:0]}
}

var incidents = rcpool.Pool[incident]{Name: "incidents"}

// window has the open incidents, the oldest first.
type window struct {
	open  []rcpool.Ref[incident]
	max   int
	paged []string
}

func (w *window) search(key string) (rcpool.Ref[incident], bool) {
	for _, i := range w.open {
		if i.Value().key == key {
			return i, true
		}
	}
	return rcpool.Ref[incident]{}, false
}

func (w *window) expire() {
	oldest := w.open[0]
	w.paged = append(w.paged, fmt.Sprintf("%s x%d", oldest.Value().key, oldest.Value().count))
	oldest.Release()
	copy(w.open, w.open[1:])
	w.open = w.open[:len(w.open)-1]
}

func (w *window) report(key, host string) {
	inc, ok := w.search(key)
	if len(w.open) == w.max {
		w.expire()
	}
	if !ok {
		inc = incidents.Get()
		inc.Value().key = key
		w.open = append(w.open, inc)
	}
	v := inc.Value()
	v.count++
	v.hosts = append(v.hosts, host)
}

func (w *window) close() {
	for len(w.open) > 0 {
		w.expire()
	}
}

func main() {
	defer func() {
		if p := recover(); p != nil {
			fmt.Println("panic:", p.(*rcpool.Misuse).Kind)
		}
	}()
	w := &window{max: 3}
	for i, key := range []string{"disk", "cpu", "cpu", "net", "mail", "cpu"} {
		w.report(key, fmt.Sprint("host", i))
	}
	w.close()
	fmt.Println(w.paged)
}
