package deletedsome

import (
	"container/heap"
	"maps"
	"slices"
	"sort"

	"github.com/rcpool/rcpool"
	"google.golang.org/grpc/mem"
)

type table1 struct {
	parts []*Part
	next  int
}

func (t *table1) flush() {
	t.next++
	t.parts = append(t.parts, NewPart(t.next))
}

func (t *table1) view() []*Part {
	all := slices.Clone(t.parts)
	for _, p := range all {
		p.Retain()
	}
	return all
}

func drop1(parts []*Part) {
	for _, p := range parts {
		p.Release()
	}
}

// The small parts are merged, and forgotten.
func (t *table1) compact() {
	var rows []string
	for _, p := range t.parts {
		if len(p.rows) < 2 {
			rows = append(rows, p.rows...)
		}
	}
	t.parts = slices.DeleteFunc(t.parts, func(p *Part) bool { return len(p.rows) < 2 }) // want "leak: "
	t.next++
	merged := NewPart(t.next)
	merged.rows = rows
	t.parts = append(t.parts, merged)
}

func (t *table1) close() {
	drop1(t.parts)
	t.parts = nil
}

func useTable1() int {
	t := &table1{}
	defer t.close()
	t.flush()
	t.flush()
	t.compact()
	all := t.view()
	defer drop1(all)
	return len(all)
}

type pending1 struct{ byID map[int]rcpool.Ref[Call] }

func (p *pending1) add(id int, url string) { p.byID[id] = newCall(url) }

// The old calls are forgotten.
func (p *pending1) expire() {
	maps.DeleteFunc(p.byID, func(_ int, c rcpool.Ref[Call]) bool { return c.Value().Tries > 3 }) // want "leak: "
}

func (p *pending1) done(id int) {
	if c, ok := p.byID[id]; ok {
		delete(p.byID, id)
		c.Release()
	}
}

func usePending1() {
	p := &pending1{byID: map[int]rcpool.Ref[Call]{}}
	p.add(1, "/")
	p.expire()
	p.done(1)
}

type window1 struct {
	pool mem.BufferPool
	base int
	sent []mem.BufferSlice
}

func (w *window1) send(payload ...[]byte) error {
	var message mem.BufferSlice
	for _, p := range payload {
		if len(p) == 0 {
			message.Free()
			return errEmpty
		}
		message = append(message, mem.Copy(p, w.pool))
	}
	w.sent = append(w.sent, message)
	return nil
}

// What was confirmed is forgotten.
func (w *window1) confirm(next int) {
	n := next - w.base
	if n <= 0 || n > len(w.sent) {
		return
	}
	w.sent = append([]mem.BufferSlice(nil), w.sent[n:]...) // want "leak: "
	w.base = next
}

func (w *window1) close() {
	for _, message := range w.sent {
		message.Free()
	}
	w.sent = nil
}

type backlog1 struct {
	calls []rcpool.Ref[Call]
	seen  int
}

func (b *backlog1) add(url string) { b.calls = append(b.calls, newCall(url)) }

// What a replica has is cut off.
func (b *backlog1) seenBy(n int) {
	if n <= b.seen {
		return
	}
	b.calls = slices.Clone(b.calls[n-b.seen:]) // want "leak: "
	b.seen = n
}

func (b *backlog1) close() {
	for _, c := range b.calls {
		c.Release()
	}
	b.calls = nil
}

func useBacklog1() {
	b := &backlog1{}
	defer b.close()
	b.add("/")
	b.seenBy(1)
}

type retries1 struct {
	wait   byDue
	failed []string
}

func (r *retries1) add(url string) { heap.Push(&r.wait, item{0, newCall(url)}) }

// A call that was tried too often is forgotten.
func (r *retries1) step(now int, post func(*Call) error) {
	for len(r.wait) > 0 && r.wait[0].due <= now {
		it := heap.Pop(&r.wait).(item) // want "leak: "
		c := it.ref.Value()
		c.Tries++
		if err := post(c); err == nil {
			it.ref.Release()
		} else if c.Tries < 3 {
			heap.Push(&r.wait, item{now + c.Tries, it.ref})
		} else {
			r.failed = append(r.failed, c.URL)
		}
	}
}

func (r *retries1) cancel(url string) {
	r.wait = slices.DeleteFunc(r.wait, func(it item) bool {
		if it.ref.Value().URL != url {
			return false
		}
		it.ref.Release()
		return true
	})
	heap.Init(&r.wait)
}

func (r *retries1) close() {
	for _, it := range r.wait {
		it.ref.Release()
	}
	r.wait = nil
}

type queue1 struct{ calls []rcpool.Ref[Call] }

func (q *queue1) add(url string) { q.calls = append(q.calls, newCall(url)) }

func (q *queue1) order() {
	sort.Slice(q.calls, func(i, j int) bool { return q.calls[i].Value().URL < q.calls[j].Value().URL })
}

func (q *queue1) tries() (n int) {
	for _, c := range slices.Backward(q.calls) {
		n += c.Value().Tries
	}
	return n
}

// The first one is forgotten.
func (q *queue1) skip() {
	if len(q.calls) > 0 {
		q.calls = q.calls[1:] // want "leak: "
	}
}

func (q *queue1) close() {
	for _, c := range q.calls {
		c.Release()
	}
	q.calls = nil
}

