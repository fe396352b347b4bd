package leftreleased

import (
	"container/list"
	"sync"

	"github.com/rcpool/rcpool"
)

type conn21 struct{ streams map[int]*stream1 }

func (c *conn21) reset(id int) {
	s := c.streams[id]
	if s == nil {
		return
	}
	s.dead = true
	for _, e := range s.data {
		e.Release()
	}
	s.data = s.data[:0]
}

func (c *conn21) add(id int) {
	s := c.streams[id]
	if s == nil {
		s = &stream1{}
		c.streams[id] = s
	}
	s.data = append(s.data, get(id))
}

func (c *conn21) close() {
	for id, s := range c.streams {
		for _, e := range s.data {
			e.Release()
		}
		delete(c.streams, id)
	}
}

// The data is cut after its release.
func useConn21() {
	c := &conn21{map[int]*stream1{}}
	c.add(1)
	c.reset(1)
	c.close()
}

type jobs22 struct{ byID map[int]*job2 }

func (j *jobs22) start(id int) { j.byID[id] = &job2{buf: get(id)} }

func (j *jobs22) cancel(id int) bool {
	job, ok := j.byID[id]
	if !ok || job.done {
		return false
	}
	job.buf.Release()
	job.done = true
	return true
}

func (j *jobs22) close() {
	for _, job := range j.byID {
		if !job.done {
			job.buf.Release()
		}
	}
	clear(j.byID)
}

// The flag is asked.
func useJobs22() {
	j := &jobs22{byID: map[int]*job2{}}
	j.start(1)
	println(j.cancel(1))
	j.close()
}

type table23 struct{ slots []slot3 }

func (t *table23) put(id int) int {
	t.slots = append(t.slots, slot3{ref: get(id)})
	return len(t.slots) - 1
}

func (t *table23) free(i int) {
	t.slots[i].ref.Release()
	t.slots[i].ref = rcpool.Ref[Entry]{}
}

func (t *table23) drop(i int) { rcpool.Drop(&t.slots[i].ref) }

func (t *table23) close() {
	for i := range t.slots {
		rcpool.Drop(&t.slots[i].ref)
	}
	t.slots = nil
}

// The slot is set to zero, or dropped.
func useTable23() {
	t := new(table23)
	i, k := t.put(1), t.put(2)
	t.free(i)
	t.drop(k)
	t.close()
}

type recorder24 struct {
	ring [4]rcpool.Ref[Entry]
	next int
}

func (r *recorder24) record(id int) {
	slot := &r.ring[r.next%4]
	rcpool.Drop(slot)
	*slot = get(id)
	r.next++
}

func (r *recorder24) dump(s *sink4) {
	for i := max(0, r.next-4); i < r.next; i++ {
		s.in <- r.ring[i%4]
		r.ring[i%4] = rcpool.Ref[Entry]{}
	}
	r.next = 0
}

// Each dump has references of its own.
func (r *recorder24) copyTo(s *sink4) {
	for i := range r.ring {
		if !r.ring[i].IsZero() {
			s.in <- r.ring[i].Retain()
		}
	}
}

func (r *recorder24) close() {
	for i := range r.ring {
		rcpool.Drop(&r.ring[i])
	}
}

// The ring is emptied as it is sent.
func useRecorder24() {
	s := &sink4{in: make(chan rcpool.Ref[Entry], 8), done: make(chan struct{})}
	go s.run()
	r := new(recorder24)
	r.record(1)
	r.copyTo(s)
	r.dump(s)
	close(s.in)
	<-s.done
	r.close()
}

type queue25 struct{ l *list.List }

func (q *queue25) add(id int) { q.l.PushBack(get(id)) }

func (q *queue25) skip() {
	if front := q.l.Front(); front != nil {
		front.Value.(rcpool.Ref[Entry]).Release()
		q.l.Remove(front)
	}
}

func (q *queue25) close() {
	for el := q.l.Front(); el != nil; el = el.Next() {
		el.Value.(rcpool.Ref[Entry]).Release()
	}
	q.l.Init()
}

// The element is removed from the list.
func useQueue25() {
	q := &queue25{list.New()}
	q.add(1)
	q.skip()
	q.close()
}

type box26[T any] struct{ items []rcpool.Ref[T] }

func (b *box26[T]) add(r rcpool.Ref[T]) { b.items = append(b.items, r) }

func (b *box26[T]) clear() {
	clear(b.items)
	b.items = b.items[:0]
}

func (b *box26[T]) flush() (n int) {
	for _, r := range b.items {
		r.Release()
		n++
	}
	b.clear()
	return n
}

func (b *box26[T]) close() {
	for _, r := range b.items {
		r.Release()
	}
	b.items = nil
}

