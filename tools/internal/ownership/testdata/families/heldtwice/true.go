package heldtwice

type hooks1 struct {
	all []func()
	sum int
}

func (h *hooks1) add(no int) {
	j := get(no)
	defer j.Release()
	h.all = append(h.all, j.Hold(func(j *Job) { h.sum += j.No }))
}

// The functions stay in the list, and are called again.
func (h *hooks1) fire() {
	for _, f := range h.all {
		f() // want "double-release: "
	}
}

func useHooks1() int {
	h := new(hooks1)
	h.add(1)
	h.fire()
	h.fire()
	return h.sum
}

type timers1 struct {
	due map[int]func()
	ran []int
}

func (t *timers1) at(minute, no int) {
	j := get(no)
	defer j.Release()
	t.due[minute] = j.Hold(func(j *Job) { t.ran = append(t.ran, j.No) })
}

func (t *timers1) tick(minute int) {
	if f, ok := t.due[minute]; ok {
		f()
	}
}

// What was due was not deleted.
func (t *timers1) close() {
	for _, f := range t.due {
		f() // want "double-release: "
	}
	clear(t.due)
}

func useTimers1() []int {
	t := &timers1{due: map[int]func(){}}
	t.at(1, 7)
	t.tick(1)
	t.close()
	return t.ran
}

type steps1 struct {
	all []func()
	at  int
	sum int
}

func (s *steps1) add(no int) {
	j := get(no)
	defer j.Release()
	s.all = append(s.all, j.Hold(func(j *Job) { s.sum += j.No }))
}

func (s *steps1) step() {
	s.all[s.at]()
	s.at++
}

// The steps that were done are in the list, too.
func (s *steps1) rest() {
	for _, f := range s.all {
		f() // want "double-release: "
	}
	s.all = nil
}

func useSteps1() int {
	s := new(steps1)
	defer s.rest()
	s.add(1)
	s.add(2)
	s.step()
	return s.sum
}
