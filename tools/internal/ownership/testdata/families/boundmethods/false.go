package boundmethods

import (
	"sync"
	"time"
)

// The goroutine has a reference of its own, and this one is released.
func goByValue() {
	job := jobs.Get()
	run := job.Go
	run(count)
	job.Release()
}

// The same, a second later.
func afterFuncByValue() {
	job := jobs.Get()
	run := job.AfterFunc
	run(time.Second, count)
	job.Release()
}

// What was retained for the call is released after it.
func holdByInterface() {
	job := jobs.Get()
	var h holder = job
	call := h.Hold(count)
	call()
	job.Release()
}

// The job is released once.
func onceByValue() {
	var once sync.Once
	do := once.Do
	job := jobs.Get()
	do(job.Release)
}

// The group is not given the job.
func goOfGroup(g Group) {
	job := jobs.Get()
	count(job.Value())
	g.Go()
	job.Release()
}

// The job is added before it is released.
func goWithoutFunction() int {
	job := jobs.Get()
	defer job.Release()
	g := &WaitGroup{first: job.Value()}
	g.Go(job.Value())
	return g.first.N
}

// The function that comes with the flags releases them.
func (s *settings) isOn(name string) bool {
	f, done := s.pin()
	defer done()
	return f.on[name]
}
