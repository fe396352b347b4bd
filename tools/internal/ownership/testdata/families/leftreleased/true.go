package leftreleased

import (
	"container/list"

	"github.com/rcpool/rcpool"
)

type stream1 struct {
	data []rcpool.Ref[Entry]
	dead bool
}

type conn1 struct{ streams map[int]*stream1 }

func (c *conn1) stream(id int) *stream1 {
	s := c.streams[id]
	if s == nil {
		s = &stream1{}
		c.streams[id] = s
	}
	return s
}

func (c *conn1) handle(id, kind int) {
	s := c.stream(id)
	switch kind {
	case 0:
		if s.dead {
			return
		}
		s.data = append(s.data, get(id))
	case 1:
		s.dead = true
		for _, e := range s.data {
			e.Release()
		}
	case 2:
		delete(c.streams, id)
		if !s.dead {
			for _, e := range s.data {
				e.Release()
			}
		}
	}
}

// A stream that was reset has released its data.
func (c *conn1) close() {
	for id, s := range c.streams {
		for _, e := range s.data {
			e.Release() // want "double-release: "
		}
		delete(c.streams, id)
	}
}

func useConn1(kinds []int) {
	c := &conn1{streams: map[int]*stream1{}}
	for k, kind := range kinds {
		c.handle(k%3, kind)
	}
	c.close()
}

type job2 struct {
	buf  rcpool.Ref[Entry]
	done bool
}

type jobs2 struct{ byID map[int]*job2 }

func (j *jobs2) start(id int) { j.byID[id] = &job2{buf: get(id)} }

func (j *jobs2) cancel(id int) bool {
	job, ok := j.byID[id]
	if !ok {
		return false
	}
	job.buf.Release()
	job.done = true
	return true
}

// One reference in a struct in a map.
func (j *jobs2) close() {
	for _, job := range j.byID {
		job.buf.Release() // want "double-release: "
	}
	clear(j.byID)
}

func useJobs2() {
	j := &jobs2{byID: map[int]*job2{}}
	j.start(1)
	j.start(2)
	if j.cancel(1) {
		println("canceled")
	}
	j.close()
}

type slot3 struct {
	ref  rcpool.Ref[Entry]
	used bool
}

type table3 struct{ slots []slot3 }

func (t *table3) put(id int) int {
	t.slots = append(t.slots, slot3{ref: get(id), used: true})
	return len(t.slots) - 1
}

func (t *table3) free(i int) {
	t.slots[i].ref.Release()
	t.slots[i].used = false
}

// A slice of structs, by index.
func (t *table3) close() {
	for i := range t.slots {
		t.slots[i].ref.Release() // want "double-release: "
	}
	t.slots = nil
}

func useTable3() {
	t := new(table3)
	i := t.put(1)
	t.put(2)
	t.free(i)
	t.close()
}

type recorder4 struct {
	ring [4]rcpool.Ref[Entry]
	next int
}

type sink4 struct {
	in   chan rcpool.Ref[Entry]
	done chan struct{}
}

func (s *sink4) run() {
	defer close(s.done)
	for e := range s.in {
		e.Release()
	}
}

func (r *recorder4) record(id int) {
	slot := &r.ring[r.next%4]
	rcpool.Drop(slot)
	*slot = get(id)
	r.next++
}

func (r *recorder4) dump(s *sink4) {
	for i := max(0, r.next-4); i < r.next; i++ {
		s.in <- r.ring[i%4]
	}
	r.next = 0
}

// A ring that is sent away and begun anew.
func (r *recorder4) close() {
	for i := range r.ring {
		rcpool.Drop(&r.ring[i]) // want "double-release: "
	}
}

func useRecorder4() {
	s := &sink4{in: make(chan rcpool.Ref[Entry], 4), done: make(chan struct{})}
	go s.run()
	r := new(recorder4)
	r.record(1)
	r.dump(s)
	close(s.in)
	<-s.done
	r.close()
}

type queue5 struct{ l *list.List }

func (q *queue5) add(id int) { q.l.PushBack(get(id)) }

func (q *queue5) skip() {
	if front := q.l.Front(); front != nil {
		front.Value.(rcpool.Ref[Entry]).Release()
	}
}

// Container/list.
func (q *queue5) close() {
	for el := q.l.Front(); el != nil; el = el.Next() {
		el.Value.(rcpool.Ref[Entry]).Release() // want "double-release: "
	}
	q.l.Init()
}

func useQueue5() {
	q := &queue5{list.New()}
	q.add(1)
	q.skip()
	q.close()
}

type box6[T any] struct{ items []rcpool.Ref[T] }

func (b *box6[T]) add(r rcpool.Ref[T]) { b.items = append(b.items, r) }

func (b *box6[T]) flush() int {
	n := 0
	for _, r := range b.items {
		r.Release()
		n++
	}
	return n
}

