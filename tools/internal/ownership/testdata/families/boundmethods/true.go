package boundmethods

import (
	"sync"
	"time"
)

// The goroutine has a reference of its own, and this one is not released.
func goByValueLost() {
	job := jobs.Get() // want "leak: "
	run := job.Go
	run(count)
}

// The same, a second later.
func afterFuncByValueLost() {
	job := jobs.Get() // want "leak: "
	run := job.AfterFunc
	run(time.Second, count)
}

// What was retained for the call is released after it, and this reference is not.
func holdByInterfaceLost() {
	job := jobs.Get() // want "leak: "
	var h holder = job
	call := h.Hold(count)
	call()
}

// The job is released there, and once more.
func onceByValueTwice() {
	var once sync.Once
	do := once.Do
	job := jobs.Get()
	do(job.Release)
	job.Release() // want "double-release: "
}

// The group is not given the job.
func goOfGroupLost(g Group) {
	job := jobs.Get() // want "leak: "
	count(job.Value())
	g.Go()
}

// The number is read after the job is released.
func goWithoutFunctionReleased() int {
	job := jobs.Get()
	g := &WaitGroup{first: job.Value()}
	g.Go(job.Value())
	job.Release()
	return g.first.N // want "use-after-release: "
}

// The function that comes with the flags is not called on one path.
func (s *settings) isOnLost(name string) bool {
	f, done := s.pin() // want "leak: "
	if name == "" {
		return false
	}
	defer done()
	return f.on[name]
}
