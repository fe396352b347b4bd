package truncated

import (
	"container/heap"
	"slices"

	"github.com/rcpool/rcpool"
)

type history2 struct {
	entries []rcpool.Ref[Edit]
	cursor  int
}

// What could be done again is released before.
func (h *history2) record(entry rcpool.Ref[Edit]) {
	for _, e := range h.entries[h.cursor:] {
		e.Release()
	}
	h.entries = append(h.entries[:h.cursor], entry)
	h.cursor++
}

func (h *history2) undo() int {
	h.cursor--
	return h.entries[h.cursor].Value().At
}

func (h *history2) drop() {
	for _, e := range h.entries {
		e.Release()
	}
	h.entries, h.cursor = nil, 0
}

func useHistory2() int {
	h := new(history2)
	defer h.drop()
	h.record(newEdit(1, "a"))
	at := h.undo()
	h.record(newEdit(3, "c"))
	return at
}

type journal2 struct{ pending []rcpool.Ref[Edit] }

func (j *journal2) add(e rcpool.Ref[Edit]) { j.pending = append(j.pending, e) }

// The caller has released what is cut off.
func (j *journal2) cut(mark int) { j.pending = j.pending[:mark] }

func (j *journal2) rollback(mark int) {
	for _, e := range j.pending[mark:] {
		e.Release()
	}
	j.cut(mark)
}

func (j *journal2) close() {
	for _, e := range j.pending {
		e.Release()
	}
	j.cut(0)
}

func useJournal2(fail bool) {
	j := new(journal2)
	defer j.close()
	j.add(newEdit(1, "a"))
	mark := len(j.pending)
	j.add(newEdit(2, "b"))
	if fail {
		j.rollback(mark)
	}
}

type closing2 struct{ pending []rcpool.Ref[Edit] }

func (j *closing2) add(e rcpool.Ref[Edit]) { j.pending = append(j.pending, e) }

// It is only cut when all were released.
func (j *closing2) cut(mark int) { j.pending = j.pending[:mark] }

func (j *closing2) Close() {
	for _, e := range j.pending {
		e.Release()
	}
	j.cut(0)
}

func useClosing2() {
	j := new(closing2)
	defer j.Close()
	j.add(newEdit(1, "a"))
}

type node2 struct {
	items []rcpool.Ref[Edit]
	next  *node2
}

func (n *node2) add(e rcpool.Ref[Edit]) { n.items = append(n.items, e) }

// A half goes to a new node.
func (n *node2) split(at int) {
	next := &node2{next: n.next}
	next.items = append(next.items, n.items[at:]...)
	n.items = n.items[:at]
	n.next = next
}

func (n *node2) close() {
	for ; n != nil; n = n.next {
		for _, e := range n.items {
			e.Release()
		}
		n.items = nil
	}
}

func useNode2() {
	n := new(node2)
	defer n.close()
	n.add(newEdit(1, "a"))
	n.add(newEdit(2, "b"))
	n.split(1)
}

type stack2 struct {
	items []*chunk
	depth int
}

// What is after the depth was given to callers.
func (s *stack2) push(c *chunk) {
	s.items = append(s.items[:s.depth], c)
	s.depth++
}

func (s *stack2) pop() *chunk {
	s.depth--
	return s.items[s.depth]
}

func useStack2(data []byte) {
	s := new(stack2)
	s.push(newChunk(1, data))
	s.pop().Release()
	s.push(newChunk(2, data))
	s.pop().Release()
}

type flight2 struct{ sent []*chunk }

func (f *flight2) send(c *chunk) { f.sent = append(f.sent, c) }

// What was acknowledged is put back.
func (f *flight2) ack(seq int) int {
	n, _ := slices.BinarySearchFunc(f.sent, seq, func(c *chunk, seq int) int { return c.seq - seq })
	for _, c := range f.sent[:n] {
		c.Release()
	}
	f.sent = slices.Delete(f.sent, 0, n)
	return n
}

func (f *flight2) abort() {
	f.ack(1 << 30)
}

