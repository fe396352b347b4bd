// truth: leak line 35,43 hard
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Job struct {
	Name string
	Args []string
	Runs int
}

func (j *Job) Reset() { clear(j.Args); *j = Job{Args: j.Args[:0]} }

var jobs = rcpool.Pool[Job]{Name: "job"}

type scheduler struct {
	due     map[int][]string
	actions map[string]func()
	ran     []string
}

func (s *scheduler) run(j *Job) {
	j.Runs++
	s.ran = append(s.ran, strings.Join(append([]string{j.Name}, j.Args...), " "))
}

// at plans a job. It borrows the job from the caller.
func (s *scheduler) at(minute int, job *rcpool.Ref[Job]) {
	name := job.Value().Name
	s.actions[name] = job.Hold(s.run)
	s.due[minute] = append(s.due[minute], name)
}

func (s *scheduler) cancel(name string) bool {
	if _, ok := s.actions[name]; !ok {
		return false
	}
	delete(s.actions, name)
	return true
}

func (s *scheduler) tick(minute int) {
	for _, name := range s.due[minute] {
		if act := s.actions[name]; act != nil {
			delete(s.actions, name)
			act()
		}
	}
	delete(s.due, minute)
}

func main() {
	s := &scheduler{due: map[int][]string{}, actions: map[string]func(){}}
	for i, spec := range []string{"backup /home", "rotate logs", "mail weekly"} {
		ref := jobs.Get()
		f := strings.Fields(spec)
		ref.Value().Name = f[0]
		ref.Value().Args = append(ref.Value().Args, f[1:]...)
		s.at(i, &ref)
		ref.Release()
	}
	fmt.Println(s.cancel("rotate"), s.cancel("nothing"))
	for m := range 3 {
		s.tick(m)
	}
	fmt.Println(s.ran, len(s.actions))
	fmt.Println("open jobs", jobs.Stats().InUse)
}
