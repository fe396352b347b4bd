// truth: correct
package main

import (
	"fmt"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type Report struct {
	mu    sync.Mutex
	Rows  []string
	Title string
}

var reports = rcpool.Pool[Report]{
	Name: "reports",
	Reset: func(r *Report) {
		r.mu.Lock()
		defer r.mu.Unlock()
		clear(r.Rows)
		r.Rows = r.Rows[:0]
		r.Title = ""
	},
}

func (r *Report) add(row string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Rows = append(r.Rows, row)
}

type section func(*Report)

// build returns a report that belongs to the caller for good, or nil.
func build(title string, sections ...section) *Report {
	ref := reports.Get()
	ref.Value().Title = title
	if len(sections) == 0 {
		ref.Release()
		return nil
	}
	var wg sync.WaitGroup
	for _, s := range sections {
		part := ref.Retain()
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer part.Release()
			s(part.Value())
		}()
	}
	wg.Wait()
	return ref.Detach()
}

func main() {
	sales := func(r *Report) { r.add("sales 10") }
	costs := func(r *Report) { r.add("costs 7") }
	var archive []*Report
	for i := range 3 {
		if r := build(fmt.Sprint("day ", i), sales, costs); r != nil {
			archive = append(archive, r)
		}
	}
	if build("empty") == nil {
		fmt.Println("nothing to report")
	}
	for _, r := range archive {
		slices.Sort(r.Rows)
		fmt.Println(r.Title, r.Rows)
	}
}
