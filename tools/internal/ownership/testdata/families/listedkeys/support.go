// Package listedkeys has calls of a method that sets an entry of a map, with keys out of lists of
// constants.
package listedkeys

import "github.com/rcpool/rcpool"

type Job struct {
	Name string
	At   int
}

var jobs = rcpool.Pool[Job]{Name: "jobs"}

// A plan has the jobs that are to be done.
type plan struct {
	jobs map[string]rcpool.Ref[Job]
}

func newPlan() *plan { return &plan{jobs: map[string]rcpool.Ref[Job]{}} }

func (p *plan) remove(name string) {
	if ref, ok := p.jobs[name]; ok {
		delete(p.jobs, name)
		ref.Release()
	}
}

func (p *plan) close() {
	for name, ref := range p.jobs {
		delete(p.jobs, name)
		ref.Release()
	}
}
