package leftovers

import (
	"bytes"
	"io"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/rcpool/rcpool"
)

type ring1 struct {
	slots      [8]rcpool.Ref[Record]
	next, used int
}

func (r *ring1) add(rec rcpool.Ref[Record]) {
	rcpool.Drop(&r.slots[r.next])
	r.slots[r.next] = rec
	r.next = (r.next + 1) % len(r.slots)
	r.used = min(r.used+1, len(r.slots))
}

func (r *ring1) forget(n int) {
	for ; n > 0 && r.used > 0; n-- {
		r.slots[(r.next-r.used+len(r.slots))%len(r.slots)].Release()
		r.used--
	}
}

// The ring that is closed still has what was forgotten.
func (r *ring1) close() {
	for i := range r.slots {
		rcpool.Drop(&r.slots[i]) // want "double-release: "
	}
	r.used = 0
}

type log1 struct {
	ring ring1
	n    int
}

func (l *log1) write(text string) {
	l.n++
	l.ring.add(get(l.n))
	if text == "end" {
		l.ring.forget(2)
	}
}

func useLog1(lines []string) {
	l := &log1{}
	defer l.ring.close()
	for _, line := range lines {
		l.write(line)
	}
}

type queue1 struct {
	slots      []rcpool.Ref[Record]
	head, size int
}

func newQueue1(n int) *queue1 { return &queue1{slots: make([]rcpool.Ref[Record], n)} }

func (q *queue1) push(r rcpool.Ref[Record]) bool {
	if q.size == len(q.slots) {
		return false
	}
	q.slots[(q.head+q.size)%len(q.slots)] = r
	q.size++
	return true
}

func (q *queue1) pop() (rcpool.Ref[Record], bool) {
	if q.size == 0 {
		return rcpool.Ref[Record]{}, false
	}
	r := q.slots[q.head]
	q.head = (q.head + 1) % len(q.slots)
	q.size--
	return r, true
}

// What was taken and released is still in the queue.
func (q *queue1) close() {
	for _, r := range q.slots {
		if !r.IsZero() {
			r.Release() // want "double-release: "
		}
	}
}

func (q *queue1) drain(w io.Writer) {
	for {
		r, ok := q.pop()
		if !ok {
			return
		}
		print(w, r.Value())
		r.Release()
	}
}

func useQueue1(w io.Writer) {
	q := newQueue1(4)
	for i := range 4 {
		if r := get(i); !q.push(r) {
			r.Release()
		}
	}
	q.drain(w)
	q.close()
}

type window1 struct {
	refs []rcpool.Ref[Record]
	head int
	size int
}

func (w *window1) push(r rcpool.Ref[Record]) {
	w.refs = append(w.refs, r)
	if len(w.refs)-w.head > w.size {
		w.refs[w.head].Release()
		w.head++
	}
	if w.head > 2*w.size {
		w.refs = slices.Delete(w.refs, 0, w.head)
		w.head = 0
	}
}

// The window begins at its head, but all of the list is released.
func (w *window1) close() {
	for _, r := range w.refs {
		r.Release() // want "double-release: "
	}
	w.refs, w.head = nil, 0
}

func useWindow1(n int) {
	w := &window1{size: 2}
	defer w.close()
	for i := range n {
		w.push(get(i))
	}
}

type committer1 struct {
	pending []rcpool.Ref[Record]
	size    int
	max     int
	out     io.Writer
	err     error
}

func (c *committer1) submit(no int) {
	r := get(no)
	c.pending = append(c.pending, r)
	c.size += no
	if c.size >= c.max {
		c.commit()
	}
}

// After an error, the next commit comes to what was released.
func (c *committer1) commit() {
	for _, r := range c.pending {
		print(c.out, r.Value()) // want "use-after-release: "
	}
	err := c.err
	for _, r := range c.pending {
		r.Release()
	}
	c.size = 0
	if err != nil {
		return
	}
	c.pending = c.pending[:0]
}

func useCommitter1(w io.Writer) {
	c := &committer1{out: w, max: 10}
	for i := range 20 {
		c.submit(i)
	}
}

type blocks1 struct {
	free []*bytes.Buffer
	at   int
}

func (b *blocks1) fill(n int) {
	for range n {
		b.free = append(b.free, buffers.Get().(*bytes.Buffer))
	}
}

func (b *blocks1) done() {
	buffers.Put(b.free[b.at])
	b.at++
}

