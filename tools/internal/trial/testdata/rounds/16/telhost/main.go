// truth: reset line 18 callee

package main

import (
	"fmt"
	"strings"
	"sync"
)

type report struct {
	host      string
	tags      []string
	samples   int
	truncated bool
}

func (r *report) clear() {
	r.host = ""
	r.samples = 0
	for i := range r.tags {
		r.tags[i] = ""
	}
	r.tags = r.tags[:0]
}

func (r *report) tag(k, v string) {
	if len(r.tags) == 8 {
		r.truncated = true
		return
	}
	r.tags = append(r.tags, k+":"+v)
}

func (r *report) String() string {
	s := fmt.Sprintf("%s n=%d [%s]", r.host, r.samples, strings.Join(r.tags, " "))
	if r.truncated {
		s += " (truncated)"
	}
	return s
}

var reports = sync.Pool{New: func() any { return &report{tags: make([]string, 0, 8)} }}

func acquire(host string) *report {
	r := reports.Get().(*report)
	r.host = host
	return r
}

func recycle(r *report) {
	r.clear()
	reports.Put(r)
}

type agent struct {
	mu  sync.Mutex
	out []string
}

func (a *agent) collect(host string, labels map[string]int) error {
	if host == "" {
		return fmt.Errorf("no host")
	}
	r := acquire(host)
	defer recycle(r)
	for i := range len(labels) {
		k := fmt.Sprint("k", i)
		r.tag(k, fmt.Sprint(labels[k]))
		r.samples += labels[k]
	}
	a.mu.Lock()
	a.out = append(a.out, r.String())
	a.mu.Unlock()
	return nil
}

func main() {
	a := &agent{}
	big := map[string]int{}
	for i := range 10 {
		big[fmt.Sprint("k", i)] = i
	}
	for range 4 {
		if err := a.collect("db1", big); err != nil {
			fmt.Println(err)
		}
		if err := a.collect("web1", map[string]int{"k0": 3}); err != nil {
			fmt.Println(err)
		}
	}
	if err := a.collect("", nil); err != nil {
		fmt.Println(err)
	}
	for _, line := range a.out {
		fmt.Println(line)
	}
}
