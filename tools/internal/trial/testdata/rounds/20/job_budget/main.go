// truth: correct

// A scheduler runs jobs by priority as long as the tokens of their tenant last.
package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rcpool/rcpool"
)

type job struct {
	tenant string
	prio   int
	args   []string
	after  []func()
}

func (j *job) Reset() {
	clear(j.args)
	clear(j.after)
	*j = job{args: j.args[:0], after: j.after[:0]}
}

var jobs = rcpool.Pool[job]{Name: "jobs"}

type scheduler struct {
	tokens  map[string]int
	ready   []rcpool.Ref[job]
	delayed map[string][]rcpool.Ref[job]
}

func (s *scheduler) add(tenant string, prio int, args ...string) rcpool.Ref[job] {
	j := jobs.Get()
	v := j.Value()
	v.tenant, v.prio = tenant, prio
	v.args = append(v.args, args...)
	i, _ := slices.BinarySearchFunc(s.ready, prio, func(r rcpool.Ref[job], p int) int { return cmp.Compare(p, r.Value().prio) })
	s.ready = slices.Insert(s.ready, i, j)
	return j.Retain()
}

func (s *scheduler) runAll() {
	for len(s.ready) > 0 {
		next := s.ready[0]
		s.ready = slices.Delete(s.ready, 0, 1)
		tenant := next.Value().tenant
		if s.tokens[tenant] == 0 {
			s.delayed[tenant] = append(s.delayed[tenant], next)
			continue
		}
		s.tokens[tenant]--
		v := next.Value()
		fmt.Println(v.tenant, v.prio, v.args)
		for _, f := range v.after {
			f()
		}
		next.Release()
	}
}

func (s *scheduler) refill(tenant string, n int) {
	s.tokens[tenant] += n
	s.ready = append(s.ready, s.delayed[tenant]...)
	delete(s.delayed, tenant)
}

func (s *scheduler) drop() (n int) {
	for tenant, list := range s.delayed {
		for _, j := range list {
			j.Release()
			n++
		}
		delete(s.delayed, tenant)
	}
	for _, j := range s.ready {
		j.Release()
		n++
	}
	s.ready = nil
	return n
}

func main() {
	s := &scheduler{tokens: map[string]int{"red": 2, "blue": 1}, delayed: map[string][]rcpool.Ref[job]{}}
	done := 0
	for i := range 6 {
		tenant := "red"
		if i%2 == 1 {
			tenant = "blue"
		}
		j := s.add(tenant, i%3, fmt.Sprint("file", i))
		j.Value().after = append(j.Value().after, func() { done++ })
		j.Release()
	}
	s.runAll()
	s.refill("blue", 1)
	s.runAll()
	fmt.Println("done", done, "dropped", s.drop())
}
