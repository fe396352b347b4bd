package unseenentries

import "github.com/rcpool/rcpool"

type cache1 struct{ all map[int]rcpool.Ref[Frame] }

func (c *cache1) put(no int) {
	c.drop(no)
	c.all[no] = get(no)
}

func (c *cache1) drop(no int) {
	if f, ok := c.all[no]; ok {
		delete(c.all, no)
		f.Release()
	}
}

// The entry is deleted by its key.
func (c *cache1) invalidate(no int) {
	delete(c.all, no) // want "leak: "
}

func useCache1() {
	c := &cache1{all: map[int]rcpool.Ref[Frame]{}}
	c.put(1)
	c.invalidate(1)
	c.drop(1)
}

type broker1 struct{ kept map[string]*conn }

// An empty one clears what is kept, but for its reference.
func (b *broker1) keep(topic string, c *conn) {
	defer c.Release()
	if c.addr == "" {
		delete(b.kept, topic) // want "leak: "
		return
	}
	if old := b.kept[topic]; old != nil {
		old.Release()
	}
	c.Retain()
	b.kept[topic] = c
}

func (b *broker1) close() {
	for topic, c := range b.kept {
		c.Release()
		delete(b.kept, topic)
	}
}

func useBroker1() {
	b := &broker1{kept: map[string]*conn{}}
	b.keep("a", NewConn("1"))
	b.keep("a", NewConn(""))
	b.close()
}

type conns1 struct{ all map[string]*conn }

func (c *conns1) open(addr string) {
	if _, ok := c.all[addr]; !ok {
		c.all[addr] = NewConn(addr)
	}
}

// All that begin with a letter are forgotten.
func (c *conns1) forget(addrs ...string) {
	for _, addr := range addrs {
		if addr[0] >= 'a' {
			delete(c.all, addr) // want "leak: "
		}
	}
}

func (c *conns1) close() {
	for addr, one := range c.all {
		delete(c.all, addr)
		one.Release()
	}
}

func useConns1() {
	c := &conns1{all: map[string]*conn{}}
	c.open("a")
	c.forget("a")
	c.close()
}

type group1 struct {
	all  map[int]rcpool.Ref[Frame]
	last int
}

func newGroup1() *group1 { return &group1{all: map[int]rcpool.Ref[Frame]{}} }

// A new group begins, and the old one is not released.
func (g *group1) begin() {
	g.all = map[int]rcpool.Ref[Frame]{} // want "leak: "
}

func (g *group1) add(kind byte) error {
	if kind == 'I' {
		g.begin()
	}
	g.last++
	if len(g.all) > 4 {
		g.drop(g.last - 4)
	}
	g.all[g.last] = get(g.last)
	return nil
}

func (g *group1) drop(no int) {
	if f, ok := g.all[no]; ok {
		delete(g.all, no)
		f.Release()
	}
}

func (g *group1) close() {
	for no := range g.all {
		g.drop(no)
	}
}

func useGroup1(kinds []byte) error {
	g := newGroup1()
	defer g.close()
	for _, kind := range kinds {
		if err := g.add(kind); err != nil {
			return err
		}
	}
	return nil
}

type window1 struct{ all map[int]rcpool.Ref[Frame] }

// The window is emptied where a loop has filled it.
func (w *window1) rotate(n int) int {
	for k := range n {
		w.fill(k)
	}
	n = len(w.all)
	w.all = make(map[int]rcpool.Ref[Frame]) // want "leak: "
	return n
}

func (w *window1) fill(no int) {
	if _, ok := w.all[no]; !ok {
		w.all[no] = get(no)
	}
}

func (w *window1) take(no int) rcpool.Ref[Frame] {
	f := w.all[no]
	delete(w.all, no)
	return f
}

func useWindow1() {
	w := &window1{all: map[int]rcpool.Ref[Frame]{}}
	w.fill(1)
	f := w.take(1)
	rcpool.Drop(&f)
	w.rotate(4)
}

type entry struct {
	frame rcpool.Ref[Frame]
	until int
}

type table1 struct{ all map[int]entry }

func (t *table1) add(no int) {
	if _, ok := t.all[no]; !ok {
		t.all[no] = entry{frame: get(no), until: no + 10}
	}
}

// The entry is a struct.
func (t *table1) cancel(no int) {
	delete(t.all, no) // want "leak: "
}

func (t *table1) finish(no int) int {
	e, ok := t.all[no]
	if !ok {
		return 0
	}
	delete(t.all, no)
	defer e.frame.Release()
	return e.frame.Value().No
}

func useTable1() {
	t := &table1{all: map[int]entry{}}
	t.add(1)
	t.add(2)
	t.finish(1)
	t.cancel(2)
}

type jobs1 struct{ seen map[string]entry }

func (j *jobs1) begin(key string) bool {
	if _, ok := j.seen[key]; ok {
		return false
	}
	j.seen[key] = entry{}
	return true
}