// A generic container.
func (b *box6[T]) close() {
	for _, r := range b.items {
		r.Release() // want "double-release: "
	}
	b.items = nil
}

func useBox6() int {
	b := new(box6[Entry])
	b.add(get(1))
	n := b.flush()
	b.close()
	return n
}

type cache7 struct{ m map[string]rcpool.Ref[Entry] }

func (c *cache7) drop(e rcpool.Ref[Entry]) { e.Release() }

func (c *cache7) set(key string, id int) {
	if old, ok := c.m[key]; ok {
		c.drop(old)
	}
	c.m[key] = get(id)
}

func (c *cache7) evict(key string) {
	if e, ok := c.m[key]; ok {
		c.drop(e)
	}
}

// The release is in a callee.
func (c *cache7) close() {
	for key, e := range c.m {
		c.drop(e) // want "double-release: "
		delete(c.m, key)
	}
}

func useCache7() {
	c := &cache7{m: map[string]rcpool.Ref[Entry]{}}
	c.set("a", 1)
	c.evict("a")
	c.close()
}

type session8 struct{ cur rcpool.Ref[Entry] }

func (s *session8) begin(id int) { s.cur = get(id) }

func (s *session8) abort() {
	release := s.cur.Release
	release()
}

func (s *session8) close() {
	if !s.cur.IsZero() {
		s.cur.Release()
	}
}

// A method value.
func useSession8() {
	s := new(session8)
	s.begin(1)
	s.abort()
	s.close() // want "double-release: "
}

type session9 struct {
	cur rcpool.Ref[Entry]
	n   int
}

func (s *session9) begin(id int) { s.cur = get(id) }

func (s *session9) commit() (n int) {
	defer func() {
		s.cur.Release()
		s.n++
	}()
	return s.cur.Value().ID
}

func (s *session9) close() {
	if !s.cur.IsZero() {
		s.cur.Release()
	}
}

// A deferred function releases the field.
func useSession9() int {
	s := new(session9)
	s.begin(1)
	n := s.commit()
	s.close() // want "double-release: "
	return n
}

type window10 struct {
	pending, flying []rcpool.Ref[Entry]
}

func (w *window10) add(id int) { w.pending = append(w.pending, get(id)) }

func (w *window10) send() {
	for _, e := range w.pending {
		w.flying = append(w.flying, e)
	}
}

// Pending and in flight.
func (w *window10) close() {
	for _, e := range w.pending {
		e.Release()
	}
	for _, e := range w.flying {
		e.Release() // want "double-release: "
	}
	w.pending, w.flying = nil, nil
}

func useWindow10() {
	w := new(window10)
	w.add(1)
	w.send()
	w.close()
}

type log11 struct {
	cur     rcpool.Ref[Entry]
	history []rcpool.Ref[Entry]
}

func (l *log11) rotate(id int) {
	if !l.cur.IsZero() {
		l.cur.Release()
	}
	l.cur = get(id)
	l.history = append(l.history, l.cur)
}

// The current one is in the history, too.
func (l *log11) close() {
	for _, e := range l.history {
		e.Release() // missed "double-release: "
	}
	l.history, l.cur = nil, rcpool.Ref[Entry]{}
}

func useLog11() {
	l := new(log11)
	l.rotate(1)
	l.rotate(2)
	l.close()
}

type wheel12 struct{ waiting []rcpool.Ref[Entry] }

func (w *wheel12) add(e rcpool.Ref[Entry], due int) {
	e.Value().Due = due
	w.waiting = append(w.waiting, e)
}

type locks12 struct {
	wheel wheel12
	held  map[string]rcpool.Ref[Entry]
}

func (l *locks12) lock(name string, due int) {
	e := get(due)
	l.held[name] = e
	l.wheel.add(e, due)
}

func (l *locks12) unlock(name string) bool {
	e, ok := l.held[name]
	if !ok {
		return false
	}
	delete(l.held, name)
	e.Release()
	return true
}

// Two containers, one filled by a callee of another struct.
func (l *locks12) next() int {
	for _, e := range l.wheel.waiting {
		if e.Value().Due > 0 { // missed "use-after-release: "
			return e.Value().Due
		}
	}
	return 0
}

func useLocks12() {
	l := &locks12{held: map[string]rcpool.Ref[Entry]{}}
	l.lock("a", 3)
	if l.unlock("a") {
		println(l.next())
	}
}

type names13 struct{ m map[string]rcpool.Ref[Entry] }

func (n *names13) add(name string, id int) {
	if _, ok := n.m[name]; !ok {
		n.m[name] = get(id)
	}
}

// An alias.
func (n *names13) alias(to, name string) bool {
	e, ok := n.m[name]
	if !ok {
		return false
	}
	n.m[to] = e // want "double-release: "
	return true
}

func (n *names13) close() {
	for name, e := range n.m {
		delete(n.m, name)
		e.Release()
	}
}

