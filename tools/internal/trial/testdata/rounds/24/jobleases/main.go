// truth: zero-ref line 75 plain

// Command jobleases hands jobs to workers and takes them back when a worker
// does not finish in time.
package main

import (
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type Job struct {
	ID       int
	Kind     string
	Attempts int
	Deadline time.Duration
}

type scheduler struct {
	jobs    rcpool.Pool[Job]
	ready   []rcpool.Ref[Job]
	running map[int]rcpool.Ref[Job]
	clock   time.Duration
	dead    int
}

func newScheduler() *scheduler { return &scheduler{running: make(map[int]rcpool.Ref[Job])} }

func (s *scheduler) submit(id int, kind string) {
	ref := s.jobs.Get()
	ref.Value().ID, ref.Value().Kind = id, kind
	s.ready = append(s.ready, ref)
}

// start moves the first job to the running ones and returns its id.
func (s *scheduler) start(limit time.Duration) (int, bool) {
	if len(s.ready) == 0 {
		return 0, false
	}
	job := rcpool.Move(&s.ready[0])
	s.ready = s.ready[1:]
	j := job.Value()
	j.Attempts++
	j.Deadline = s.clock + limit
	s.running[j.ID] = job
	return j.ID, true
}

func (s *scheduler) finish(id int) bool {
	job, ok := s.running[id]
	if !ok {
		return false
	}
	delete(s.running, id)
	job.Release()
	return true
}

// expire takes jobs back whose time is up, and gives up on those that failed
// too often.
func (s *scheduler) expire() {
	for id, job := range s.running {
		if job.Value().Deadline > s.clock {
			continue
		}
		delete(s.running, id)
		if job.Value().Attempts < 2 {
			s.ready = append(s.ready, rcpool.Move(&job))
			continue
		}
		rcpool.Drop(&job)
		s.dead++
		fmt.Println("gave up on job", id, job.Value().Kind)
	}
}

func (s *scheduler) close() {
	for i := range s.ready {
		rcpool.Drop(&s.ready[i])
	}
	for id := range s.running {
		s.finish(id)
	}
}

func main() {
	s := newScheduler()
	defer s.close()
	for id := range 6 {
		s.submit(id, []string{"resize", "mail", "index"}[id%3])
	}
	for round := range 12 {
		s.clock += 10 * time.Millisecond
		id, ok := s.start(25 * time.Millisecond)
		if ok && id != 4 {
			s.finish(id)
		}
		if round%2 == 1 {
			s.expire()
		}
	}
	fmt.Println("dead", s.dead, "ready", len(s.ready), "running", len(s.running))
}
