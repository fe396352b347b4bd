package ringslots

import (
	"github.com/apache/arrow-go/v18/arrow/array"

	"github.com/rcpool/rcpool"
)

type window1 struct {
	slots [3]*array.Int64
	next  int
	n     int
}

// The index is a field, which comes back to the beginning.
func (w *window1) push(a *array.Int64) {
	w.slots[w.next] = a // want "leak: "
	w.next = (w.next + 1) % len(w.slots)
	w.n = min(w.n+1, len(w.slots))
}

func (w *window1) sum() (n int64) {
	for _, a := range w.slots[:w.n] {
		n += a.Value(0)
	}
	return n
}

func (w *window1) close() {
	for i, a := range w.slots {
		if a != nil {
			a.Release()
			w.slots[i] = nil
		}
	}
}

type feeds1 struct{ windows map[string]*window1 }

func (f *feeds1) ingest(name string, n int64) int64 {
	w := f.windows[name]
	if w == nil {
		w = &window1{}
		f.windows[name] = w
	}
	w.push(newColumn(n))
	return w.sum()
}

func (f *feeds1) run() {
	for i := range int64(9) {
		println(f.ingest("load", i))
	}
	for name, w := range f.windows {
		w.close()
		delete(f.windows, name)
	}
}

type window2 struct {
	ring []rcpool.Ref[frame]
	pos  int
}

func newWindow2(n int) *window2 { return &window2{ring: make([]rcpool.Ref[frame], n)} }

// The ring has as many places as its maker was told.
func (w *window2) push(n int) {
	i := w.pos % len(w.ring)
	w.ring[i] = newFrame(n) // want "leak: "
	w.pos++
}

func (w *window2) close() {
	for i := range w.ring {
		rcpool.Drop(&w.ring[i])
	}
}

func run2() {
	w := newWindow2(3)
	defer w.close()
	for i := range 7 {
		w.push(i)
	}
}

type recorder3 struct {
	last [3]rcpool.Ref[frame]
	at   int
}

// The index is set to zero at the end.
func (r *recorder3) keep(f rcpool.Ref[frame]) {
	r.last[r.at] = f // want "leak: "
	r.at++
	if r.at == len(r.last) {
		r.at = 0
	}
}

func (r *recorder3) stop() {
	for i := range r.last {
		rcpool.Drop(&r.last[i])
	}
}

func feed3(r *recorder3, n int) { r.keep(newFrame(n)) }

func run3() {
	r := &recorder3{}
	defer r.stop()
	for i := range 5 {
		feed3(r, i)
	}
}

type window9 struct {
	slots  [4]rcpool.Ref[frame]
	next   int
	closed bool
}

// Whether the ring is closed does not tell how much is there.
func (w *window9) push(r rcpool.Ref[frame]) {
	if w.closed {
		r.Release()
		return
	}
	w.slots[w.next] = r // want "leak: "
	if w.next++; w.next >= len(w.slots) {
		w.next = 0
	}
}

func (w *window9) close() {
	w.closed = true
	for i := range w.slots {
		rcpool.Drop(&w.slots[i])
	}
}

func run9() {
	w := &window9{}
	for i := range 9 {
		w.push(newFrame(i))
	}
	w.close()
}

type window10 struct {
	slots []rcpool.Ref[frame]
	next  uint32
}

// The ring is made with a constant number of places, and a loop has more turns.
func (w *window10) push(n int) {
	w.slots[w.next&3] = newFrame(n) // want "leak: "
	w.next++
}

func (w *window10) close() {
	for i := range w.slots {
		rcpool.Drop(&w.slots[i])
	}
}

func run10() {
	w := &window10{slots: make([]rcpool.Ref[frame], 4)}
	defer w.close()
	for i := range 6 {
		w.push(i)
	}
}

type workers2 struct {
	slots []rcpool.Ref[frame]
	next  int
}

// The callers' loop has another number of turns than the ring has places.
func (w *workers2) add(r rcpool.Ref[frame]) {
	w.slots[w.next%len(w.slots)] = r // want "leak: "
	w.next++
}

func (w *workers2) close() {
	for _, r := range w.slots {
		r.Release()
	}
}

func fillWorkers(n, turns int) {
	w := &workers2{slots: make([]rcpool.Ref[frame], n)}
	for range turns {
		w.add(newFrame(1))
	}
	w.close()
}

func runWorkers2() { fillWorkers(4, 10) }

type couples2 struct {
	slots [2]rcpool.Ref[frame]
	next  int
}

// What is in the ring is released when all have come.
func (c *couples2) add(r rcpool.Ref[frame]) {
	c.slots[c.next%2] = r // want "leak: "
	c.next++
}

func (c *couples2) free() {
	for _, r := range c.slots {
		r.Release()
	}
}

func runCouples2() {
	c := &couples2{}
	for range 4 {
		c.add(newFrame(1))
		c.add(newFrame(2))
	}
	c.free()
}

type crew2 struct {
	slots [3]rcpool.Ref[frame]
	next  int
}

// There are as many turns as another list has elements.
func (c *crew2) add(r rcpool.Ref[frame]) {
	c.slots[c.next%len(c.slots)] = r // want "leak: "
	c.next++
}

func (c *crew2) close() {
	for i := range c.slots {
		rcpool.Drop(&c.slots[i])
	}
}

func fillCrew2(sizes []int) {
	c := &crew2{}
	for _, n := range sizes {
		c.add(newFrame(n))
	}
	c.close()
}
