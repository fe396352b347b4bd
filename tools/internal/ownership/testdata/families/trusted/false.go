package trusted

import (
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type runner2 struct{ all, dirty []rcpool.Ref[Job] }

func (r *runner2) add(j rcpool.Ref[Job]) {
	r.all = append(r.all, j)
	if j.Value().Again {
		r.dirty = append(r.dirty, j)
	}
}

// The list of those that are dirty owns none of them.
func (r *runner2) clean(no int) {
	for i, j := range r.dirty {
		if j.Value().No == no {
			j.Value().Again = false
			r.dirty = append(r.dirty[:i], r.dirty[i+1:]...)
			return
		}
	}
}

func (r *runner2) close() {
	for _, j := range r.all {
		j.Release()
	}
	r.all, r.dirty = nil, nil
}

func useRunner2() {
	r := new(runner2)
	defer r.close()
	r.add(get(1))
	r.clean(1)
}

type table2 struct{ by map[string]timed }

func (t *table2) add(name string, until time.Time) {
	if old, ok := t.by[name]; ok {
		old.until = until
		t.by[name] = old
		return
	}
	t.by[name] = timed{until, get(1)}
}

func (t *table2) free(e timed) { e.job.Release() }

// Another function releases what has run out.
func (t *table2) expire(now time.Time) {
	for name, e := range t.by {
		if now.After(e.until) {
			t.free(e)
			delete(t.by, name)
		}
	}
}

func (t *table2) close() {
	for name, e := range t.by {
		e.job.Release()
		delete(t.by, name)
	}
}

func useTable2(now time.Time) {
	t := &table2{by: map[string]timed{}}
	defer t.close()
	t.add("a", now)
	t.expire(now)
}

type mirror2 struct {
	queue chan copied
	seen  int
}

func (m *mirror2) offer(path string, body stdpool.ByteRef) {
	select {
	case m.queue <- copied{path, body}:
	default:
		body.Release()
	}
}

// The body is dropped at the end of each turn.
func (m *mirror2) work() {
	for c := range m.queue {
		m.seen += len(c.body.Value())
		c.body.Drop()
	}
}

func useMirror2() {
	m := &mirror2{queue: make(chan copied, 2)}
	m.offer("/", stdpool.Bytes(4))
	close(m.queue)
	m.work()
}

type intake2 struct{ tap chan rcpool.Ref[Job] }

// Nobody receives, but nothing is ever sent: the channel has no room.
func (in *intake2) submit(no int) bool {
	j := get(no)
	defer rcpool.Drop(&j)
	select {
	case in.tap <- j:
		j = rcpool.Ref[Job]{}
	default:
		return false
	}
	return true
}

func useIntake2() bool {
	in := &intake2{tap: make(chan rcpool.Ref[Job])}
	defer close(in.tap)
	return in.submit(1)
}

type latest2 struct {
	all  []rcpool.Ref[Job]
	last rcpool.Ref[Job]
}

// The last one is given to the caller in the end.
func (l *latest2) add(no int) {
	j := get(no)
	rcpool.Drop(&l.last)
	l.last = j.Retain()
	l.all = append(l.all, j)
}

func (l *latest2) close() rcpool.Ref[Job] {
	for _, j := range l.all {
		j.Release()
	}
	l.all = nil
	return rcpool.Move(&l.last)
}

func useLatest2() int {
	l := new(latest2)
	l.add(1)
	l.add(2)
	last := l.close()
	defer last.Release()
	return last.Value().No
}
