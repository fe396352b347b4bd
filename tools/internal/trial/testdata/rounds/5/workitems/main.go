// truth: double-release line 47,51 hard
package main

import (
	"fmt"
	"sync"
)

type item struct {
	id       int
	priority int
	deps     []int
}

var items = sync.Pool{New: func() any { return new(item) }}

type scheduler struct {
	all    []*item
	urgent []*item
}

func (s *scheduler) add(id, priority int, deps ...int) {
	it := items.Get().(*item)
	it.id, it.priority = id, priority
	it.deps = append(it.deps[:0], deps...)
	if priority > 5 {
		s.urgent = append(s.urgent, it)
	}
	s.all = append(s.all, it)
}

func (s *scheduler) run(do func(*item)) {
	done := map[int]bool{}
	for _, list := range [][]*item{s.urgent, s.all} {
		for _, it := range list {
			if !done[it.id] {
				done[it.id] = true
				do(it)
			}
		}
	}
}

func (s *scheduler) recycle() {
	for i, it := range s.urgent {
		s.urgent[i] = nil
		items.Put(it)
	}
	for i, it := range s.all {
		s.all[i] = nil
		items.Put(it)
	}
	s.urgent, s.all = s.urgent[:0], s.all[:0]
}

func main() {
	s := new(scheduler)
	for round := range 40 {
		s.add(1, 1)
		s.add(2, 9, 1)
		s.add(3, 2, 1, 2)
		count := map[int]int{}
		s.run(func(it *item) { count[it.id]++ })
		if len(count) != 3 {
			fmt.Println(round, count)
			panic("an item was lost")
		}
		s.recycle()
	}
}
