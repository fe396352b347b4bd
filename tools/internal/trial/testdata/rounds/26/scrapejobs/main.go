// truth: zero-ref line 75 callee

// Command scrapejobs schedules scrapes of targets and tracks how many wait.
package main

import (
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/rcpool/rcpool"
)

type Job struct {
	Target   string
	Interval time.Duration
	Labels   []string
}

func (j *Job) Reset() {
	clear(j.Labels)
	j.Target, j.Interval, j.Labels = "", 0, j.Labels[:0]
}

var jobs = rcpool.Pool[Job]{Name: "jobs"}

type lane struct {
	name  string
	queue []rcpool.Ref[Job]
	limit int
}

// push queues the job and leaves *job zero, unless the lane is full.
func (l *lane) push(job *rcpool.Ref[Job]) bool {
	if len(l.queue) >= l.limit {
		return false
	}
	l.queue = append(l.queue, rcpool.Move(job))
	return true
}

func (l *lane) run(scrape func(*Job)) {
	for i := range l.queue {
		scrape(l.queue[i].Value())
		rcpool.Drop(&l.queue[i])
	}
	l.queue = l.queue[:0]
}

type Scheduler struct {
	fast, slow lane
	waiting    map[string]int
	rejected   []string
}

var errBusy = errors.New("all lanes are full")

func (s *Scheduler) Add(target string, every time.Duration, labels ...string) error {
	u, err := url.Parse(target)
	if err != nil {
		return err
	}
	job := jobs.Get()
	defer rcpool.Drop(&job)
	j := job.Value()
	j.Target, j.Interval = u.String(), every
	j.Labels = append(j.Labels, labels...)
	lanes := []*lane{&s.fast, &s.slow}
	if every >= time.Minute {
		lanes = lanes[1:]
	}
	for _, l := range lanes {
		if l.push(&job) {
			s.waiting[job.Value().Labels[0]]++
			return nil
		}
	}
	s.rejected = append(s.rejected, job.Value().Target)
	return errBusy
}

func main() {
	s := &Scheduler{
		fast:    lane{name: "fast", limit: 1},
		slow:    lane{name: "slow", limit: 2},
		waiting: map[string]int{},
	}
	fmt.Println(s.Add("http://%zz", time.Second, "bad"))
	fmt.Println(s.Add("http://a/metrics", time.Second, "web"))
	fmt.Println(s.Add("http://b/metrics", time.Second, "web"))
	fmt.Println(s.Add("http://c/metrics", time.Hour, "batch"))
	fmt.Println(s.Add("http://d/metrics", time.Hour, "batch"))
	show := func(j *Job) { fmt.Println(j.Target, j.Labels) }
	s.fast.run(show)
	s.slow.run(show)
	fmt.Println(s.waiting, s.rejected)
}