func (j *jobs1) finish(key string, f *rcpool.Ref[Frame]) {
	if old := j.seen[key]; !old.frame.IsZero() {
		return
	}
	j.seen[key] = entry{frame: f.Retain(), until: 1}
}

// Some entries have no frame yet; those that have one are old.
func (j *jobs1) expire(now int) {
	for key, e := range j.seen {
		if !e.frame.IsZero() && e.until < now {
			delete(j.seen, key) // want "leak: "
		}
	}
}

func (j *jobs1) close() {
	for key, e := range j.seen {
		rcpool.Drop(&e.frame)
		delete(j.seen, key)
	}
}

type served1 struct{ all map[string]*conn }

// Only the reference of the function is released where the connection ends.
func (s *served1) serve(addr string) {
	c := NewConn(addr)
	defer c.Release()
	s.add(c)
	s.use(c)
	s.remove(addr)
}

func (s *served1) add(c *conn) {
	c.Retain()
	s.all[c.addr] = c
}

func (s *served1) use(c *conn) int { return len(c.addr) }

func (s *served1) remove(addr string) {
	delete(s.all, addr) // want "leak: "
}

func (s *served1) close() {
	for addr, c := range s.all {
		delete(s.all, addr)
		c.Release()
	}
}

type timed1 struct {
	all  map[int]rcpool.Ref[Frame]
	lost int
}

func (t *timed1) add(no int) {
	if _, ok := t.all[no]; !ok {
		t.all[no] = get(no)
	}
}

func (t *timed1) answer(no int) (rcpool.Ref[Frame], bool) {
	f, ok := t.all[no]
	delete(t.all, no)
	return f, ok
}

// What gets no answer in time is only counted.
func (t *timed1) timeout(no int) {
	t.lost++
	delete(t.all, no) // want "leak: "
}

func (t *timed1) reply(no int) {
	if f, ok := t.answer(no); ok {
		f.Release()
	}
}

func useTimed1() {
	t := &timed1{all: map[int]rcpool.Ref[Frame]{}}
	t.add(1)
	t.add(2)
	t.reply(1)
	t.timeout(2)
}

type replaced1 struct{ all map[string]*conn }

func (r *replaced1) set(addr string) {
	if old := r.all[addr]; old != nil {
		old.Release()
	}
	r.all[addr] = NewConn(addr)
}

// The old one is released where it is replaced, and not here.
func (r *replaced1) unset(addr string) bool {
	if addr == "" {
		return false
	}
	delete(r.all, addr) // want "leak: "
	return true
}

func useReplaced1() {
	r := &replaced1{all: map[string]*conn{}}
	r.set("a")
	r.unset("a")
}

type renewed1 struct {
	all  map[int]rcpool.Ref[Frame]
	last int
}

func newRenewed1() *renewed1 { return &renewed1{all: make(map[int]rcpool.Ref[Frame])} }

func (r *renewed1) add() {
	r.last++
	r.all[r.last] = get(r.last)
}

func (r *renewed1) drop(no int) {
	if f, ok := r.all[no]; ok {
		f.Release()
		delete(r.all, no)
	}
}

// One is dropped, but not all.
func (r *renewed1) renew() {
	r.all = make(map[int]rcpool.Ref[Frame]) // want "leak: "
}

func useRenewed1() {
	r := newRenewed1()
	for range 4 {
		r.drop(r.last)
		r.add()
		r.renew()
	}
}

type shares1 struct{ all map[string]*share }

func (s *shares1) mount(name string) bool {
	if _, ok := s.all[name]; ok {
		return false
	}
	s.all[name] = newShare(name)
	return true
}

func (s *shares1) rename(from, to string) {
	if one, ok := s.all[from]; ok {
		delete(s.all, from)
		if other, ok := s.all[to]; ok {
			other.DecRef()
		}
		s.all[to] = one
	}
}

// The constructor is one of the package: it gives the first reference.
func (s *shares1) unmount(name string) {
	delete(s.all, name) // want "leak: "
}

func (s *shares1) close() {
	for _, one := range s.all {
		one.DecRef()
	}
	clear(s.all)
}

func useShares1() {
	s := &shares1{all: map[string]*share{}}
	s.mount("a")
	s.rename("a", "b")
	s.unmount("b")
	s.close()
}

type lease1 struct {
	one   *share
	until int
}

type leases1 struct{ all map[string]lease1 }

func (l *leases1) grant(name string, until int) {
	if old, ok := l.all[name]; ok {
		old.one.DecRef()
	}
	l.all[name] = lease1{newShare(name), until}
}

// A lease that has run out is looked at, and forgotten.
func (l *leases1) expire(now int) {
	for name, one := range l.all {
		if one.until < now {
			delete(l.all, name) // want "leak: "
		}
	}
}

func (l *leases1) close() {
	for name, one := range l.all {
		delete(l.all, name)
		one.one.DecRef()
	}
}

func useLeases1() {
	l := &leases1{all: map[string]lease1{}}
	l.grant("a", 1)
	l.expire(2)
	l.close()
}
