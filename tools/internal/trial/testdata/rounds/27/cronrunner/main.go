// truth: zero-ref line 74 plain

// Cronrunner fires jobs when they are due, and puts them in the run queue of
// their class.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type run struct {
	job   string
	class string
	due   int
	late  bool
}

type class struct {
	name  string
	queue chan rcpool.Ref[run]
	ran   []string
}

func (c *class) work() {
	for ref := range c.queue {
		r := ref.Value()
		mark := ""
		if r.late {
			mark = "!"
		}
		c.ran = append(c.ran, fmt.Sprintf("%s@%d%s", r.job, r.due, mark))
		ref.Release()
	}
}

type schedule struct {
	job, class string
	every      int
}

type runner struct {
	pool    rcpool.Pool[run]
	classes map[string]*class
	wg      sync.WaitGroup
	log     []string
}

func newRunner(names ...string) *runner {
	r := &runner{classes: map[string]*class{}}
	r.pool.Name = "runs"
	for _, name := range names {
		c := &class{name: name, queue: make(chan rcpool.Ref[run], 4)}
		r.classes[name] = c
		r.wg.Go(c.work)
	}
	return r
}

func (r *runner) fire(s schedule, now int) error {
	ref := r.pool.Get()
	defer rcpool.Drop(&ref)
	v := ref.Value()
	v.job, v.class, v.due = s.job, s.class, now
	v.late = now%2 == 1
	c, ok := r.classes[v.class]
	if !ok {
		return fmt.Errorf("job %s: no class %q", v.job, v.class)
	}
	c.queue <- rcpool.Move(&ref)
	if s.every > 2 {
		r.log = append(r.log, "queued "+ref.Value().job)
	}
	return nil
}

func (r *runner) stop() {
	for _, c := range r.classes {
		close(c.queue)
	}
	r.wg.Wait()
}

func main() {
	r := newRunner("batch", "mail")
	table := []schedule{{"report", "batch", 2}, {"digest", "mail", 2}, {"vacuum", "batch", 3}, {"ghost", "gpu", 2}}
	for now := 1; now <= 6; now++ {
		for _, s := range table {
			if now%s.every != 0 {
				continue
			}
			if err := r.fire(s, now); err != nil {
				fmt.Println(err)
			}
		}
	}
	r.stop()
	fmt.Println(r.classes["batch"].ran, r.classes["mail"].ran, r.log)
}
