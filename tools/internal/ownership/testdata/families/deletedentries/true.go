package deletedentries

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"google.golang.org/grpc/mem"

	"github.com/rcpool/rcpool"
)

type pool1 struct{ all map[string]*conn }

// What is not wanted any more is deleted.
func (p *pool1) apply(addrs ...string) {
	want := map[string]bool{}
	for _, a := range addrs {
		want[a] = true
		if _, ok := p.all[a]; !ok {
			p.all[a] = NewConn(a)
		}
	}
	for a := range p.all {
		if !want[a] {
			delete(p.all, a) // want "leak: "
		}
	}
}

func (p *pool1) pick(addr string) *conn {
	c := p.all[addr]
	c.Retain()
	return c
}

func (p *pool1) close() {
	for a, c := range p.all {
		delete(p.all, a)
		c.Release()
	}
}

func usePool1() {
	p := &pool1{all: map[string]*conn{}}
	defer p.close()
	p.apply("a", "b")
	c := p.pick("a")
	defer c.Release()
	p.apply("b")
}

type table1 struct {
	table
	now int
}

func (t *table1) add(id int, user string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.remove(id)
	t.byID[id] = get(user)
}

// Sessions that were not seen for long.
func (t *table1) expire() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, s := range t.byID {
		if t.now-s.Value().Seen > 10 {
			delete(t.byID, id) // want "leak: "
			n++
		}
	}
	return n
}

func (t *table1) remove(id int) {
	s, ok := t.byID[id]
	if !ok {
		return
	}
	delete(t.byID, id)
	s.Release()
}

func useTable1() int {
	t := &table1{}
	t.byID = map[int]rcpool.Ref[Session]{}
	t.add(1, "ann")
	t.now = 20
	n := t.expire()
	t.remove(1)
	return n
}

type registry1 struct {
	byName map[string]rcpool.Ref[Session]
	gone   []string
}

func (r *registry1) add(name string) {
	if _, ok := r.byName[name]; !ok {
		r.byName[name] = get(name)
	}
}

// The entry is looked up, and deleted if it is there.
func (r *registry1) forget(name string) bool {
	s, ok := r.byName[name]
	if !ok {
		return false
	}
	r.gone = append(r.gone, s.Value().User)
	delete(r.byName, name) // want "leak: "
	return true
}

func (r *registry1) stop() {
	for name := range r.byName {
		s := r.byName[name]
		delete(r.byName, name)
		s.Release()
	}
}

func useRegistry1() {
	r := &registry1{byName: map[string]rcpool.Ref[Session]{}}
	defer r.stop()
	r.add("a")
	r.forget("a")
}

type idle1 struct{ conns map[string]*conn }

func (i *idle1) put(addr string) {
	c := NewConn(addr)
	c.idle = true
	i.conns[addr] = c
}

// A method of the object says what is idle.
func (i *idle1) sweep() {
	for addr, c := range i.conns {
		if c.isIdle() {
			delete(i.conns, addr) // want "leak: "
		}
	}
}

func (i *idle1) take(addr string) *conn {
	c, ok := i.conns[addr]
	if !ok {
		return nil
	}
	delete(i.conns, addr)
	return c
}

func useIdle1() {
	i := &idle1{conns: map[string]*conn{}}
	i.put("a")
	i.put("b")
	if c := i.take("a"); c != nil {
		c.Release()
	}
	i.sweep()
}

type item1 struct {
	id   int
	data mem.Buffer
	last bool
}

type writer1 struct {
	pool  mem.BufferPool
	queue chan item1
}

func (w *writer1) write(id int, p []byte) bool {
	it := item1{id: id, data: mem.Copy(p, w.pool)}
	select {
	case w.queue <- it:
		return true
	default:
		it.data.Free()
		return false
	}
}

func (w *writer1) loop() (n int) {
	for it := range w.queue {
		n += it.data.Len()
		it.data.Free()
		if it.last {
			return n
		}
	}
	return n
}

// What is left in the queue is only counted.
func (w *writer1) drain() (n int) {
	close(w.queue)
	for it := range w.queue { // want "leak: "
		if it.last {
			n++
		}
	}
	return n
}