func useNames13() {
	n := &names13{map[string]rcpool.Ref[Entry]{}}
	n.add("a", 1)
	println(n.alias("b", "a"))
	n.close()
}

type uploads14 struct{ queue, failed []rcpool.Ref[Entry] }

func (u *uploads14) add(id int) { u.queue = append(u.queue, get(id)) }

// Those that failed are kept, and released with the others.
func (u *uploads14) round(ok func(int) bool) {
	batch := u.queue
	u.queue = nil
	for _, e := range batch {
		if !ok(e.Value().ID) {
			u.failed = append(u.failed, e)
		}
	}
	for _, e := range batch {
		e.Release() // want "double-release: "
	}
}

func (u *uploads14) close() {
	for _, e := range u.failed {
		e.Release()
	}
	u.failed = nil
}

func useUploads14(u *uploads14) {
	u.add(1)
	u.round(func(id int) bool { return id > 1 })
}

type bars15 struct{ pending []rcpool.Ref[Entry] }

func (b *bars15) add(id int) { b.pending = append(b.pending, get(id)) }

func (b *bars15) discard() {
	for i, e := range b.pending {
		e.Release()
		b.pending[i] = rcpool.Ref[Entry]{}
	}
	b.pending = b.pending[:0]
}

// An element is used after a callee has released all.
func (b *bars15) roll() int {
	last := b.pending[len(b.pending)-1]
	n := last.Value().ID
	b.discard()
	return n + last.Value().Due // want "use-after-release: "
}

func useBars15() int {
	b := new(bars15)
	b.add(1)
	return b.roll()
}

type timers16 struct{ all []rcpool.Ref[Entry] }

func (t *timers16) add(id, due int) {
	e := get(id)
	e.Value().Due = due
	t.all = append(t.all, e)
}

// What is due is released, and stays in the list.
func (t *timers16) tick(now int) (fired int) {
	for _, e := range t.all {
		if e.Value().Due <= now { // want "use-after-release: "
			e.Release()
			fired++
		}
	}
	return fired
}

func useTimers16() int {
	t := new(timers16)
	t.add(1, 1)
	n := t.tick(1)
	return n + t.tick(2)
}

type outbox17 struct{ queue []rcpool.Ref[Entry] }

func (o *outbox17) add(id int) { o.queue = append(o.queue, get(id)) }

// What could not be sent is released, and is sent again.
func (o *outbox17) flush(send func(*Entry) bool) bool {
	for i, e := range o.queue {
		ok := send(e.Value()) // missed "use-after-release: "
		e.Release()
		if !ok {
			o.queue = o.queue[i:]
			return false
		}
	}
	o.queue = nil
	return true
}

func useOutbox17(send func(*Entry) bool) {
	o := new(outbox17)
	o.add(1)
	for !o.flush(send) {
	}
}

type node18 struct {
	ref      rcpool.Ref[Entry]
	children []*node18
}

type tree18 struct {
	root *node18
	all  []*node18
}

func (t *tree18) add(id int) {
	n := &node18{ref: get(id)}
	t.root.children = append(t.root.children, n)
	t.all = append(t.all, n)
}

func (t *tree18) prune() {
	for _, n := range t.root.children {
		n.ref.Release()
	}
	t.root.children = nil
}

// A parent and a registry.
func (t *tree18) close() {
	for _, n := range t.all {
		n.ref.Release() // missed "double-release: "
	}
	t.all = nil
}

func useTree18() {
	t := &tree18{root: new(node18)}
	t.add(1)
	t.prune()
	t.close()
}

type feed19 struct {
	last rcpool.Ref[Entry]
	on   bool
}

type hub19 struct{ feeds []*feed19 }

func (h *hub19) add(id int) { h.feeds = append(h.feeds, &feed19{last: get(id), on: true}) }

func (f *feed19) stop() {
	if f.on {
		f.on = false
		f.last.Release()
	}
}

// The struct of a field is stopped and closed.
func (h *hub19) close() {
	for _, f := range h.feeds {
		f.last.Release() // want "double-release: "
	}
	h.feeds = nil
}

func useHub19(stop int) {
	h := new(hub19)
	h.add(1)
	for i, f := range h.feeds {
		if i == stop {
			f.stop()
		}
	}
	h.close()
}

type set20 struct {
	primary  rcpool.Ref[Entry]
	replicas map[string]rcpool.Ref[Entry]
}

func (s *set20) promote(name string) bool {
	r, ok := s.replicas[name]
	if !ok {
		return false
	}
	rcpool.Drop(&s.primary)
	s.primary = r
	return true
}

// The primary one is one of the replicas.
func (s *set20) close() {
	rcpool.Drop(&s.primary)
	for name, r := range s.replicas {
		r.Release() // want "double-release: "
		delete(s.replicas, name)
	}
}

func useSet20() {
	s := &set20{replicas: map[string]rcpool.Ref[Entry]{"a": get(1)}}
	println(s.promote("a"))
	s.close()
}
