package ringslots

import (
	"github.com/apache/arrow-go/v18/arrow/array"

	"github.com/rcpool/rcpool"
)

type window4 struct {
	slots [2]*array.Int64
	next  int
}

// Each window gets one column, since each call has a name of its own.
func (w *window4) push(a *array.Int64) {
	w.slots[w.next] = a
	w.next = (w.next + 1) % len(w.slots)
}

func (w *window4) close() {
	for i, a := range w.slots {
		if a != nil {
			a.Release()
			w.slots[i] = nil
		}
	}
}

type feeds4 struct{ windows map[string]*window4 }

func (f *feeds4) ingest(name string, n int64) {
	w := f.windows[name]
	if w == nil {
		w = &window4{}
		f.windows[name] = w
	}
	w.push(newColumn(n))
}

func (f *feeds4) run() {
	for _, name := range []string{"load", "temp", "wind"} {
		f.ingest(name, 1)
	}
	for name, w := range f.windows {
		w.close()
		delete(f.windows, name)
	}
}

type window5 struct {
	ring []rcpool.Ref[frame]
	pos  int
}

func newWindow5(n int) *window5 { return &window5{ring: make([]rcpool.Ref[frame], n)} }

// There are more places than turns.
func (w *window5) push(n int) {
	w.ring[w.pos%len(w.ring)] = newFrame(n)
	w.pos++
}

func (w *window5) close() {
	for i := range w.ring {
		rcpool.Drop(&w.ring[i])
	}
}

func run5() {
	w := newWindow5(8)
	defer w.close()
	for i := range 7 {
		w.push(i)
	}
}

type batch6 struct {
	slots [3]rcpool.Ref[frame]
	n     int
	sum   int
}

// The method empties the ring itself when it is full.
func (b *batch6) push(n int) {
	b.slots[b.n] = newFrame(n)
	b.n = (b.n + 1) % len(b.slots)
	if b.n == 0 {
		b.flush()
	}
}

func (b *batch6) flush() {
	for i := range b.slots {
		b.sum += b.slots[i].Value().n
		rcpool.Drop(&b.slots[i])
	}
}

func run6() {
	b := &batch6{}
	for i := range 9 {
		b.push(i)
	}
}

type queue7 struct {
	slots [3]rcpool.Ref[frame]
	next  int
	n     int
}

// A full ring takes nothing more.
func (q *queue7) push(n int) bool {
	if q.n == 3 {
		return false
	}
	q.slots[q.next] = newFrame(n)
	q.next = (q.next + 1) % 3
	q.n++
	return true
}

func (q *queue7) close() {
	for i := range q.slots {
		rcpool.Drop(&q.slots[i])
	}
}

func run7() {
	q := &queue7{}
	defer q.close()
	for i := range 8 {
		println(q.push(i))
	}
}

type queue8 struct {
	slots      [4]rcpool.Ref[frame]
	head, tail int
}

// What is put there is moved out again.
func (q *queue8) push(n int) {
	q.slots[q.tail] = newFrame(n)
	q.tail = (q.tail + 1) % len(q.slots)
}

func (q *queue8) pop() int {
	r := rcpool.Move(&q.slots[q.head])
	q.head = (q.head + 1) % len(q.slots)
	defer r.Release()
	return r.Value().n
}

func run8() {
	q := &queue8{}
	for i := range 9 {
		q.push(i)
		println(q.pop())
	}
}

type workers struct {
	slots []rcpool.Ref[frame]
	next  int
	size  int
}

func (w *workers) add(r rcpool.Ref[frame]) {
	w.slots[w.next%len(w.slots)] = r
	w.next++
}

func (w *workers) close() {
	for _, r := range w.slots {
		r.Release()
	}
}

// Each place gets one reference: there are as many turns as the function makes places.
func newWorkers(n int) *workers {
	w := &workers{slots: make([]rcpool.Ref[frame], n), size: n}
	for range n {
		w.add(newFrame(1))
	}
	return w
}

type crew struct {
	slots [3]rcpool.Ref[frame]
	next  int
	size  int
}

func newCrew(size int) *crew { return &crew{size: size} }

func (c *crew) add(r rcpool.Ref[frame]) {
	c.slots[c.next%len(c.slots)] = r
	c.next++
}

func (c *crew) width() int { return c.size }

func (c *crew) close() {
	for i := range c.slots {
		rcpool.Drop(&c.slots[i])
	}
}

// The number is one that the ring has, or says, or was made with.
func fillCrews(n int) {
	a, b, c := newCrew(2), newCrew(3), newCrew(n)
	for range a.size {
		a.add(newFrame(1))
	}
	for i := 0; i < b.width(); i++ {
		b.add(newFrame(i))
	}
	for i := range n {
		c.add(newFrame(i))
	}
	a.close()
	b.close()
	c.close()
}

func runWorkers() {
	newWorkers(4).close()
	fillCrews(2)
}

type couples struct {
	slots [2]rcpool.Ref[frame]
	next  int
}

func (c *couples) add(r rcpool.Ref[frame]) {
	c.slots[c.next%2] = r
	c.next++
}

func (c *couples) free() {
	for _, r := range c.slots {
		r.Release()
	}
}

// What is in a full ring is released before the next one comes: the loop goes over a copy of the array.
func runCouples() {
	c := &couples{}
	for range 4 {
		c.add(newFrame(1))
		c.add(newFrame(2))
		c.free()
	}
}
