package cutunseen

import (
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type inbox1 struct {
	mu    sync.Mutex
	queue []rcpool.Ref[Sample]
	limit int
}

// The oldest one makes room.
func (b *inbox1) deliver(s rcpool.Ref[Sample]) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.queue) == b.limit {
		copy(b.queue, b.queue[1:]) // want "leak: "
		b.queue[b.limit-1] = s
		return
	}
	b.queue = append(b.queue, s)
}

func (b *inbox1) next() (rcpool.Ref[Sample], bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.queue) == 0 {
		return rcpool.Ref[Sample]{}, false
	}
	s := b.queue[0]
	b.queue = append(b.queue[:0], b.queue[1:]...)
	return s, true
}

func useInbox1() {
	b := &inbox1{limit: 2}
	own := get(1)
	defer own.Release()
	b.deliver(own.Retain())
	b.deliver(get(2))
	b.deliver(get(3))
	for s, ok := b.next(); ok; s, ok = b.next() {
		s.Release()
	}
}

type window1 struct {
	last []rcpool.Ref[Sample]
	max  int
}

// What does not fit is forgotten.
func (w *window1) add(s rcpool.Ref[Sample]) {
	w.last = append(w.last, s)
	if len(w.last) > w.max {
		w.last = w.last[len(w.last)-w.max:] // want "leak: "
	}
}

func (w *window1) close() {
	for _, s := range w.last {
		s.Release()
	}
}

func useWindow1() {
	w := &window1{max: 1}
	defer w.close()
	w.add(get(1))
	w.add(get(2))
}

type history1 struct{ all []rcpool.Ref[Sample] }

// The first one is deleted, and not released.
func (h *history1) record(no int) {
	if 8 < len(h.all) {
		h.all = slices.Delete(h.all, 0, 1) // want "leak: "
	}
	h.all = append(h.all, get(no))
}

func (h *history1) drain(see func(*Sample)) {
	for _, s := range h.all {
		see(s.Value())
		s.Release()
	}
	h.all = h.all[:0]
}

func useHistory1() {
	var h history1
	h.record(1)
	h.drain(func(*Sample) {})
}

type undo1 struct{ steps []rcpool.Ref[Sample] }

func (u *undo1) do(s rcpool.Ref[Sample]) { u.steps = append(u.steps, s) }

// The last step is undone, and lost.
func (u *undo1) undo() bool {
	if len(u.steps) == 0 {
		return false
	}
	u.steps = u.steps[:len(u.steps)-1] // want "leak: "
	return true
}

func (u *undo1) redo() (no int) {
	if n := len(u.steps); n > 0 {
		s := u.steps[n-1]
		u.steps[n-1] = rcpool.Ref[Sample]{}
		u.steps = u.steps[:n-1]
		no = s.Value().No
		s.Release()
	}
	return no
}

func useUndo1() int {
	var u undo1
	u.do(get(1))
	u.do(get(2))
	u.undo()
	return u.redo()
}

type lane1 struct{ waiting []job }

type job struct {
	rank   int
	sample rcpool.Ref[Sample]
}

func (l *lane1) push(rank int) { l.waiting = append(l.waiting, job{rank, get(rank)}) }

// A job that is cancelled keeps its sample.
func (l *lane1) cancel(rank int) {
	at := slices.IndexFunc(l.waiting, func(j job) bool { return j.rank == rank })
	if at >= 0 {
		l.waiting = append(l.waiting[:at], l.waiting[at+1:]...) // want "leak: "
	}
}

func (l *lane1) run() {
	for _, j := range l.waiting {
		j.sample.Release()
	}
	l.waiting = nil
}

func useLane1() {
	var l lane1
	l.push(1)
	l.push(2)
	l.cancel(1)
	l.run()
}

type byName1 struct {
	lanes map[string][]rcpool.Ref[Sample]
}

func (b *byName1) add(name string, no int) { b.lanes[name] = append(b.lanes[name], get(no)) }

// The first one of a lane is dropped.
func (b *byName1) skip(name string) {
	if lane := b.lanes[name]; len(lane) > 0 {
		b.lanes[name] = lane[1:] // want "leak: "
	}
}

func (b *byName1) close() {
	for name, lane := range b.lanes {
		for _, s := range lane {
			s.Release()
		}
		delete(b.lanes, name)
	}
}

func useByName1() {
	b := &byName1{lanes: map[string][]rcpool.Ref[Sample]{}}
	b.add("a", 1)
	b.skip("a")
	b.close()
}

// A fifo1 owns what is in it.
type fifo1[T any] struct {
	all []rcpool.Ref[T]
	max int
}

func (f *fifo1[T]) push(r rcpool.Ref[T]) { f.all = append(f.all, r) }

// More than that are too many.
func (f *fifo1[T]) trim() {
	for len(f.all) > f.max {
		f.all = f.all[1:] // want "leak: "
	}
}

func (f *fifo1[T]) pop() rcpool.Ref[T] {
	r := f.all[0]
	f.all = f.all[1:]
	return r
}

func useFifo1() {
	f := &fifo1[Sample]{max: 1}
	f.push(get(1))
	f.push(get(2))
	f.trim()
	s := f.pop()
	s.Release()
}

type pending1 struct {
	jobs []*task
	seen int
}

type task struct {
	no     int
	sample rcpool.Ref[Sample]
}

func (p *pending1) add(no int) { p.jobs = append(p.jobs, &task{no: no, sample: get(no)}) }

// A task that is given up keeps its sample.
func (p *pending1) giveUp() {
	p.seen++
	p.jobs = slices.Delete(p.jobs, len(p.jobs)-1, len(p.jobs)) // want "leak: "
}

func (p *pending1) run() {
	for _, t := range p.jobs {
		t.sample.Release()
	}
	p.jobs = nil
}

func usePending1() {
	var p pending1
	p.add(1)
	p.add(2)
	p.giveUp()
	p.run()
}