func useFlight2(data []byte) int {
	f := new(flight2)
	defer f.abort()
	f.send(newChunk(1, data))
	f.send(newChunk(2, data))
	return f.ack(2)
}

type bag2 struct {
	items []*chunk
	live  int
}

func (b *bag2) add(c *chunk) {
	b.items = append(b.items[:b.live], c)
	b.live++
}

// The last one comes to the place of the one that is put back.
func (b *bag2) remove(i int) {
	b.items[i].Release()
	b.live--
	b.items[i] = b.items[b.live]
}

func (b *bag2) close() {
	for _, c := range b.items[:b.live] {
		c.Release()
	}
	b.items, b.live = nil, 0
}

func useBag2(data []byte) {
	b := new(bag2)
	defer b.close()
	b.add(newChunk(1, data))
	b.add(newChunk(2, data))
	b.remove(0)
}

type undone2 struct {
	done   []rcpool.Ref[Edit]
	undone []rcpool.Ref[Edit]
}

func (u *undone2) add(e rcpool.Ref[Edit]) { u.done = append(u.done, e) }

// What is cut off comes to the other list.
func (u *undone2) back(n int) {
	u.undone = append(u.undone, u.done[n:]...)
	u.done = u.done[:n]
}

func (u *undone2) close() {
	for _, e := range slices.Concat(u.done, u.undone) {
		e.Release()
	}
	u.done, u.undone = nil, nil
}

func useUndone2() {
	u := new(undone2)
	defer u.close()
	u.add(newEdit(1, "a"))
	u.add(newEdit(2, "b"))
	u.back(1)
}

type plan2 struct {
	line line1
	byID map[int]*task1
}

func (p *plan2) add(id int, edit rcpool.Ref[Edit]) {
	t := &task1{at: id, edit: edit}
	heap.Push(&p.line, t)
	p.byID[id] = t
}

// The task leaves both, and its edit is released.
func (p *plan2) cancel(id int) bool {
	t, ok := p.byID[id]
	if !ok {
		return false
	}
	delete(p.byID, id)
	heap.Remove(&p.line, t.index)
	t.edit.Release()
	return true
}

func (p *plan2) next() (rcpool.Ref[Edit], bool) {
	if len(p.line) == 0 {
		return rcpool.Ref[Edit]{}, false
	}
	t := heap.Pop(&p.line).(*task1)
	delete(p.byID, t.at)
	return t.edit, true
}

func usePlan2() (n int) {
	p := &plan2{byID: map[int]*task1{}}
	p.add(1, newEdit(1, "a"))
	p.add(2, newEdit(2, "b"))
	p.cancel(2)
	for e, ok := p.next(); ok; e, ok = p.next() {
		n += e.Value().At
		e.Release()
	}
	return n
}

type marks2 struct {
	chunks []*chunk
	marks  []int
}

func (s *marks2) add(c *chunk) { s.chunks = append(s.chunks, c) }
func (s *marks2) open()        { s.marks = append(s.marks, len(s.chunks)) }

// Each one is put back before the list is cut.
func (s *marks2) leave() {
	last := len(s.marks) - 1
	s.putAfter(s.marks[last])
	s.chunks = s.chunks[:s.marks[last]]
	s.marks = s.marks[:last]
}

func (s *marks2) putAfter(n int) {
	for _, c := range s.chunks[n:] {
		c.Release()
	}
}

func useMarks2(data []byte) {
	s := new(marks2)
	s.open()
	s.add(newChunk(1, data))
	s.open()
	s.add(newChunk(2, data))
	s.leave()
	s.leave()
}

type batch2 struct{ all []*chunk }

func (b *batch2) add(c *chunk) { b.all = append(b.all, c) }

// As many as the caller says are released, the last one first.
func (b *batch2) drop(n int) {
	for i := range n {
		b.all[len(b.all)-1-i].Release()
	}
	b.all = b.all[:len(b.all)-n]
}

func (b *batch2) close() { b.drop(len(b.all)) }

func useBatch2(data []byte) {
	b := new(batch2)
	defer b.close()
	b.add(newChunk(1, data))
	b.add(newChunk(2, data))
	b.drop(1)
}