// A callee clears the container.
func useBox26() int {
	b := new(box26[Entry])
	b.add(get(1))
	n := b.flush()
	b.close()
	return n
}

type cache27 struct{ m map[string]rcpool.Ref[Entry] }

func (c *cache27) drop(e rcpool.Ref[Entry]) { e.Release() }

func (c *cache27) evict(key string) {
	if e, ok := c.m[key]; ok {
		c.drop(e)
	}
}

func (c *cache27) remove(key string) {
	c.evict(key)
	delete(c.m, key)
}

func (c *cache27) close() {
	for key, e := range c.m {
		c.drop(e)
		delete(c.m, key)
	}
}

// The caller deletes the entry.
func useCache27() {
	c := &cache27{m: map[string]rcpool.Ref[Entry]{"a": get(1)}}
	c.remove("a")
	c.close()
}

type jobs28 struct{ byID map[int]*job2 }

func (j *jobs28) start(id int) { j.byID[id] = &job2{buf: get(id)} }

func (j *jobs28) finish(id int) { j.byID[id].buf.Release() }

func (j *jobs28) forget(id int) { delete(j.byID, id) }

func (j *jobs28) close() {
	for _, job := range j.byID {
		job.buf.Release()
	}
	clear(j.byID)
}

// What was released is deleted later, in a second loop.
func useJobs28(ids []int) {
	j := &jobs28{byID: map[int]*job2{}}
	for _, id := range ids {
		j.start(id)
	}
	for _, id := range ids {
		j.finish(id)
	}
	for _, id := range ids {
		j.forget(id)
	}
	j.start(99)
	j.close()
}

type slot29 struct{ ref rcpool.Ref[Entry] }

type table29 struct{ slots []slot29 }

func (t *table29) put(id int) { t.slots = append(t.slots, slot29{ref: get(id)}) }

func (t *table29) free(i int) { t.slots[i].ref.Release() }

func (t *table29) fill(i, id int) { t.slots[i].ref = get(id) }

func (t *table29) close() {
	for i := range t.slots {
		t.slots[i].ref.Release()
	}
	t.slots = nil
}

// What was released is replaced by another one before it is closed.
func useTable29(ids []int) {
	t := new(table29)
	for _, id := range ids {
		t.put(id)
	}
	for i := range ids {
		t.free(i)
	}
	for i, id := range ids {
		t.fill(i, id)
	}
	t.close()
}

type feed30 struct {
	last rcpool.Ref[Entry]
	once sync.Once
}

func (f *feed30) stop() { f.once.Do(f.last.Release) }

type hub30 struct{ feeds []*feed30 }

func (h *hub30) add(id int) { h.feeds = append(h.feeds, &feed30{last: get(id)}) }

func (h *hub30) close() {
	for _, f := range h.feeds {
		f.stop()
	}
	h.feeds = nil
}

// The struct closes itself once.
func useHub30() {
	h := new(hub30)
	h.add(1)
	h.feeds[0].stop()
	h.close()
}

type feed31 struct {
	last   rcpool.Ref[Entry]
	closed bool
}

func (f *feed31) stop() {
	if f.closed {
		return
	}
	f.closed = true
	f.last.Release()
}

type hub31 struct{ feeds []*feed31 }

func (h *hub31) add(id int) { h.feeds = append(h.feeds, &feed31{last: get(id)}) }

func (h *hub31) close() {
	for _, f := range h.feeds {
		f.stop()
	}
	h.feeds = nil
}

// The struct knows that it is closed.
func useHub31() {
	h := new(hub31)
	h.add(1)
	h.feeds[0].stop()
	h.close()
}

type feed32 struct {
	last rcpool.Ref[Entry]
	on   bool
}

func (f *feed32) active() bool { return f.on }

func (f *feed32) stop() {
	f.on = false
	f.last.Release()
}

type hub32 struct{ feeds []*feed32 }

func (h *hub32) add(id int) { h.feeds = append(h.feeds, &feed32{last: get(id), on: true}) }

func (h *hub32) close() {
	for _, f := range h.feeds {
		if !f.active() {
			continue
		}
		f.last.Release()
	}
	h.feeds = nil
}

// Only those that are on are closed, by a function that says so.
func useHub32() {
	h := new(hub32)
	h.add(1)
	h.feeds[0].stop()
	h.close()
}

type tail33 struct {
	all  []rcpool.Ref[Entry]
	head int
}

func (t *tail33) add(id int) { t.all = append(t.all, get(id)) }

func (t *tail33) next() {
	if t.head < len(t.all) {
		t.all[t.head].Release()
		t.head++
	}
}

func (t *tail33) close() {
	for _, e := range t.all[t.head:] {
		e.Release()
	}
	t.all = nil
}

