package removedinside

import "github.com/rcpool/rcpool"

type client2 struct{ pending map[int]*call }

func (c *client2) start(no int) {
	if _, ok := c.pending[no]; !ok {
		c.pending[no] = &call{deadline: no, req: get(no)}
	}
}

// The function that is called leaves the entry.
func (c *client2) reply(no int) {
	if one, ok := c.pending[no]; ok {
		c.answer(no, one)
	}
}

func (c *client2) answer(no int, one *call) {
	if one.deadline < no {
		delete(c.pending, no)
	}
	rcpool.Drop(&one.req)
}

func (c *client2) expire(now int) {
	for no, one := range c.pending {
		if one.deadline < now {
			delete(c.pending, no)
		}
	}
}

func useClient2() {
	c := &client2{pending: map[int]*call{}}
	c.start(1)
	c.reply(1)
	c.expire(3)
}

type table2 struct{ calls map[int]*call }

func (t *table2) add(id int) {
	if t.calls[id] == nil {
		t.calls[id] = &call{id: id, req: get(id)}
	}
}

func (t *table2) end(one *call) {
	one.req.Release()
	delete(t.calls, one.id)
}

// Each call that is late is ended.
func (t *table2) expire(now int) {
	for id, one := range t.calls {
		if one.deadline < now {
			t.end(t.calls[id])
		}
	}
}

func useTable2() {
	t := &table2{calls: map[int]*call{}}
	t.add(1)
	t.expire(2)
}

type pair2 struct{ first, second map[int]*call }

func (p *pair2) add(id int) {
	if p.first[id] == nil {
		p.first[id] = &call{id: id, req: get(id)}
	}
}

// What leaves the first one comes to the second.
func (p *pair2) move(id int) {
	if one, ok := p.first[id]; ok {
		p.keep(id, one)
	}
}

func (p *pair2) keep(id int, one *call) {
	delete(p.first, id)
	p.second[id] = one
}

func (p *pair2) close() {
	for id, one := range p.second {
		one.req.Release()
		delete(p.second, id)
	}
}

func usePair2() {
	p := &pair2{first: map[int]*call{}, second: map[int]*call{}}
	p.add(1)
	p.move(1)
	p.close()
}

type ring2 struct {
	slots []rcpool.Ref[Request]
	next  int
}

func newRing2(n int) *ring2 { return &ring2{slots: make([]rcpool.Ref[Request], n)} }

func (r *ring2) record(req rcpool.Ref[Request]) {
	rcpool.Drop(&r.slots[r.next])
	r.slots[r.next] = req
	r.next = (r.next + 1) % len(r.slots)
}

func (r *ring2) drop() {
	for i := range r.slots {
		rcpool.Drop(&r.slots[i])
	}
}

// Nothing is left in the old slots.
func (r *ring2) resize(n int) {
	r.slots = make([]rcpool.Ref[Request], n)
	r.next = 0
}

type recorder2 struct{ ring *ring2 }

func (t recorder2) record(no int) { t.ring.record(get(no)) }

func useRing2() {
	ring := newRing2(2)
	t := recorder2{ring}
	t.record(1)
	ring.drop()
	ring.resize(4)
	t.record(2)
	ring.drop()
}

type rings struct{ front, spare *ring2 }

// The spare one has nothing.
func useRings() {
	r := rings{front: newRing2(2), spare: newRing2(2)}
	t := recorder2{r.front}
	t.record(1)
	r.spare.resize(4)
	r.front.drop()
}
