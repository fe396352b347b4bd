package keptcallbacks

import "github.com/rcpool/rcpool"

type lobby1 struct {
	now     int
	open    map[int]rcpool.Ref[Session]
	reminds map[int]func() string
}

// The reminder stays when the session is over.
func (l *lobby1) enter(id int, user string) {
	s := newSession(user)
	l.open[id] = s
	l.reminds[id] = func() string { return s.Value().User } // want "use-after-release: "
}

func (l *lobby1) leave(id int) {
	if s, ok := l.open[id]; ok {
		delete(l.open, id)
		s.Release()
	}
}

func (l *lobby1) tick() (all []string) {
	l.now++
	for id, remind := range l.reminds {
		if id > l.now {
			continue
		}
		all = append(all, remind())
		delete(l.reminds, id)
	}
	return all
}

func useLobby1() []string {
	l := &lobby1{open: map[int]rcpool.Ref[Session]{}, reminds: map[int]func() string{}}
	l.enter(1, "ann")
	l.leave(1)
	return l.tick()
}

type clock1 struct {
	now     int
	waiting []rcpool.Ref[Session]
	alarms  []alarm
	log     []string
}

// The alarm uses what the reference leads to.
func (c *clock1) wait(user string) {
	ref := newSession(user)
	s := ref.Value()
	c.waiting = append(c.waiting, ref)
	c.alarms = append(c.alarms, alarm{c.now + 3, func() {
		c.log = append(c.log, s.User) // want "use-after-release: "
	}})
}

func (c *clock1) serve() {
	first := c.waiting[0]
	c.waiting = c.waiting[1:]
	first.Release()
}

func (c *clock1) tick() {
	c.now++
	rest := c.alarms[:0]
	for _, a := range c.alarms {
		if a.at > c.now {
			rest = append(rest, a)
			continue
		}
		a.ring()
	}
	c.alarms = rest
}

func useClock1() {
	c := &clock1{}
	c.wait("ann")
	c.serve()
	for range 5 {
		c.tick()
	}
}

type store1 struct {
	blocks map[string]*Block
	flush  []func()
	out    []byte
}

// The function that is called later uses a block that was dropped.
func (s *store1) put(name string, data []byte) {
	b := NewBlock(data)
	s.blocks[name] = b
	s.flush = append(s.flush, func() { s.out = append(s.out, b.data...) }) // want "use-after-release: "
}

func (s *store1) drop(name string) {
	if b := s.blocks[name]; b != nil {
		delete(s.blocks, name)
		b.DecRef()
	}
}

func (s *store1) sync() {
	for _, f := range s.flush {
		f()
	}
	s.flush = nil
}

func useStore1() {
	s := &store1{blocks: map[string]*Block{}}
	s.put("a", []byte("x"))
	s.drop("a")
	s.sync()
}

type wheel1 struct{ slots [8][]alarm }

func (w *wheel1) after(ticks int, ring func()) {
	w.slots[ticks%len(w.slots)] = append(w.slots[ticks%len(w.slots)], alarm{ticks, ring})
}

func (w *wheel1) run(now int) {
	for _, a := range w.slots[now%len(w.slots)] {
		a.ring()
	}
	w.slots[now%len(w.slots)] = nil
}

type room1 struct {
	wheel   wheel1
	members map[string]rcpool.Ref[Session]
	greeted []string
}

// Another function keeps the alarm.
func (r *room1) join(user string) {
	s := newSession(user)
	r.members[user] = s
	r.wheel.after(3, func() { r.greeted = append(r.greeted, s.Value().User) }) // want "use-after-release: "
}

func (r *room1) part(user string) {
	if s, ok := r.members[user]; ok {
		delete(r.members, user)
		s.Release()
	}
}

func (r *room1) tick(now int) { r.wheel.run(now) }

func useRoom1() {
	r := &room1{members: map[string]rcpool.Ref[Session]{}}
	r.join("ann")
	r.part("ann")
	for now := range 8 {
		r.tick(now)
	}
}