// An index says which ones are gone.
func useTail33() {
	t := new(tail33)
	t.add(1)
	t.next()
	t.close()
}

type jobs34 struct{ byID map[int]*job2 }

func (j *jobs34) start(id int) { j.byID[id] = &job2{buf: get(id)} }

func (j *jobs34) take(id int) *job2 {
	job := j.byID[id]
	delete(j.byID, id)
	return job
}

func (j *job2) end() { j.buf.Release() }

func (j *jobs34) close() {
	for _, job := range j.byID {
		job.end()
	}
	clear(j.byID)
}

// What is removed is not in the container any more, which its owner releases afterwards.
func useJobs34() {
	j := &jobs34{byID: map[int]*job2{}}
	j.start(1)
	if job := j.take(1); job != nil {
		job.end()
	}
	j.close()
}

type window35 struct{ pending, flying []rcpool.Ref[Entry] }

func (w *window35) add(id int) { w.pending = append(w.pending, get(id)) }

func (w *window35) send() {
	w.flying = append(w.flying, w.pending...)
	w.pending = nil
}

func (w *window35) acked() {
	for _, e := range w.flying {
		e.Release()
	}
	w.flying = w.flying[:0]
}

func (w *window35) close() {
	for _, e := range w.pending {
		e.Release()
	}
	w.acked()
}

// The container is another one after each flush.
func useWindow35() {
	w := new(window35)
	w.add(1)
	w.send()
	w.acked()
	w.add(2)
	w.close()
}

type log36 struct {
	cur     rcpool.Ref[Entry]
	history []rcpool.Ref[Entry]
}

func (l *log36) rotate(id int) {
	if !l.cur.IsZero() {
		l.cur.Release()
	}
	l.cur = get(id)
	l.history = append(l.history, l.cur.Retain())
}

func (l *log36) close() {
	for _, e := range l.history {
		e.Release()
	}
	rcpool.Drop(&l.cur)
	l.history = nil
}

// The history has references of its own.
func useLog36() {
	l := new(log36)
	l.rotate(1)
	l.rotate(2)
	l.close()
}

type uploads37 struct{ queue, failed []rcpool.Ref[Entry] }

func (u *uploads37) add(id int) { u.queue = append(u.queue, get(id)) }

func (u *uploads37) round(ok func(int) bool) {
	batch := u.queue
	u.queue = nil
	for _, e := range batch {
		if !ok(e.Value().ID) {
			u.failed = append(u.failed, e.Retain())
		}
	}
	for _, e := range batch {
		e.Release()
	}
}

func (u *uploads37) other(ok func(int) bool) {
	batch := u.queue
	u.queue = nil
	for i, e := range batch {
		if !ok(e.Value().ID) {
			u.failed = append(u.failed, e)
			batch[i] = rcpool.Ref[Entry]{}
		}
	}
	for i := range batch {
		rcpool.Drop(&batch[i])
	}
}

func (u *uploads37) third(ok func(int) bool) {
	batch := u.queue
	u.queue = nil
	rest := batch[:0]
	for _, e := range batch {
		if ok(e.Value().ID) {
			rest = append(rest, e)
		} else {
			u.failed = append(u.failed, e)
		}
	}
	for _, e := range rest {
		e.Release()
	}
}

func (u *uploads37) fourth(ok func(int) bool) {
	batch := u.queue
	u.queue = nil
	failed := map[int]bool{}
	for i, e := range batch {
		if !ok(e.Value().ID) {
			u.failed = append(u.failed, e)
			failed[i] = true
		}
	}
	for i, e := range batch {
		if !failed[i] {
			e.Release()
		}
	}
}

func (u *uploads37) close() {
	for _, e := range u.failed {
		e.Release()
	}
	u.failed = nil
}

// What failed is released only after it was retained, or taken out of the batch.
func useUploads37() {
	u := new(uploads37)
	for _, round := range []func(func(int) bool){u.round, u.other, u.third, u.fourth} {
		u.add(1)
		round(func(id int) bool { return id > 1 })
	}
	u.close()
}

type bars38 struct{ pending []rcpool.Ref[Entry] }

func (b *bars38) add(id int) { b.pending = append(b.pending, get(id)) }

func (b *bars38) discard() {
	for i, e := range b.pending {
		e.Release()
		b.pending[i] = rcpool.Ref[Entry]{}
	}
	b.pending = b.pending[:0]
}

func (b *bars38) roll() int {
	last := b.pending[len(b.pending)-1].Retain()
	defer last.Release()
	b.discard()
	return last.Value().Due
}

func (b *bars38) keepLast() int {
	n := len(b.pending) - 1
	last := b.pending[n]
	b.pending = b.pending[:n]
	b.discard()
	b.pending = append(b.pending, last)
	return last.Value().Due
}

