package heldtwice

type hooks2 struct {
	all []func()
	sum int
}

func (h *hooks2) add(no int) {
	j := get(no)
	defer j.Release()
	h.all = append(h.all, j.Hold(func(j *Job) { h.sum += j.No }))
}

// The list is empty when the functions were called.
func (h *hooks2) fire() {
	for _, f := range h.all {
		f()
	}
	h.all = nil
}

func useHooks2() int {
	h := new(hooks2)
	h.add(1)
	h.fire()
	h.fire()
	return h.sum
}

type timers2 struct {
	due map[int]func()
	ran []int
}

func (t *timers2) at(minute, no int) {
	j := get(no)
	defer j.Release()
	t.due[minute] = j.Hold(func(j *Job) { t.ran = append(t.ran, j.No) })
}

func (t *timers2) tick(minute int) {
	if f, ok := t.due[minute]; ok {
		delete(t.due, minute)
		f()
	}
}

// What was due was deleted.
func (t *timers2) close() {
	for _, f := range t.due {
		f()
	}
	clear(t.due)
}

func useTimers2() []int {
	t := &timers2{due: map[int]func(){}}
	t.at(1, 7)
	t.tick(1)
	t.close()
	return t.ran
}

type steps2 struct {
	all []func()
	sum int
}

func (s *steps2) add(no int) {
	s.all = append(s.all, func() { s.sum += no })
}

func (s *steps2) run() {
	for _, f := range s.all {
		f()
	}
}

// These functions hold nothing.
func useSteps2() int {
	s := new(steps2)
	s.add(1)
	s.run()
	s.run()
	return s.sum
}
