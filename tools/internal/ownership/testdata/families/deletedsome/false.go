package deletedsome

import (
	"container/heap"
	"maps"
	"slices"
	"sort"

	"github.com/rcpool/rcpool"
	"google.golang.org/grpc/mem"
)

type table2 struct {
	parts []*Part
	next  int
}

func (t *table2) flush() {
	t.next++
	t.parts = append(t.parts, NewPart(t.next))
}

// The small parts are released, and then forgotten.
func (t *table2) compact() {
	for _, p := range t.parts {
		if len(p.rows) < 2 {
			p.Release()
		}
	}
	t.parts = slices.DeleteFunc(t.parts, func(p *Part) bool { return len(p.rows) < 2 })
}

func (t *table2) close() {
	for _, p := range t.parts {
		p.Release()
	}
	t.parts = nil
}

type table3 struct{ parts []*Part }

func (t *table3) add(p *Part) {
	p.Retain()
	t.parts = append(t.parts, p)
}

// The one that a caller has is released by its name.
func (t *table3) remove(p *Part) {
	t.parts = slices.DeleteFunc(t.parts, func(other *Part) bool { return other == p })
	p.Release()
}

func (t *table3) close() {
	for _, p := range t.parts {
		p.Release()
	}
	t.parts = nil
}

func useTable3() {
	t := &table3{}
	p := NewPart(1)
	defer p.Release()
	t.add(p)
	t.remove(p)
	t.close()
}

type pending2 struct{ byID map[int]rcpool.Ref[Call] }

func (p *pending2) add(id int, url string) { p.byID[id] = newCall(url) }

// The function that is asked releases what it removes.
func (p *pending2) expire() {
	maps.DeleteFunc(p.byID, func(_ int, c rcpool.Ref[Call]) bool {
		old := c.Value().Tries > 3
		if old {
			c.Release()
		}
		return old
	})
}

func (p *pending2) done(id int) {
	if c, ok := p.byID[id]; ok {
		delete(p.byID, id)
		c.Release()
	}
}

type window2 struct {
	pool mem.BufferPool
	base int
	sent []mem.BufferSlice
}

func (w *window2) send(payload []byte) {
	w.sent = append(w.sent, mem.BufferSlice{mem.Copy(payload, w.pool)})
}

// What was confirmed is freed.
func (w *window2) confirm(next int) {
	n := next - w.base
	if n <= 0 || n > len(w.sent) {
		return
	}
	for _, message := range w.sent[:n] {
		message.Free()
	}
	w.sent = append([]mem.BufferSlice(nil), w.sent[n:]...)
	w.base = next
}

func (w *window2) close() {
	for _, message := range w.sent {
		message.Free()
	}
	w.sent = nil
}

type batches2 struct{ calls []rcpool.Ref[Call] }

func (b *batches2) add(url string) { b.calls = append(b.calls, newCall(url)) }

// The caller gets what is cut off.
func (b *batches2) take(n int) []rcpool.Ref[Call] {
	batch := slices.Clone(b.calls[:n])
	b.calls = b.calls[n:]
	return batch
}

func (b *batches2) close() {
	for _, c := range b.calls {
		c.Release()
	}
	b.calls = nil
}

func useBatches2() {
	b := &batches2{}
	defer b.close()
	b.add("/")
	for _, c := range b.take(1) {
		c.Release()
	}
}

type log2 struct {
	calls []rcpool.Ref[Call]
	head  int
}

func (l *log2) add(url string) { l.calls = append(l.calls, newCall(url)) }

func (l *log2) next() rcpool.Ref[Call] {
	c := l.calls[l.head]
	l.head++
	return c
}

// What was taken is cut off at once.
func (l *log2) shrink() {
	if l.head > 8 {
		l.calls = l.calls[l.head:]
		l.head = 0
	}
}

func useLog2() {
	l := &log2{}
	l.add("/")
	c := l.next()
	c.Release()
	l.shrink()
}

type retries2 struct{ wait byDue }

func (r *retries2) add(url string) { heap.Push(&r.wait, item{0, newCall(url)}) }

