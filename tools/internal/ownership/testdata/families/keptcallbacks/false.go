package keptcallbacks

import "github.com/rcpool/rcpool"

type lobby2 struct {
	now     int
	open    map[int]rcpool.Ref[Session]
	reminds map[int]func() string
}

// The reminder goes with the session.
func (l *lobby2) enter(id int, user string) {
	s := newSession(user)
	l.open[id] = s
	l.reminds[id] = func() string { return s.Value().User }
}

func (l *lobby2) leave(id int) {
	if s, ok := l.open[id]; ok {
		delete(l.open, id)
		delete(l.reminds, id)
		s.Release()
	}
}

func (l *lobby2) tick() (all []string) {
	l.now++
	for _, remind := range l.reminds {
		all = append(all, remind())
	}
	return all
}

func useLobby2() []string {
	l := &lobby2{open: map[int]rcpool.Ref[Session]{}, reminds: map[int]func() string{}}
	l.enter(1, "ann")
	l.leave(1)
	return l.tick()
}

type lobby3 struct {
	open    map[int]rcpool.Ref[Session]
	reminds map[int]func() string
}

// Who reminds asks whether there is a session.
func (l *lobby3) enter(id int, user string) {
	s := newSession(user)
	l.open[id] = s
	l.reminds[id] = func() string { return s.Value().User }
}

func (l *lobby3) leave(id int) {
	if s, ok := l.open[id]; ok {
		delete(l.open, id)
		s.Release()
	}
}

func (l *lobby3) tick() (all []string) {
	for id, remind := range l.reminds {
		if _, ok := l.open[id]; !ok {
			delete(l.reminds, id)
			continue
		}
		all = append(all, remind())
	}
	return all
}

func useLobby3() []string {
	l := &lobby3{open: map[int]rcpool.Ref[Session]{}, reminds: map[int]func() string{}}
	l.enter(1, "ann")
	l.leave(1)
	return l.tick()
}

type clock2 struct {
	now     int
	waiting []rcpool.Ref[Session]
	alarms  []alarm
	log     []string
}

// The alarm has a reference of its own.
func (c *clock2) wait(user string) {
	ref := newSession(user)
	c.waiting = append(c.waiting, ref)
	own := ref.Retain()
	c.alarms = append(c.alarms, alarm{c.now + 3, func() {
		c.log = append(c.log, own.Value().User)
		own.Release()
	}})
}

func (c *clock2) serve() {
	first := c.waiting[0]
	c.waiting = c.waiting[1:]
	first.Release()
}

func (c *clock2) tick() {
	c.now++
	for _, a := range c.alarms {
		a.ring()
	}
	c.alarms = nil
}

func useClock2() {
	c := &clock2{}
	c.wait("ann")
	c.serve()
	c.tick()
}

type store2 struct {
	blocks map[string]*Block
	flush  []func()
	out    []byte
}

// What is to be written is written before a block is dropped.
func (s *store2) put(name string, data []byte) {
	b := NewBlock(data)
	s.blocks[name] = b
	s.flush = append(s.flush, func() { s.out = append(s.out, b.data...) })
}

func (s *store2) drop(name string) {
	s.sync()
	if b := s.blocks[name]; b != nil {
		delete(s.blocks, name)
		b.DecRef()
	}
}

func (s *store2) sync() {
	for _, f := range s.flush {
		f()
	}
	s.flush = nil
}

func useStore2() {
	s := &store2{blocks: map[string]*Block{}}
	s.put("a", []byte("x"))
	s.drop("a")
	s.sync()
}
