package truncated

import (
	"container/heap"
	"slices"
	"sort"

	"github.com/rcpool/rcpool"
)

type history1[T any] struct {
	entries []rcpool.Ref[T]
	cursor  int
	limit   int
}

// What could be done again is forgotten.
func (h *history1[T]) record(entry rcpool.Ref[T]) {
	h.entries = append(h.entries[:h.cursor], entry) // want "leak: "
	h.cursor++
	if over := len(h.entries) - h.limit; over > 0 {
		for i := range over {
			h.entries[i].Release()
		}
		n := copy(h.entries, h.entries[over:])
		clear(h.entries[n:])
		h.entries = h.entries[:n]
		h.cursor = n
	}
}

func (h *history1[T]) undo() (*T, bool) {
	if h.cursor == 0 {
		return nil, false
	}
	h.cursor--
	return h.entries[h.cursor].Value(), true
}

func (h *history1[T]) drop() {
	for i := range h.entries {
		rcpool.Drop(&h.entries[i])
	}
	h.entries, h.cursor = nil, 0
}

func useHistory1() int {
	h := &history1[Edit]{limit: 3}
	defer h.drop()
	h.record(newEdit(1, "a"))
	h.record(newEdit(2, "b"))
	e, _ := h.undo()
	at := e.At
	h.record(newEdit(3, "c"))
	return at
}

type journal1 struct{ pending []rcpool.Ref[Edit] }

func (j *journal1) add(e rcpool.Ref[Edit]) { j.pending = append(j.pending, e) }

func (j *journal1) mark() int { return len(j.pending) }

// What came after the mark is forgotten.
func (j *journal1) rollback(mark int) {
	clear(j.pending[mark:])
	j.pending = j.pending[:mark] // want "leak: "
}

func (j *journal1) commit() (n int) {
	for _, e := range j.pending {
		n += len(e.Value().Text)
		e.Release()
	}
	j.pending = nil
	return n
}

func useJournal1(fail bool) int {
	j := new(journal1)
	j.add(newEdit(1, "a"))
	mark := j.mark()
	j.add(newEdit(2, "b"))
	if fail {
		j.rollback(mark)
	}
	return j.commit()
}

type scopes1 struct {
	chunks []*chunk
	marks  []int
}

func (s *scopes1) open()        { s.marks = append(s.marks, len(s.chunks)) }
func (s *scopes1) add(c *chunk) { s.chunks = append(s.chunks, c) }

// The chunks of the scope are forgotten.
func (s *scopes1) leave() {
	last := len(s.marks) - 1
	s.chunks = s.chunks[:s.marks[last]] // want "leak: "
	s.marks = s.marks[:last]
}

func (s *scopes1) end() {
	for _, c := range s.chunks {
		c.Release()
	}
	s.chunks = nil
}

func useScopes1(data []byte) {
	s := new(scopes1)
	defer s.end()
	s.add(newChunk(1, data))
	s.open()
	s.add(newChunk(2, data))
	s.leave()
}

type flight1 struct{ sent []*chunk }

func (f *flight1) send(c *chunk) { f.sent = append(f.sent, c) }

// What was acknowledged is only removed.
func (f *flight1) ack(seq int) int {
	n, _ := slices.BinarySearchFunc(f.sent, seq, func(c *chunk, seq int) int { return c.seq - seq })
	f.sent = slices.Delete(f.sent, 0, n) // want "leak: "
	return n
}

func (f *flight1) abort() {
	for _, c := range f.sent {
		c.Release()
	}
	f.sent = nil
}

func useFlight1(data []byte) int {
	f := new(flight1)
	defer f.abort()
	f.send(newChunk(1, data))
	f.send(newChunk(2, data))
	return f.ack(2)
}

type versioned1 struct {
	no   int
	edit rcpool.Ref[Edit]
}

type document1 struct{ versions []versioned1 }

func (d *document1) save(no int, edit rcpool.Ref[Edit]) {
	d.versions = append(d.versions, versioned1{no, edit})
}

// Later versions are forgotten.
func (d *document1) revert(no int) {
	n := sort.Search(len(d.versions), func(i int) bool { return d.versions[i].no > no })
	d.versions = d.versions[:n] // want "leak: "
}

func (d *document1) close() {
	for _, v := range d.versions {
		v.edit.Release()
	}
	d.versions = nil
}

func useDocument1() {
	d := new(document1)
	defer d.close()
	d.save(1, newEdit(1, "a"))
	d.save(2, newEdit(2, "b"))
	d.revert(1)
}

type recent1 struct {
	last []*chunk
	max  int
}

// The oldest one makes room, and is forgotten.
func (r *recent1) add(c *chunk) {
	if len(r.last) == r.max {
		r.last = append(r.last[1:], c) // want "leak: "
		return
	}
	r.last = append(r.last, c)
}

