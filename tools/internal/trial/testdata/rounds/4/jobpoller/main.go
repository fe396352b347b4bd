// truth: double-release line 60 plain

// Jobpoller starts jobs and waits for each, up to a limit.
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Job struct {
	Name   string
	Output []string
}

func (j *Job) Reset() {
	clear(j.Output)
	*j = Job{Output: j.Output[:0]}
}

var jobs = rcpool.Pool[Job]{Name: "jobs"}

var errLate = errors.New("job is late")

type Poller struct {
	mu     sync.Mutex
	counts map[string]int
	limit  time.Duration
}

func (p *Poller) count(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counts[what]++
}

// Await takes job over.
func (p *Poller) Await(job rcpool.Ref[Job], done <-chan error) error {
	var result error
	timer := time.NewTimer(p.limit)
	defer timer.Stop()
	select {
	case err := <-done:
		if err != nil {
			result = fmt.Errorf("%s: %w", job.Value().Name, err)
			p.count("failed")
		} else {
			p.count("done")
		}
	case <-timer.C:
		result = fmt.Errorf("%s: %w", job.Value().Name, errLate)
		p.count("late")
		job.Release()
	}
	p.count("all")
	job.Release()
	return result
}

func start(name string, takes time.Duration, err error) (rcpool.Ref[Job], <-chan error) {
	ref := jobs.Get()
	ref.Value().Name = name
	done := make(chan error, 1)
	ref.Go(func(j *Job) {
		time.Sleep(takes)
		j.Output = append(j.Output, "finished")
		done <- err
	})
	return ref, done
}

func main() {
	p := &Poller{counts: make(map[string]int), limit: 20 * time.Millisecond}
	for _, j := range []struct {
		name  string
		takes time.Duration
		err   error
	}{
		{"build", time.Millisecond, nil},
		{"test", 2 * time.Millisecond, errors.New("exit status 1")},
		{"deploy", 60 * time.Millisecond, nil},
	} {
		ref, done := start(j.name, j.takes, j.err)
		fmt.Println(p.Await(ref, done))
	}
	fmt.Println(p.counts)
}
