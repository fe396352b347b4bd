package leftovers

import (
	"bytes"
	"io"
	"slices"

	"github.com/rcpool/rcpool"
)

type ring2 struct {
	slots      [8]rcpool.Ref[Record]
	next, used int
}

func (r *ring2) add(rec rcpool.Ref[Record]) {
	rcpool.Drop(&r.slots[r.next])
	r.slots[r.next] = rec
	r.next = (r.next + 1) % len(r.slots)
	r.used = min(r.used+1, len(r.slots))
}

// Drop leaves a zero reference.
func (r *ring2) forget(n int) {
	for ; n > 0 && r.used > 0; n-- {
		rcpool.Drop(&r.slots[(r.next-r.used+len(r.slots))%len(r.slots)])
		r.used--
	}
}

func (r *ring2) close() {
	for i := range r.slots {
		rcpool.Drop(&r.slots[i])
	}
	r.used = 0
}

func useRing2() {
	var r ring2
	defer r.close()
	for i := range 5 {
		r.add(get(i))
	}
	r.forget(2)
}

type queue2 struct {
	slots      []rcpool.Ref[Record]
	head, size int
}

func newQueue2(n int) *queue2 { return &queue2{slots: make([]rcpool.Ref[Record], n)} }

func (q *queue2) push(r rcpool.Ref[Record]) bool {
	if q.size == len(q.slots) {
		return false
	}
	q.slots[(q.head+q.size)%len(q.slots)] = r
	q.size++
	return true
}

func (q *queue2) pop() (rcpool.Ref[Record], bool) {
	if q.size == 0 {
		return rcpool.Ref[Record]{}, false
	}
	r := q.slots[q.head]
	q.head = (q.head + 1) % len(q.slots)
	q.size--
	return r, true
}

// Only what is in use is released, as the numbers say.
func (q *queue2) close() {
	for i := range q.slots {
		if i < q.size {
			q.slots[(q.head+i)%len(q.slots)].Release()
		}
	}
}

func useQueue2(w io.Writer) {
	q := newQueue2(4)
	defer q.close()
	for i := range 4 {
		if r := get(i); !q.push(r) {
			r.Release()
		}
	}
	if r, ok := q.pop(); ok {
		print(w, r.Value())
		r.Release()
	}
}

type window2 struct {
	refs []rcpool.Ref[Record]
	head int
	size int
}

// The list is cut whenever something was released.
func (w *window2) push(r rcpool.Ref[Record]) {
	w.refs = append(w.refs, r)
	if len(w.refs)-w.head > w.size {
		w.refs[w.head].Release()
		w.head++
	}
	if w.head > 0 {
		w.refs = slices.Delete(w.refs, 0, w.head)
		w.head = 0
	}
}

func (w *window2) close() {
	for _, r := range w.refs {
		r.Release()
	}
	w.refs, w.head = nil, 0
}

func useWindow2(n int) {
	w := &window2{size: 2}
	defer w.close()
	for i := range n {
		w.push(get(i))
	}
}

type committer2 struct {
	pending []rcpool.Ref[Record]
	size    int
	max     int
	out     io.Writer
	err     error
	failed  bool
}

func (c *committer2) submit(no int) {
	if c.failed {
		return
	}
	c.pending = append(c.pending, get(no))
	c.size += no
	if c.size >= c.max {
		c.commit()
	}
}

// After an error there is no other commit.
func (c *committer2) commit() {
	for _, r := range c.pending {
		print(c.out, r.Value())
	}
	err := c.err
	for _, r := range c.pending {
		r.Release()
	}
	c.size = 0
	if err != nil {
		c.failed = true
		return
	}
	c.pending = c.pending[:0]
}

func useCommitter2(w io.Writer) {
	c := &committer2{out: w, max: 10}
	for i := range 20 {
		c.submit(i)
	}
}

type blocks2 struct {
	free []*bytes.Buffer
	at   int
}

func (b *blocks2) fill(n int) {
	for range n {
		b.free = append(b.free, buffers.Get().(*bytes.Buffer))
	}
}

