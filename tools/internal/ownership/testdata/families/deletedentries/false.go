package deletedentries

import (
	"google.golang.org/grpc/mem"

	"github.com/rcpool/rcpool"
)

type pool2 struct{ all map[string]*conn }

func (p *pool2) apply(addrs ...string) {
	want := map[string]bool{}
	for _, a := range addrs {
		want[a] = true
		if _, ok := p.all[a]; !ok {
			p.all[a] = NewConn(a)
		}
	}
	for a := range p.all {
		if !want[a] {
			p.all[a].Release()
			delete(p.all, a)
		}
	}
}

// The map has connections whose users release them: it is an index.
func (p *pool2) open(addr string) *conn {
	c := NewConn(addr)
	p.all[addr] = c
	return c
}

func (p *pool2) forget() {
	for a := range p.all {
		delete(p.all, a)
	}
}

func usePool2() {
	p := &pool2{all: map[string]*conn{}}
	p.apply("a")
	p.apply()
	c := p.open("b")
	c.Release()
	p.forget()
}

type table2 struct {
	table
	now int
}

func (t *table2) add(id int, user string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.byID[id] = get(user)
}

// The expired ones are released, and then deleted.
func (t *table2) expire() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, s := range t.byID {
		if t.now-s.Value().Seen > 10 {
			s.Release()
			delete(t.byID, id)
			n++
		}
	}
	return n
}

func useTable2() int {
	t := &table2{now: 20}
	t.byID = map[int]rcpool.Ref[Session]{}
	t.add(1, "ann")
	return t.expire()
}

type registry2 struct {
	byName map[string]rcpool.Ref[Session]
	gone   []string
}

func (r *registry2) add(name string) {
	if _, ok := r.byName[name]; !ok {
		r.byName[name] = get(name)
	}
}

// A helper releases what is in the entry.
func (r *registry2) forget(name string) bool {
	s, ok := r.byName[name]
	if !ok {
		return false
	}
	r.gone = append(r.gone, s.Value().User)
	finish(s)
	delete(r.byName, name)
	return true
}

func finish(s rcpool.Ref[Session]) {
	s.Value().User = ""
	s.Release()
}

func useRegistry2() {
	r := &registry2{byName: map[string]rcpool.Ref[Session]{}}
	r.add("a")
	r.forget("a")
}

type idle2 struct {
	conns map[string]*conn
	order []*conn
}

// The list has them as well, and releases them.
func (i *idle2) put(addr string) {
	c := NewConn(addr)
	c.idle = true
	i.conns[addr] = c
	i.order = append(i.order, c)
}

func (i *idle2) sweep() {
	for addr, c := range i.conns {
		if c.isIdle() {
			delete(i.conns, addr)
		}
	}
}

func (i *idle2) close() {
	for _, c := range i.order {
		c.Release()
	}
	i.order = nil
}

func useIdle2() {
	i := &idle2{conns: map[string]*conn{}}
	i.put("a")
	i.sweep()
	i.close()
}

type item2 struct {
	id   int
	data mem.Buffer
	last bool
}

type writer2 struct {
	pool  mem.BufferPool
	queue chan item2
}

func (w *writer2) write(id int, p []byte) bool {
	it := item2{id: id, data: mem.Copy(p, w.pool)}
	select {
	case w.queue <- it:
		return true
	default:
		it.data.Free()
		return false
	}
}

// Each item is freed, by a function that gets it.
func (w *writer2) drain() (n int) {
	close(w.queue)
	for it := range w.queue {
		if it.last {
			n++
		}
		free(it)
	}
	return n
}

func free(it item2) { it.data.Free() }

func useWriter2(pool mem.BufferPool) int {
	w := &writer2{pool: pool, queue: make(chan item2, 4)}
	w.write(1, []byte("a"))
	return w.drain()
}

type jobs2 struct {
	ready chan *conn
	spare []*conn
}

