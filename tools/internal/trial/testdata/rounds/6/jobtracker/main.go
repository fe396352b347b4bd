// truth: use-after-release line 69 callee
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Job struct {
	Name    string
	Attempt int
	Output  []byte
	started time.Time
}

func (j *Job) Reset() { *j = Job{Output: j.Output[:0]} }

type Tracker struct {
	pool rcpool.Pool[Job]
	mu   sync.Mutex
	done map[string]int
}

func NewTracker() *Tracker {
	return &Tracker{pool: rcpool.Pool[Job]{Name: "jobs"}, done: map[string]int{}}
}

func (t *Tracker) begin(name string) rcpool.Ref[Job] {
	job := t.pool.Get()
	j := job.Value()
	j.Name, j.started = name, time.Now()
	return job
}

// finish records the job and gives it back.
func (t *Tracker) finish(job rcpool.Ref[Job]) time.Duration {
	j := job.Value()
	took := time.Since(j.started)
	t.mu.Lock()
	t.done[j.Name] += len(j.Output)
	t.mu.Unlock()
	job.Release()
	return took
}

type step func(j *Job) error

func (t *Tracker) Run(name string, steps ...step) (attempts int, err error) {
	job := t.begin(name)
	j := job.Value()
	for _, s := range steps {
		for j.Attempt = 1; j.Attempt <= 3; j.Attempt++ {
			if err = s(j); err == nil {
				break
			}
		}
		if err != nil {
			t.finish(job)
			return 3, fmt.Errorf("%s: %w", name, err)
		}
		attempts = max(attempts, j.Attempt)
	}
	if took := t.finish(job); took > 10*time.Second {
		return attempts, fmt.Errorf("%s took %v", name, took)
	}
	if len(j.Output) == 0 {
		return attempts, fmt.Errorf("%s wrote nothing", name)
	}
	return attempts, nil
}

func main() {
	t := NewTracker()
	write := func(j *Job) error { j.Output = append(j.Output, "ok\n"...); return nil }
	flaky := func(j *Job) error {
		if j.Attempt < 2 {
			return fmt.Errorf("attempt %d", j.Attempt)
		}
		return nil
	}
	fmt.Println(t.Run("index", write, flaky))
	fmt.Println(t.Run("broken", func(*Job) error { return fmt.Errorf("no disk") }))
	t.mu.Lock()
	defer t.mu.Unlock()
	fmt.Println(t.done)
}