// The buffers before the mark were put back.
func (b *blocks1) close() {
	for _, buf := range b.free {
		buffers.Put(buf) // want "double-release: "
	}
	b.free = nil
}

func useBlocks1() {
	var b blocks1
	b.fill(4)
	b.done()
	b.close()
}

type slot1 struct {
	key string
	ref rcpool.Ref[Record]
}

type table1 struct {
	slots [16]slot1
	used  int
}

func (t *table1) put(key string, r rcpool.Ref[Record]) {
	t.slots[t.used] = slot1{key, r}
	t.used++
}

func (t *table1) pop() {
	t.used--
	t.slots[t.used].ref.Release()
}

// A structure around the reference is left as it was.
func (t *table1) close() {
	for i := range t.slots {
		if !t.slots[i].ref.IsZero() {
			t.slots[i].ref.Release() // want "double-release: "
		}
	}
}

type users1 struct{ t *table1 }

func (u *users1) undo() { u.t.pop() }

func (u *users1) stop() { u.t.close() }

func useTable1() {
	u := &users1{t: new(table1)}
	defer u.stop()
	u.t.put("a", get(1))
	u.t.put("b", get(2))
	u.undo()
}

type stack1 struct {
	all []rcpool.Ref[Record]
	n   int
}

func (s *stack1) push(r rcpool.Ref[Record]) {
	if s.n < len(s.all) {
		s.all[s.n] = r
	} else {
		s.all = append(s.all, r)
	}
	s.n++
}

func (s *stack1) pop() {
	s.n--
	s.all[s.n].Release()
}

// The sum is of all that was ever pushed.
func (s *stack1) sum() (n int) {
	for _, r := range s.all {
		n += r.Value().No // want "use-after-release: "
	}
	return n
}

func (s *stack1) close() {
	for s.n > 0 {
		s.pop()
	}
}

func useStack1() int {
	s := new(stack1)
	defer s.close()
	s.push(get(1))
	s.push(get(2))
	s.pop()
	return s.sum()
}

type sendWindow1 struct {
	slots            []rcpool.Ref[Record]
	base, next, acks int
}

func (w *sendWindow1) send(no int) bool {
	if w.next-w.base == len(w.slots) {
		return false
	}
	w.slots[w.next%len(w.slots)] = get(no)
	w.next++
	return true
}

func (w *sendWindow1) ack(upTo int) {
	for w.base < w.next && w.base <= upTo {
		w.slots[w.base%len(w.slots)].Release()
		w.base++
	}
}

// What was sent last is in one of the places only.
func (w *sendWindow1) close() {
	for i := range w.slots {
		if !w.slots[i].IsZero() {
			w.slots[i].Release() // want "double-release: "
		}
	}
}

func useSendWindow1() bool {
	w := &sendWindow1{slots: make([]rcpool.Ref[Record], 4)}
	for i := range 4 {
		w.send(i)
	}
	w.ack(1)
	sent := w.send(4)
	w.close()
	return sent
}

type cells1 struct {
	slots [4]arrow.Array
	n     int
}

func (c *cells1) push(n int) {
	c.slots[c.n%len(c.slots)] = column(n)
	c.n++
}

func (c *cells1) pop() {
	c.n--
	c.slots[c.n%len(c.slots)].Release()
}

// The arrays count their references.
func (c *cells1) close() {
	for _, a := range c.slots {
		if a != nil {
			a.Release() // want "double-release: "
		}
	}
}

func useCells1() {
	c := new(cells1)
	defer c.close()
	c.push(1)
	c.pop()
}

type journal1 struct {
	log     []rcpool.Ref[Record]
	commits int
}

func (j *journal1) add(r rcpool.Ref[Record]) { j.log = append(j.log, r) }

// What was released before the error is still in the list: the deferred function only counts.
func (j *journal1) commit(w io.Writer) error {
	defer func() { j.commits++ }()
	for _, r := range j.log {
		if err := print(w, r.Value()); err != nil {
			return err
		}
		r.Release()
	}
	j.log = nil
	return nil
}

func (j *journal1) close() {
	for _, r := range j.log {
		r.Release() // want "double-release: "
	}
	j.log = nil
}

func useJournal1(w io.Writer) error {
	var j journal1
	defer j.close()
	for i := range 5 {
		j.add(get(i))
	}
	return j.commit(w)
}
