// truth: detach line 58 plain
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type jobState struct {
	ID      int
	Steps   []string
	Results map[string]int
}

func (s *jobState) Reset() {
	s.ID = 0
	clear(s.Steps)
	s.Steps = s.Steps[:0]
	clear(s.Results)
}

var states = rcpool.Pool[jobState]{Name: "ci.jobs"}

type archive struct {
	mu   sync.Mutex
	jobs map[int]*jobState
}

func (a *archive) store(s *jobState) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.jobs[s.ID] = s
}

// run executes the steps of a job, and archives its state if a step failed.
func run(id int, steps map[string]func() int, order []string, a *archive, watch func(*jobState)) int {
	job := states.Get()
	st := job.Value()
	st.ID = id
	if st.Results == nil {
		st.Results = make(map[string]int)
	}
	watcher := job.Retain()
	defer watcher.Release()
	failed := 0
	for _, name := range order {
		code := steps[name]()
		st.Steps = append(st.Steps, name)
		st.Results[name] = code
		if code != 0 {
			failed++
		}
	}
	watch(watcher.Value())
	if failed > 0 {
		a.store(job.Detach())
		return failed
	}
	job.Release()
	return 0
}

func main() {
	a := &archive{jobs: map[int]*jobState{}}
	ok := func() int { return 0 }
	steps := map[string]func() int{"fetch": ok, "build": ok, "test": func() int { return 2 }}
	show := func(s *jobState) { fmt.Println("job", s.ID, len(s.Steps), "steps") }
	fmt.Println(run(1, steps, []string{"fetch", "build"}, a, show))
	fmt.Println(run(2, steps, []string{"fetch", "build", "test"}, a, show))
	fmt.Println(len(a.jobs), "archived")
}
