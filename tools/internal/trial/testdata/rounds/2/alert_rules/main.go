// truth: escape line 51 hard
package main

import (
	"fmt"
	"strings"
	"sync"
)

// point is a decoded measurement.
type point struct {
	metric string
	labels []string
	value  float64
}

var points = sync.Pool{New: func() any { return new(point) }}

func acquire(line string) *point {
	p := points.Get().(*point)
	p.labels = p.labels[:0]
	p.metric, p.value = "", 0
	for i, field := range strings.Fields(line) {
		if i == 0 {
			p.metric = field
			continue
		}
		p.labels = append(p.labels, field)
	}
	p.value = float64(len(p.labels))
	return p
}

type rule struct {
	name  string
	above float64
}

// evaluator collects alerts, and words them when somebody looks.
type evaluator struct {
	rules   []rule
	pending map[string]func() string
}

func (e *evaluator) feed(line string) {
	p := acquire(line)
	for _, r := range e.rules {
		if p.value <= r.above {
			continue
		}
		e.pending[r.name] = func() string {
			return fmt.Sprintf("%s: %s = %g %v", r.name, p.metric, p.value, p.labels)
		}
	}
	points.Put(p)
}

func (e *evaluator) alerts() (out []string) {
	for _, r := range e.rules {
		if text, ok := e.pending[r.name]; ok {
			out = append(out, text())
			delete(e.pending, r.name)
		}
	}
	return out
}

func main() {
	e := &evaluator{
		rules:   []rule{{"some", 0}, {"many", 2}},
		pending: map[string]func() string{},
	}
	for _, line := range []string{"disk a b c", "cpu x", "net"} {
		e.feed(line)
	}
	for _, alert := range e.alerts() {
		fmt.Println(alert)
	}
}