func (b *blocks2) done() {
	buffers.Put(b.free[b.at])
	b.free[b.at] = nil
	b.at++
}

// What was put back is nil.
func (b *blocks2) close() {
	for _, buf := range b.free {
		if buf != nil {
			buffers.Put(buf)
		}
	}
	b.free = nil
}

func useBlocks2() {
	var b blocks2
	b.fill(4)
	b.done()
	b.close()
}

type slot2 struct {
	key string
	ref rcpool.Ref[Record]
}

type table2 struct {
	slots [16]slot2
	used  int
}

func (t *table2) put(key string, r rcpool.Ref[Record]) {
	t.slots[t.used] = slot2{key, r}
	t.used++
}

func (t *table2) pop() {
	t.used--
	t.slots[t.used].ref.Release()
	t.slots[t.used] = slot2{}
}

// A place that is not in use is zero.
func (t *table2) close() {
	for i := range t.slots {
		if !t.slots[i].ref.IsZero() {
			t.slots[i].ref.Release()
		}
	}
}

func useTable2() {
	t := new(table2)
	defer t.close()
	t.put("a", get(1))
	t.put("b", get(2))
	t.pop()
}

type items2 struct {
	all  []rcpool.Ref[Record]
	head int
}

func (q *items2) pop() {
	q.all[q.head].Release()
	q.head++
	if q.head == len(q.all) {
		q.all, q.head = q.all[:0], 0
	}
}

func (q *items2) close() {
	for _, r := range q.all {
		r.Release()
	}
}

// All are taken before the queue is closed, which has none then.
func useItems2(n int) {
	q := &items2{}
	for i := range n {
		q.all = append(q.all, get(i))
	}
	for q.head < len(q.all) {
		q.pop()
	}
	q.close()
}

type sendWindow2 struct {
	slots            []rcpool.Ref[Record]
	base, next, acks int
}

func (w *sendWindow2) send(no int) bool {
	if w.next-w.base == len(w.slots) {
		return false
	}
	w.slots[w.next%len(w.slots)] = get(no)
	w.next++
	return true
}

func (w *sendWindow2) ack(upTo int) {
	for w.base < w.next && w.base <= upTo {
		w.slots[w.base%len(w.slots)].Release()
		w.base++
	}
}

// All places are filled again.
func (w *sendWindow2) close() {
	for i := range w.slots {
		if !w.slots[i].IsZero() {
			w.slots[i].Release()
		}
	}
}

func useSendWindow2() bool {
	w := &sendWindow2{slots: make([]rcpool.Ref[Record], 4)}
	for i := range 4 {
		w.send(i)
	}
	w.ack(1)
	sent := w.send(4)
	sent = w.send(5) && sent
	w.close()
	return sent
}

type room2 struct {
	slots      [4]rcpool.Ref[Record]
	head, used int
}

// A full ring makes room for one.
func (r *room2) add(rec rcpool.Ref[Record]) {
	for r.used == len(r.slots) {
		r.slots[r.head%len(r.slots)].Release()
		r.head++
		r.used--
	}
	r.slots[(r.head+r.used)%len(r.slots)] = rec
	r.used++
}

func (r *room2) close() {
	for i := range r.slots {
		if !r.slots[i].IsZero() {
			r.slots[i].Release()
		}
	}
}

func useRoom2() {
	var r room2
	defer r.close()
	for i := range 9 {
		r.add(get(i))
	}
}

type journal2 struct{ log []rcpool.Ref[Record] }

func (j *journal2) add(r rcpool.Ref[Record]) { j.log = append(j.log, r) }

// What was released is cut off when the function returns, also after an error.
func (j *journal2) commit(w io.Writer) error {
	done := 0
	defer func() { j.log = j.log[done:] }()
	for _, r := range j.log {
		if err := print(w, r.Value()); err != nil {
			return err
		}
		r.Release()
		done++
	}
	return nil
}

func (j *journal2) close() {
	for _, r := range j.log {
		r.Release()
	}
	j.log = nil
}

func useJournal2(w io.Writer) error {
	var j journal2
	defer j.close()
	for i := range 5 {
		j.add(get(i))
	}
	return j.commit(w)
}
