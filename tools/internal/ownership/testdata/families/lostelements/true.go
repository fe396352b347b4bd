package lostelements

import (
	"io"

	"github.com/rcpool/rcpool"
)

type batch1 struct{ lines []rcpool.Ref[Line] }

func (b *batch1) add(no int) { b.lines = append(b.lines, get(no)) }

// What was written is forgotten.
func (b *batch1) flush(w io.Writer) {
	for _, l := range b.lines {
		write(w, l.Value())
	}
	b.lines = b.lines[:0] // want "leak: "
}

func (b *batch1) close() {
	for _, l := range b.lines {
		l.Release()
	}
}

func useBatch1(w io.Writer) {
	b := new(batch1)
	defer b.close()
	b.add(1)
	b.flush(w)
	b.add(2)
}

type queue1 struct{ lines []rcpool.Ref[Line] }

func (q *queue1) add(no int) { q.lines = append(q.lines, get(no)) }

// The first one is cut off and lost.
func (q *queue1) first() (no int, ok bool) {
	if len(q.lines) == 0 {
		return 0, false
	}
	l := q.lines[0]
	q.lines = q.lines[1:] // want "leak: "
	return l.Value().No, true
}

func (q *queue1) close() {
	for _, l := range q.lines {
		l.Release()
	}
	q.lines = nil
}

func useQueue1() int {
	q := new(queue1)
	defer q.close()
	q.add(1)
	q.add(2)
	no, _ := q.first()
	return no
}

type index1 struct{ lines map[int]rcpool.Ref[Line] }

func (x *index1) add(no int) {
	if _, ok := x.lines[no]; !ok {
		x.lines[no] = get(no)
	}
}

// All are counted and forgotten.
func (x *index1) reset() (sum int) {
	for _, l := range x.lines {
		sum += l.Value().No
	}
	clear(x.lines) // want "leak: "
	return sum
}

func (x *index1) remove(no int) {
	if l, ok := x.lines[no]; ok {
		delete(x.lines, no)
		l.Release()
	}
}

func useIndex1() int {
	x := &index1{lines: map[int]rcpool.Ref[Line]{}}
	x.add(1)
	x.add(2)
	x.remove(1)
	return x.reset()
}

type jobs1 struct {
	actions map[string]func()
	ran     []int
}

func (j *jobs1) plan(name string, no int) {
	l := get(no)
	defer l.Release()
	j.actions[name] = l.Hold(func(l *Line) { j.ran = append(j.ran, l.No) })
}

// A held function that is cancelled is not called.
func (j *jobs1) cancel(name string) bool {
	if _, ok := j.actions[name]; !ok {
		return false
	}
	delete(j.actions, name) // want "leak: "
	return true
}

func (j *jobs1) run(name string) {
	if act := j.actions[name]; act != nil {
		delete(j.actions, name)
		act()
	}
}

func useJobs1() []int {
	j := &jobs1{actions: map[string]func(){}}
	j.plan("a", 1)
	j.plan("b", 2)
	j.cancel("a")
	j.run("b")
	return j.ran
}

type proxy1 struct {
	now      int
	sessions map[string]*session
}

func (p *proxy1) open(name string) *session {
	s, ok := p.sessions[name]
	if !ok {
		s = newSession()
		p.sessions[name] = s
	}
	s.seen = p.now
	return s
}

// The expired sessions are not closed.
func (p *proxy1) tick() {
	p.now++
	for name, s := range p.sessions {
		if p.now-s.seen > 2 {
			delete(p.sessions, name) // want "leak: "
		}
	}
}

func (p *proxy1) close() {
	for name, s := range p.sessions {
		delete(p.sessions, name)
		s.Close()
	}
}

func useProxy1() int {
	p := &proxy1{sessions: map[string]*session{}}
	defer p.close()
	p.open("a").unsent.Append(1)
	p.tick()
	p.tick()
	return len(p.sessions)
}

type view1 struct{ tiles map[coord]*tile }

func (v *view1) get(x, y int) *tile {
	t, ok := v.tiles[coord{x, y}]
	if !ok {
		t = NewTile()
		v.tiles[coord{x, y}] = t
	}
	t.IncRef()
	return t
}

// The key is a struct.
func (v *view1) evict(d int) {
	for at := range v.tiles {
		if at.x > d || at.y > d {
			delete(v.tiles, at) // want "leak: "
		}
	}
}

func (v *view1) close() {
	for at, t := range v.tiles {
		delete(v.tiles, at)
		t.DecRef()
	}
}

func useView1() {
	v := &view1{tiles: map[coord]*tile{}}
	defer v.close()
	v.get(1, 2).DecRef()
	v.evict(1)
}
