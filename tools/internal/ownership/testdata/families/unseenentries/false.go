package unseenentries

import "github.com/rcpool/rcpool"

type cache2 struct{ all map[int]rcpool.Ref[Frame] }

func (c *cache2) put(no int) {
	if _, ok := c.all[no]; !ok {
		c.all[no] = get(no)
	}
}

// The caller has released what is there.
func (c *cache2) drop(no int) {
	if f, ok := c.all[no]; ok {
		f.Release()
		c.forget(no)
	}
}

func (c *cache2) forget(no int) {
	delete(c.all, no)
}

func useCache2() {
	c := &cache2{all: map[int]rcpool.Ref[Frame]{}}
	c.put(1)
	c.drop(1)
}

type conns2 struct{ all map[string]*conn }

func (c *conns2) open(addr string) {
	if _, ok := c.all[addr]; !ok {
		c.all[addr] = NewConn(addr)
		c.all[addr].owner = c
	}
}

func (c *conns2) stop() {
	for _, one := range c.all {
		delete(c.all, one.addr)
		one.Release()
	}
}

// A connection that closes itself has released the reference of the map.
func (c *conns2) remove(addr string) { delete(c.all, addr) }

func (c *conn) close() {
	c.owner.remove(c.addr)
	c.Release()
}

func useConns2() {
	c := &conns2{all: map[string]*conn{}}
	c.open("a")
	c.open("b")
	c.all["a"].close()
	c.stop()
}

type index struct {
	byAddr map[string]*conn
	order  []*conn
}

func (i *index) add(addr string) {
	c := NewConn(addr)
	i.byAddr[addr] = c
	i.order = append(i.order, c)
}

// The list owns them, the map finds them.
func (i *index) hide(addr string) { delete(i.byAddr, addr) }

func (i *index) close() {
	for _, c := range i.order {
		c.Release()
	}
	i.order = nil
}

func useIndex() {
	i := &index{byAddr: map[string]*conn{}}
	i.add("a")
	i.hide("a")
	i.close()
}

type group2 struct {
	all  map[int]rcpool.Ref[Frame]
	last int
}

func newGroup2() *group2 { return &group2{all: map[int]rcpool.Ref[Frame]{}} }

// Whatever is in the old group was released before.
func (g *group2) begin() {
	g.all = map[int]rcpool.Ref[Frame]{}
}

func (g *group2) add(kind byte) {
	if kind == 'I' {
		g.close()
		g.begin()
	}
	g.last++
	g.all[g.last] = get(g.last)
}

func (g *group2) close() {
	for no, f := range g.all {
		delete(g.all, no)
		f.Release()
	}
}

func useGroup2(kinds []byte) {
	g := newGroup2()
	defer g.close()
	for _, kind := range kinds {
		g.add(kind)
	}
}

type session struct {
	all  map[int]rcpool.Ref[Frame]
	last int
}

// A session that has ended has nothing; the peer begins a new one then.
func (s *session) handle(kind byte) {
	switch kind {
	case 'b':
		s.all = map[int]rcpool.Ref[Frame]{}
	case 'd':
		s.last++
		s.all[s.last] = get(s.last)
	case 'e':
		for no, f := range s.all {
			delete(s.all, no)
			f.Release()
		}
	}
}

func useSession() {
	s := new(session)
	for _, kind := range []byte("bddebde") {
		s.handle(kind)
	}
}

type swapped struct{ all map[int]rcpool.Ref[Frame] }

func newSwapped() *swapped { return &swapped{all: map[int]rcpool.Ref[Frame]{}} }

func (s *swapped) add(no int) {
	if _, ok := s.all[no]; !ok {
		s.all[no] = get(no)
	}
}

// The old map is emptied after the new one is there.
func (s *swapped) flush() (sum int) {
	old := s.all
	s.all = map[int]rcpool.Ref[Frame]{}
	for _, f := range old {
		sum += f.Value().No
		f.Release()
	}
	return sum
}

func useSwapped() {
	s := newSwapped()
	for no := range 4 {
		s.add(no)
		s.flush()
	}
}

type marks struct{ all map[string]entry }

func (m *marks) begin(key string) bool {
	if _, ok := m.all[key]; ok {
		return false
	}
	m.all[key] = entry{}
	return true
}

// What has failed was never there: there is only the mark.
func (m *marks) fail(key string) {
	delete(m.all, key)
}

func (m *marks) finish(key string, f rcpool.Ref[Frame]) {
	m.all[key] = entry{frame: f.Retain()}
}

func (m *marks) close() {
	for key, e := range m.all {
		rcpool.Drop(&e.frame)
		delete(m.all, key)
	}
}

