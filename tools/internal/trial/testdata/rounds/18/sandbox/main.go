// truth: correct
package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/rcpool/rcpool"
)

type Sandbox struct {
	Root  string `rcpool:"keep"`
	Job   string
	Files map[string]string
	Trace []string
}

var made int

func newPool() *rcpool.Pool[Sandbox] {
	return &rcpool.Pool[Sandbox]{
		Name: "sandboxes",
		New: func() *Sandbox {
			made++
			return &Sandbox{Root: "/var/run/ci/", Files: map[string]string{}}
		},
		Reset: func(s *Sandbox) {
			s.Job = ""
			clear(s.Files)
			clear(s.Trace)
			s.Trace = s.Trace[:0]
		},
		Keep: func(s *Sandbox) bool { return cap(s.Trace) < 1000 },
	}
}

var errStep = errors.New("step failed")

type runner struct {
	pool  *rcpool.Pool[Sandbox]
	crash map[string]*Sandbox // sandboxes of crashed jobs, for inspection
}

func (r *runner) step(s *Sandbox, cmd string) error {
	s.Trace = append(s.Trace, s.Root+s.Job+"$ "+cmd)
	name, text, ok := strings.Cut(cmd, ">")
	switch {
	case ok:
		s.Files[text] = name
	case strings.HasPrefix(cmd, "fail"):
		return fmt.Errorf("%q: %w", cmd, errStep)
	case cmd == "crash":
		panic("segmentation fault")
	}
	return nil
}

// attempt runs the steps, and turns a crash into an error.
func (r *runner) attempt(s *Sandbox, steps []string) (err error, crashed bool) {
	defer func() {
		if v := recover(); v != nil {
			err, crashed = fmt.Errorf("crashed: %v", v), true
		}
	}()
	for _, c := range steps {
		if err := r.step(s, c); err != nil {
			return err, false
		}
	}
	return nil, false
}

func (r *runner) run(job string, steps ...string) (files []string, err error) {
	ref := r.pool.Get()
	ref.Value().Job = job
	err, crashed := r.attempt(ref.Value(), steps)
	if crashed {
		r.crash[job] = ref.Detach()
		return nil, err
	}
	defer ref.Release()
	if err != nil {
		return nil, fmt.Errorf("%s: %w after %d steps", job, err, len(ref.Value().Trace))
	}
	for name := range ref.Value().Files {
		files = append(files, name)
	}
	sort.Strings(files)
	return files, nil
}

func main() {
	r := &runner{pool: newPool(), crash: map[string]*Sandbox{}}
	fmt.Println(r.run("lint", "vet", "report>lint.txt", "log>lint.log"))
	fmt.Println(r.run("unit", "build", "fail 3", "never"))
	fmt.Println(r.run("fuzz", "seed>corpus", "crash"))
	fmt.Println(r.run("e2e", "shot>a.png"))
	for job, s := range r.crash {
		fmt.Println(job, s.Files, s.Trace)
	}
	fmt.Println(made > 0)
}
