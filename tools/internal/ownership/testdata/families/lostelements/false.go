package lostelements

import (
	"io"

	"github.com/rcpool/rcpool"
)

type batch2 struct{ lines []rcpool.Ref[Line] }

func (b *batch2) add(no int) { b.lines = append(b.lines, get(no)) }

// All are released by another method before the list is emptied.
func (b *batch2) flush(w io.Writer) {
	for _, l := range b.lines {
		write(w, l.Value())
	}
	b.release()
	b.lines = b.lines[:0]
}

func (b *batch2) release() {
	for _, l := range b.lines {
		l.Release()
	}
}

func useBatch2(w io.Writer) {
	b := new(batch2)
	b.add(1)
	b.flush(w)
}

type queue2 struct{ lines []rcpool.Ref[Line] }

func (q *queue2) add(no int) { q.lines = append(q.lines, get(no)) }

// The first one goes to the end.
func (q *queue2) rotate() (no int) {
	if len(q.lines) == 0 {
		return 0
	}
	l := q.lines[0]
	q.lines = q.lines[1:]
	q.lines = append(q.lines, l)
	return l.Value().No
}

func (q *queue2) close() {
	for _, l := range q.lines {
		l.Release()
	}
	q.lines = nil
}

func useQueue2() int {
	q := new(queue2)
	defer q.close()
	q.add(1)
	q.add(2)
	return q.rotate()
}

type index2 struct{ lines map[int]rcpool.Ref[Line] }

func (x *index2) add(no int) {
	if _, ok := x.lines[no]; !ok {
		x.lines[no] = get(no)
	}
}

// What is removed is what was released before.
func (x *index2) reset() (n int) {
	for no := range x.lines {
		x.release(no)
		n++
	}
	clear(x.lines)
	return n
}

func (x *index2) release(no int) {
	l := x.lines[no]
	l.Release()
}

func useIndex2() int {
	x := &index2{lines: map[int]rcpool.Ref[Line]{}}
	x.add(1)
	x.add(2)
	return x.reset()
}

type jobs2 struct {
	actions map[string]func()
	ran     []int
}

func (j *jobs2) plan(name string, no int) {
	l := get(no)
	defer l.Release()
	j.actions[name] = l.Hold(func(l *Line) { j.ran = append(j.ran, l.No) })
}

// Functions that hold nothing may be deleted.
func (j *jobs2) note(name string, no int) {
	j.actions[name] = func() { j.ran = append(j.ran, no) }
}

func (j *jobs2) cancel(name string) {
	if _, ok := j.actions[name]; ok {
		delete(j.actions, name)
	}
}

func (j *jobs2) run(name string) {
	if act := j.actions[name]; act != nil {
		delete(j.actions, name)
		act()
	}
}

func useJobs2() []int {
	j := &jobs2{actions: map[string]func(){}}
	j.plan("a", 1)
	j.note("b", 2)
	j.cancel("b")
	j.run("a")
	return j.ran
}

type proxy2 struct {
	now      int
	sessions map[string]*session
}

func (p *proxy2) open(name string) *session {
	s, ok := p.sessions[name]
	if !ok {
		s = newSession()
		p.sessions[name] = s
	}
	s.seen = p.now
	return s
}

// The expired sessions are collected, and closed by the caller.
func (p *proxy2) tick() (expired []*session) {
	p.now++
	for name, s := range p.sessions {
		if p.now-s.seen > 2 {
			expired = append(expired, s)
			delete(p.sessions, name)
		}
	}
	return expired
}

func (p *proxy2) close() {
	for name, s := range p.sessions {
		delete(p.sessions, name)
		s.unsent.Release()
	}
}

func useProxy2() int {
	p := &proxy2{sessions: map[string]*session{}}
	defer p.close()
	p.open("a").unsent.Append(1)
	for _, s := range p.tick() {
		s.Close()
	}
	return len(p.sessions)
}

// A session that is done is closed at once, and swept later.
func (p *proxy3) sweep() {
	for name, s := range p.sessions {
		if s.seen < 0 {
			delete(p.sessions, name)
		}
	}
}

type proxy3 struct{ sessions map[string]*session }

func (p *proxy3) done(name string) {
	if s := p.sessions[name]; s != nil && s.seen >= 0 {
		s.seen = -1
		s.Close()
	}
}

func useProxy3() int {
	p := &proxy3{sessions: map[string]*session{}}
	p.sessions["a"] = newSession()
	p.done("a")
	p.sweep()
	return len(p.sessions)
}