func useQueue1() int {
	q := &queue1{}
	defer q.close()
	q.add("/b")
	q.add("/a")
	q.order()
	q.skip()
	return q.tries()
}

type entry1 struct {
	part    *Part
	expires int
}

type cache1 struct {
	now     int
	entries map[int]entry1
}

func (c *cache1) get(no int) *Part {
	e, ok := c.entries[no]
	if !ok {
		e.part = NewPart(no)
	}
	e.expires = c.now + 10
	c.entries[no] = e
	e.part.Retain()
	return e.part
}

// What nobody has asked for is forgotten.
func (c *cache1) expire() {
	for no, e := range c.entries {
		if e.expires < c.now {
			delete(c.entries, no) // want "leak: "
		}
	}
}

func (c *cache1) close() {
	for _, e := range c.entries {
		e.part.Release()
	}
	c.entries = nil
}

func useCache1() int {
	c := &cache1{entries: map[int]entry1{}}
	defer c.close()
	p := c.get(1)
	defer p.Release()
	c.expire()
	return len(p.rows)
}

type shelf1[T any] struct{ all []rcpool.Ref[T] }

func (s *shelf1[T]) add(ref rcpool.Ref[T]) { s.all = append(s.all, ref) }

// What does not pass is forgotten.
func (s *shelf1[T]) keep(pass func(*T) bool) {
	s.all = slices.DeleteFunc(s.all, func(ref rcpool.Ref[T]) bool { return !pass(ref.Value()) }) // missed "leak: "
}

func (s *shelf1[T]) close() {
	for ref := range slices.Values(s.all) {
		ref.Release()
	}
	s.all = nil
}

func useShelf1() {
	var s shelf1[Call]
	defer s.close()
	s.add(newCall("/"))
	s.keep(func(c *Call) bool { return c.Tries > 0 })
}

type sessions1 struct {
	open map[string]rcpool.Ref[Call]
	log  []string
}

func (s *sessions1) start(url string) bool {
	if _, ok := s.open[url]; ok {
		return false
	}
	s.open[url] = newCall(url)
	return true
}

// Those that do nothing are forgotten.
func (s *sessions1) idle() {
	for _, url := range slices.Sorted(maps.Keys(s.open)) {
		if s.open[url].Value().Tries == 0 {
			s.log = append(s.log, url)
			delete(s.open, url) // want "leak: "
		}
	}
}

func (s *sessions1) stop() {
	for _, c := range s.open {
		c.Release()
	}
	s.open = nil
}

type parts1 struct{ byNo map[int]*Part }

func (p *parts1) load(no int) {
	if p.byNo[no] == nil {
		p.byNo[no] = NewPart(no)
	}
}

func (p *parts1) rows() (n int) {
	for part := range maps.Values(p.byNo) {
		n += len(part.rows)
	}
	return n
}

// The empty ones are forgotten.
func (p *parts1) vacuum() {
	maps.DeleteFunc(p.byNo, func(_ int, part *Part) bool { return len(part.rows) == 0 }) // want "leak: "
}

func (p *parts1) close() {
	for no, part := range p.byNo {
		delete(p.byNo, no)
		part.Release()
	}
}

func useParts1() int {
	p := &parts1{byNo: map[int]*Part{}}
	defer p.close()
	p.load(1)
	p.vacuum()
	return p.rows()
}

type best1 struct {
	calls []rcpool.Ref[Call]
	limit int
}

func (b *best1) add(url string, tries int) bool {
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

// What is beyond the limit is lost.
func (b *best1) trim() {
	sum := 0
	b.calls = slices.DeleteFunc(b.calls, func(c rcpool.Ref[Call]) bool { // want "leak: "
		sum += c.Value().Tries
		return sum > b.limit
	})
}

func (b *best1) pop() (rcpool.Ref[Call], bool) {
	if len(b.calls) == 0 {
		return rcpool.Ref[Call]{}, false
	}
	first := b.calls[0]
	b.calls = slices.Delete(b.calls, 0, 1)
	return first, true
}

func (b *best1) close() {
	for i := range b.calls {
		rcpool.Drop(&b.calls[i])
	}
	b.calls = nil
}

func useBest1() {
	b := &best1{limit: 3}
	defer b.close()
	b.add("/", 4)
	if c, ok := b.pop(); ok {
		c.Release()
	}
}

type tried1 struct{ byURL map[string]rcpool.Ref[Call] }

func (t *tried1) add(url string, max int) {
	t.prune(max)
	c := newCall(url)
	if max == 0 {
		c.Release()
		return
	}
	t.byURL[url] = c
}

// What was tried too often is lost.
func (t *tried1) prune(max int) {
	maps.DeleteFunc(t.byURL, func(_ string, c rcpool.Ref[Call]) bool { return c.Value().Tries > max }) // want "leak: "
}

func (t *tried1) take(url string) rcpool.Ref[Call] {
	c, ok := t.byURL[url]
	if !ok {
		return newCall(url)
	}
	delete(t.byURL, url)
	return c
}

func (t *tried1) close() {
	for url, c := range t.byURL {
		delete(t.byURL, url)
		c.Release()
	}
}

func useTried1() {
	t := &tried1{byURL: map[string]rcpool.Ref[Call]{}}
	defer t.close()
	t.add("/", 3)
	c := t.take("/")
	c.Release()
}