func (b *bars38) next(id int) int {
	b.discard()
	b.add(id)
	last := b.pending[len(b.pending)-1]
	return last.Value().Due
}

// The last element is kept, or read before.
func useBars38() int {
	b := new(bars38)
	b.add(1)
	n := b.roll()
	b.add(2)
	n += b.keepLast()
	n += b.next(3)
	b.discard()
	return n
}

type names39 struct{ m map[string]rcpool.Ref[Entry] }

func (n *names39) rename(to, name string) {
	if e, ok := n.m[name]; ok {
		n.m[to] = e
		delete(n.m, name)
	}
}

func (n *names39) alias(to, name string) {
	if e, ok := n.m[name]; ok {
		n.m[to] = e.Retain()
	}
}

func (n *names39) close() {
	for name, e := range n.m {
		delete(n.m, name)
		e.Release()
	}
}

// Names are renamed, or have references of their own.
func useNames39() {
	n := &names39{map[string]rcpool.Ref[Entry]{"a": get(1)}}
	n.rename("b", "a")
	n.alias("c", "b")
	n.close()
}

type tree40 struct {
	root *node18
	all  []*node18
}

func (t *tree40) add(id int) {
	n := &node18{ref: get(id)}
	t.root.children = append(t.root.children, n)
	t.all = append(t.all, n)
}

func (t *tree40) prune() {
	for _, n := range t.root.children {
		rcpool.Drop(&n.ref)
	}
	t.root.children = nil
}

func (t *tree40) close() {
	for _, n := range t.all {
		rcpool.Drop(&n.ref)
	}
	t.all = nil
}

func useTree40() {
	t := &tree40{root: new(node18)}
	t.add(1)
	t.prune()
	t.close()
}

type gen41 struct {
	ref rcpool.Ref[Entry]
	gen int
}

type pool41 struct {
	slots []gen41
	gen   int
}

func (p *pool41) put(id int) { p.slots = append(p.slots, gen41{get(id), p.gen}) }

func (p *pool41) flush() {
	for i := range p.slots {
		if p.slots[i].gen == p.gen {
			p.slots[i].ref.Release()
		}
	}
	p.gen++
}

func (p *pool41) close() {
	for i := range p.slots {
		if p.slots[i].gen == p.gen {
			p.slots[i].ref.Release()
		}
	}
	p.slots = nil
}

func usePool41() {
	p := new(pool41)
	p.put(1)
	p.flush()
	p.put(2)
	p.close()
}

type wheel42 struct{ waiting []rcpool.Ref[Entry] }

func (w *wheel42) add(e rcpool.Ref[Entry], due int) {
	e.Value().Due = due
	w.waiting = append(w.waiting, e)
}

type locks42 struct {
	wheel wheel42
	held  map[string]rcpool.Ref[Entry]
}

func (l *locks42) lock(name string, due int) {
	e := get(due)
	l.held[name] = e
	l.wheel.add(e.Retain(), due)
}

func (l *locks42) unlock(name string) {
	if e, ok := l.held[name]; ok {
		delete(l.held, name)
		e.Release()
	}
}

func (l *locks42) close() {
	for _, e := range l.wheel.waiting {
		e.Release()
	}
	l.wheel.waiting = nil
	for name, e := range l.held {
		delete(l.held, name)
		e.Release()
	}
}

func useLocks42() {
	l := &locks42{held: map[string]rcpool.Ref[Entry]{}}
	l.lock("a", 3)
	l.unlock("a")
	l.close()
}

type outbox43 struct{ queue []rcpool.Ref[Entry] }

func (o *outbox43) add(id int) { o.queue = append(o.queue, get(id)) }

func (o *outbox43) flush(send func(*Entry) bool) bool {
	for i, e := range o.queue {
		ok := send(e.Value())
		e.Release()
		if !ok {
			o.queue = o.queue[i+1:]
			return false
		}
	}
	o.queue = nil
	return true
}

func useOutbox43(send func(*Entry) bool) {
	o := new(outbox43)
	o.add(1)
	for !o.flush(send) {
	}
}

type pass44 struct{ items []rcpool.Ref[Entry] }

func (p *pass44) add(id int) { p.items = append(p.items, get(id)) }

func (p *pass44) finish() {
	for _, e := range p.items {
		e.Release()
	}
}

func (p *pass44) abort() {
	for _, e := range p.items {
		e.Release()
	}
}

func usePass44(fail bool) {
	p := new(pass44)
	p.add(1)
	if fail {
		p.abort()
		return
	}
	p.finish()
}

func usePass44Flag(fail bool) {
	p := new(pass44)
	p.add(1)
	done := false
	if !fail {
		p.finish()
		done = true
	}
	if !done {
		p.abort()
	}
}