// What is too much is kept for another time.
func (j *jobs2) offer(addr string) {
	c := NewConn(addr)
	for {
		select {
		case j.ready <- c:
			return
		default:
		}
		select {
		case old := <-j.ready:
			j.spare = append(j.spare, old)
		default:
		}
	}
}

func (j *jobs2) close() {
	close(j.ready)
	for c := range j.ready {
		c.Release()
	}
	for _, c := range j.spare {
		c.Release()
	}
	j.spare = nil
}

func useJobs2() {
	j := &jobs2{ready: make(chan *conn, 1)}
	j.offer("a")
	j.offer("b")
	j.close()
}

type tombs struct{ byID map[int]*conn }

func (t *tombs) add(id int) { t.byID[id] = NewConn("a") }

// What was released is left in the map, and swept later.
func (t *tombs) done(id int) {
	c := t.byID[id]
	c.idle = true
	c.Release()
}

func (t *tombs) sweep() {
	for id, c := range t.byID {
		if c.isIdle() {
			delete(t.byID, id)
		}
	}
}

func useTombs() {
	t := &tombs{byID: map[int]*conn{}}
	t.add(1)
	t.done(1)
	t.sweep()
}

type signals struct{ c chan *conn }

// The one that is received is looked at, and goes back.
func (s *signals) peek() string {
	c := <-s.c
	defer func() { s.c <- c }()
	return c.addr
}

func useSignals() string {
	s := &signals{c: make(chan *conn, 1)}
	s.c <- NewConn("a")
	addr := s.peek()
	(<-s.c).Release()
	return addr
}

type released struct{ byID map[int]*conn }

func (r *released) add(id int) { r.byID[id] = NewConn("a") }

// The counter is counted down by hand, and what is not used is swept.
func (r *released) drop(id int) { r.byID[id].refs.Add(-1) }

func (r *released) sweep() {
	for id, c := range r.byID {
		if c.refs.Load() == 0 {
			delete(r.byID, id)
		}
	}
}

func useReleased() {
	r := &released{byID: map[int]*conn{}}
	r.add(1)
	r.drop(1)
	r.sweep()
}

type cache struct{ entries map[string]*entry }

// The cache is no user. What has none is swept.
func (c *cache) open(name string) *entry {
	e, ok := c.entries[name]
	if !ok {
		e = NewEntry(name)
		c.entries[name] = e
	}
	e.Retain()
	return e
}

func (c *cache) sweep() {
	for name := range c.entries {
		if len(name) > 1 {
			delete(c.entries, name)
		}
	}
}

func useCache() {
	c := &cache{entries: map[string]*entry{}}
	e := c.open("ab")
	e.Release()
	c.sweep()
}

type lasts struct{ conns map[string]*conn }

func (l *lasts) add(addr string) { l.conns[addr] = NewConn(addr) }

// A connection that only the map has is nobody's any more.
func (l *lasts) sweep() {
	for addr, c := range l.conns {
		if c.refs.Load() == 1 {
			delete(l.conns, addr)
			c.refs.Store(0)
		}
	}
}

func useLasts() {
	l := &lasts{conns: map[string]*conn{}}
	l.add("a")
	l.sweep()
}

type rekeyed struct {
	byName map[string]rcpool.Ref[Session]
}

func (r *rekeyed) add(name string) {
	if _, ok := r.byName[name]; !ok {
		r.byName[name] = get(name)
	}
}

// The entry gets another key.
func (r *rekeyed) rename(old, name string) {
	s, ok := r.byName[old]
	if !ok {
		return
	}
	delete(r.byName, old)
	r.byName[name] = s
}

func (r *rekeyed) stop() {
	for name, s := range r.byName {
		delete(r.byName, name)
		s.Release()
	}
}

func useRekeyed() {
	r := &rekeyed{byName: map[string]rcpool.Ref[Session]{}}
	defer r.stop()
	r.add("a")
	r.rename("a", "b")
}