// A call that was tried too often is released.
func (r *retries2) step(now int, post func(*Call) error) {
	for len(r.wait) > 0 && r.wait[0].due <= now {
		it := heap.Pop(&r.wait).(item)
		c := it.ref.Value()
		c.Tries++
		if err := post(c); err == nil || c.Tries > 3 {
			it.ref.Release()
			continue
		}
		it.due = now + c.Tries
		heap.Push(&r.wait, it)
	}
}

func (r *retries2) close() {
	for _, it := range r.wait {
		it.ref.Release()
	}
	r.wait = nil
}

type queue2 struct{ calls []rcpool.Ref[Call] }

func (q *queue2) add(url string) { q.calls = append(q.calls, newCall(url)) }

// All are released in another order.
func (q *queue2) close() {
	sort.Slice(q.calls, func(i, j int) bool { return q.calls[i].Value().URL < q.calls[j].Value().URL })
	for _, c := range slices.Backward(q.calls) {
		c.Release()
	}
	q.calls = q.calls[:0]
}

type entry2 struct {
	part    *Part
	expires int
}

type cache2 struct {
	now     int
	entries map[int]entry2
}

func (c *cache2) get(no int) *Part {
	e, ok := c.entries[no]
	if !ok {
		e.part = NewPart(no)
	}
	e.expires = c.now + 10
	c.entries[no] = e
	e.part.Retain()
	return e.part
}

// What nobody has asked for is released.
func (c *cache2) expire() {
	for no, e := range c.entries {
		if e.expires < c.now {
			delete(c.entries, no)
			e.part.Release()
		}
	}
}

func (c *cache2) close() {
	for _, e := range c.entries {
		e.part.Release()
	}
	c.entries = nil
}

func useCache2() int {
	c := &cache2{entries: map[int]entry2{}}
	defer c.close()
	p := c.get(1)
	defer p.Release()
	c.expire()
	return len(p.rows)
}

type closed2 struct {
	parts []*Part
	gone  map[*Part]bool
}

func (c *closed2) add(no int) { c.parts = append(c.parts, NewPart(no)) }

// One is released where it is, and swept later.
func (c *closed2) stop(i int) {
	p := c.parts[i]
	c.gone[p] = true
	p.Release()
}

func (c *closed2) sweep() {
	c.parts = slices.DeleteFunc(c.parts, func(p *Part) bool { return c.gone[p] })
	clear(c.gone)
}

type best2 struct {
	calls []rcpool.Ref[Call]
	limit int
}

func (b *best2) add(url string, tries int) bool {
	c := newCall(url)
	if tries < 0 {
		c.Release()
		return false
	}
	c.Value().Tries = tries
	b.calls = append(b.calls, c)
	b.trim()
	return true
}

// What is beyond the limit is released.
func (b *best2) trim() {
	sum := 0
	b.calls = slices.DeleteFunc(b.calls, func(c rcpool.Ref[Call]) bool {
		sum += c.Value().Tries
		if sum > b.limit {
			c.Release()
			return true
		}
		return false
	})
}

func (b *best2) pop() (rcpool.Ref[Call], bool) {
	if len(b.calls) == 0 {
		return rcpool.Ref[Call]{}, false
	}
	first := b.calls[0]
	b.calls = slices.Delete(b.calls, 0, 1)
	return first, true
}

func (b *best2) close() {
	for i := range b.calls {
		rcpool.Drop(&b.calls[i])
	}
	b.calls = nil
}

func useBest2() {
	b := &best2{limit: 3}
	defer b.close()
	b.add("/", 4)
	if c, ok := b.pop(); ok {
		c.Release()
	}
}

type used2 struct{ calls []rcpool.Ref[Call] }

func (u *used2) start(url string) rcpool.Ref[Call] {
	c := newCall(url)
	u.calls = append(u.calls, c)
	return c
}

// What was tried too often was released by its caller, who forgets it then.
func (u *used2) forget(max int) {
	u.calls = slices.DeleteFunc(u.calls, func(c rcpool.Ref[Call]) bool { return c.Value().Tries > max })
}

func useUsed2() {
	u := new(used2)
	c := u.start("/")
	c.Value().Tries = 9
	u.forget(3)
	c.Release()
}