type moved struct{ all, old map[int]rcpool.Ref[Frame] }

func (m *moved) add(no int) {
	if _, ok := m.all[no]; !ok {
		m.all[no] = get(no)
	}
}

// What is there goes to another map first.
func (m *moved) retire(no int) {
	m.keep(no)
	delete(m.all, no)
}

func (m *moved) keep(no int) {
	if f, ok := m.all[no]; ok {
		m.old[no] = f
	}
}

func (m *moved) close() {
	for no, f := range m.old {
		delete(m.old, no)
		f.Release()
	}
}

func useMoved() {
	m := &moved{all: map[int]rcpool.Ref[Frame]{}, old: map[int]rcpool.Ref[Frame]{}}
	m.add(1)
	m.retire(1)
	m.close()
}

type taken struct{ all map[int]rcpool.Ref[Frame] }

// What was taken is released, and to remove it once more does nothing.
func (t *taken) handle(no int) int {
	f, ok := t.take(no)
	if !ok {
		return 0
	}
	defer t.remove(no)
	defer f.Release()
	return f.Value().No
}

func (t *taken) add(no int) {
	if _, ok := t.all[no]; !ok {
		t.all[no] = get(no)
	}
}

func (t *taken) take(no int) (rcpool.Ref[Frame], bool) {
	f, ok := t.all[no]
	delete(t.all, no)
	return f, ok
}

func (t *taken) remove(no int) { delete(t.all, no) }

func useTaken() {
	t := &taken{all: map[int]rcpool.Ref[Frame]{}}
	t.add(1)
	t.handle(1)
}

type epochs struct {
	all  map[int]rcpool.Ref[Frame]
	next chan int
	done chan bool
	last int
}

func newEpochs() *epochs {
	return &epochs{all: map[int]rcpool.Ref[Frame]{}, next: make(chan int), done: make(chan bool)}
}

// A goroutine empties the old map before the new one comes.
func (e *epochs) begin() {
	e.all = map[int]rcpool.Ref[Frame]{}
}

func (e *epochs) add() {
	e.last++
	e.all[e.last] = get(e.last)
}

func (e *epochs) empty() {
	for range e.next {
		for no, f := range e.all {
			delete(e.all, no)
			f.Release()
		}
		e.done <- true
	}
}

func useEpochs() {
	e := newEpochs()
	go e.empty()
	for range 4 {
		e.add()
		e.next <- 1
		<-e.done
		e.begin()
	}
	close(e.next)
}

type flusher interface{ flush() }

type flushed struct {
	all  map[int]rcpool.Ref[Frame]
	out  flusher
	last int
}

func newFlushed() *flushed {
	f := &flushed{all: map[int]rcpool.Ref[Frame]{}}
	f.out = f
	return f
}

// An interface empties the map.
func (f *flushed) begin() { f.all = map[int]rcpool.Ref[Frame]{} }

func (f *flushed) flush() {
	for no, frame := range f.all {
		delete(f.all, no)
		frame.Release()
	}
}

func (f *flushed) add() {
	f.last++
	f.all[f.last] = get(f.last)
}

func useFlushed() {
	f := newFlushed()
	for range 4 {
		f.add()
		f.out.flush()
		f.begin()
	}
}

func useMarks(works bool) {
	m := &marks{all: map[string]entry{}}
	defer m.close()
	if !m.begin("a") {
		return
	}
	if !works {
		m.fail("a")
		return
	}
	f := get(1)
	defer f.Release()
	m.finish("a", f)
}

type shares2 struct{ all map[string]*share }

func (s *shares2) mount(name string) *share {
	one := newShare(name)
	s.all[name] = one
	return one
}

// Callers have the references: the map only finds the shares.
func (s *shares2) unmount(name string) { delete(s.all, name) }

func useShares2() {
	s := &shares2{all: map[string]*share{}}
	a, b := s.mount("a"), s.mount("b")
	s.unmount("a")
	a.DecRef()
	s.unmount("b")
	b.DecRef()
}

type used2 struct{ all map[string]*share }

func (u *used2) mount(name string) { u.all[name] = newShare(name) }

func (u *used2) use(name string) int {
	one, ok := u.all[name]
	if !ok {
		return 0
	}
	one.IncRef()
	defer one.DecRef()
	return len(one.name)
}

// What is deleted was looked up before, and released.
func (u *used2) unmount(name string) {
	one := u.all[name]
	delete(u.all, name)
	if one != nil {
		one.DecRef()
	}
}

func useUsed2() {
	u := &used2{all: map[string]*share{}}
	u.mount("a")
	u.use("a")
	u.unmount("a")
}