func (r *recent1) close() {
	for _, c := range r.last {
		c.Release()
	}
	r.last = nil
}

func useRecent1(data []byte) {
	r := &recent1{max: 1}
	defer r.close()
	r.add(newChunk(1, data))
	r.add(newChunk(2, data))
}

type task1 struct {
	at    int
	edit  rcpool.Ref[Edit]
	index int
}

type line1 []*task1

func (l line1) Len() int           { return len(l) }
func (l line1) Less(i, j int) bool { return l[i].at < l[j].at }
func (l line1) Swap(i, j int) {
	l[i], l[j] = l[j], l[i]
	l[i].index, l[j].index = i, j
}
func (l *line1) Push(x any) {
	t := x.(*task1)
	t.index = len(*l)
	*l = append(*l, t)
}
func (l *line1) Pop() any {
	last := len(*l) - 1
	t := (*l)[last]
	*l = (*l)[:last]
	return t
}

type plan1 struct {
	line line1
	byID map[int]*task1
}

func (p *plan1) add(id int, edit rcpool.Ref[Edit]) {
	t := &task1{at: id, edit: edit}
	heap.Push(&p.line, t)
	p.byID[id] = t
}

// The task leaves both, and its edit is forgotten.
func (p *plan1) cancel(id int) bool {
	t, ok := p.byID[id]
	if !ok {
		return false
	}
	delete(p.byID, id)
	heap.Remove(&p.line, t.index) // want "leak: "
	return true
}

func (p *plan1) next() (rcpool.Ref[Edit], bool) {
	if len(p.line) == 0 {
		return rcpool.Ref[Edit]{}, false
	}
	t := heap.Pop(&p.line).(*task1)
	delete(p.byID, t.at)
	return t.edit, true
}

func usePlan1() (n int) {
	p := &plan1{byID: map[int]*task1{}}
	p.add(1, newEdit(1, "a"))
	p.add(2, newEdit(2, "b"))
	p.cancel(2)
	for e, ok := p.next(); ok; e, ok = p.next() {
		n += e.Value().At
		e.Release()
	}
	return n
}

type lines1 struct {
	all    []rcpool.Ref[Edit]
	stable int
}

func (l *lines1) add(e rcpool.Ref[Edit]) { l.all = append(l.all, e) }
func (l *lines1) keep()                  { l.stable = len(l.all) }

// What is not stable is forgotten.
func (l *lines1) reset() { l.shrink(l.stable) }

func (l *lines1) shrink(n int) {
	l.all = slices.Clone(l.all[:n]) // want "leak: "
}

func (l *lines1) close() {
	for i := range l.all {
		rcpool.Drop(&l.all[i])
	}
	l.all = nil
}

func useLines1() {
	l := new(lines1)
	defer l.close()
	l.add(newEdit(1, "a"))
	l.keep()
	l.add(newEdit(2, "b"))
	l.reset()
}

type ranges1 struct{ all []*chunk }

func (r *ranges1) add(c *chunk) { r.all = append(r.all, c) }

// What is between them is forgotten.
func (r *ranges1) remove(from, to int) {
	r.all = slices.Delete(r.all, from, to) // want "leak: "
}

func (r *ranges1) close() {
	for _, c := range r.all {
		c.Release()
	}
	r.all = nil
}

func useRanges1(data []byte) {
	r := new(ranges1)
	defer r.close()
	r.add(newChunk(1, data))
	r.add(newChunk(2, data))
	r.remove(0, 1)
}

type swapped1 struct{ all []rcpool.Ref[Edit] }

func (s *swapped1) add(e rcpool.Ref[Edit]) { s.all = append(s.all, e) }

// The last one is overwritten.
func (s *swapped1) replaceLast(e rcpool.Ref[Edit]) {
	s.all = append(s.all[:len(s.all)-1], e) // want "leak: "
}

func (s *swapped1) close() {
	for _, e := range s.all {
		e.Release()
	}
	s.all = nil
}

func useSwapped1() {
	s := new(swapped1)
	defer s.close()
	s.add(newEdit(1, "a"))
	s.replaceLast(newEdit(2, "b"))
}

type batch1 struct{ all []*chunk }

func (b *batch1) add(c *chunk) { b.all = append(b.all, c) }

// As many as the caller says are forgotten.
func (b *batch1) drop(n int) {
	b.all = b.all[:len(b.all)-n] // want "leak: "
}

func (b *batch1) close() {
	for _, c := range b.all {
		c.Release()
	}
	b.all = nil
}

func useBatch1(data []byte) {
	b := new(batch1)
	defer b.close()
	b.add(newChunk(1, data))
	b.add(newChunk(2, data))
	b.drop(1)
}