func useWriter1(pool mem.BufferPool) int {
	w := &writer1{pool: pool, queue: make(chan item1, 4)}
	w.write(1, []byte("a"))
	w.write(2, []byte("b"))
	return w.drain()
}

type jobs1 struct {
	ready chan *conn
}

// What is too much is thrown away.
func (j *jobs1) offer(addr string) {
	c := NewConn(addr)
	for {
		select {
		case j.ready <- c:
			return
		default:
		}
		select {
		case <-j.ready: // want "leak: "
		default:
		}
	}
}

func (j *jobs1) work() {
	for c := range j.ready {
		c.Release()
	}
}

func useJobs1() {
	j := &jobs1{ready: make(chan *conn, 1)}
	j.offer("a")
	j.offer("b")
	close(j.ready)
	j.work()
}

type table3 struct{ table }

func (t *table3) add(id int, user string) {
	s := get(user)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.byID[id] = s
}

// The session is looked at without a question.
func (t *table3) logout(id int) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.byID[id]
	user := s.Value().User
	delete(t.byID, id) // want "leak: "
	return user
}

func useTable3() string {
	t := &table3{}
	t.byID = map[int]rcpool.Ref[Session]{}
	t.add(1, "ann")
	return t.logout(1)
}

type call struct {
	session rcpool.Ref[Session]
	reply   chan string
}

type server struct{ calls chan call }

func (s *server) ask(user string) <-chan string {
	reply := make(chan string, 1)
	s.calls <- call{session: get(user), reply: reply}
	return reply
}

// The session of a call is used, and lost.
func (s *server) serve() {
	select {
	case c := <-s.calls: // want "leak: "
		c.reply <- c.session.Value().User
	default:
	}
}

func useServer() string {
	s := &server{calls: make(chan call, 1)}
	reply := s.ask("ann")
	s.serve()
	return <-reply
}

type feed struct{ in chan rcpool.Ref[Session] }

func (f *feed) publish(user string) { f.in <- get(user) }

// The last one counts, and none is released.
func (f *feed) last() (user string) {
	close(f.in)
	for {
		s, ok := <-f.in // want "leak: "
		if !ok {
			return user
		}
		user = s.Value().User
	}
}

func useFeed() string {
	f := &feed{in: make(chan rcpool.Ref[Session], 2)}
	f.publish("ann")
	f.publish("bob")
	return f.last()
}

type sender struct {
	pool    mem.BufferPool
	unacked map[int]mem.Buffer
	acked   int
}

func (s *sender) send(seq int, p []byte) { s.unacked[seq] = mem.Copy(p, s.pool) }

// The length of a buffer counts.
func (s *sender) ack(seq int) {
	if b, ok := s.unacked[seq]; ok {
		s.acked += b.Len()
		delete(s.unacked, seq) // want "leak: "
	}
}

func (s *sender) close() {
	for seq, b := range s.unacked {
		b.Free()
		delete(s.unacked, seq)
	}
}

type columns struct{ byName map[string]arrow.Array }

func (c *columns) set(name string, b *array.Int64Builder) {
	if old, ok := c.byName[name]; ok {
		old.Release()
		delete(c.byName, name)
	}
	c.byName[name] = b.NewArray()
}

// Empty columns are left out.
func (c *columns) compact() {
	for name, a := range c.byName {
		if a.Len() > 0 {
			continue
		}
		delete(c.byName, name) // want "leak: "
	}
}

func (c *columns) Release() {
	for _, a := range c.byName {
		a.Release()
	}
	clear(c.byName)
}

type shared struct{ byAddr map[string]*conn }

func (s *shared) join(c *conn) {
	c.Retain()
	s.byAddr[c.addr] = c
}

// What others have, too, was retained for the map.
func (s *shared) leave(addr string) {
	if _, ok := s.byAddr[addr]; !ok {
		return
	}
	delete(s.byAddr, addr) // want "leak: "
}

func (s *shared) close() {
	for addr, c := range s.byAddr {
		delete(s.byAddr, addr)
		c.Release()
	}
}

func useShared() {
	s := &shared{byAddr: map[string]*conn{}}
	defer s.close()
	c := NewConn("a")
	defer c.Release()
	s.join(c)
	s.leave("a")
}
