package trusted

import (
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type runner1 struct{ waiting, ready []rcpool.Ref[Job] }

func (r *runner1) add(j rcpool.Ref[Job]) {
	if j.Value().Again {
		r.ready = append(r.ready, j)
		return
	}
	r.waiting = append(r.waiting, j)
}

func (r *runner1) run() {
	batch := r.ready
	r.ready = nil
	for _, j := range batch {
		j.Value().Again = false
		r.add(j)
	}
}

// What is cancelled is lost.
func (r *runner1) cancel(no int) {
	for i, j := range r.waiting {
		if j.Value().No == no {
			r.waiting = append(r.waiting[:i], r.waiting[i+1:]...) // want "leak: "
			return
		}
	}
}

func (r *runner1) close() {
	for _, j := range r.waiting {
		j.Release()
	}
	for _, j := range r.ready {
		j.Release()
	}
	r.waiting, r.ready = nil, nil
}

func useRunner1() {
	r := new(runner1)
	defer r.close()
	r.add(get(1))
	r.run()
	r.cancel(1)
}

type table1 struct{ by map[string]timed }

func (t *table1) add(name string, until time.Time) {
	if old, ok := t.by[name]; ok {
		old.until = until
		t.by[name] = old
		return
	}
	t.by[name] = timed{until, get(1)}
}

// What has run out is only forgotten.
func (t *table1) expire(now time.Time) {
	for name, e := range t.by {
		if now.After(e.until) {
			delete(t.by, name) // want "leak: "
		}
	}
}

func (t *table1) close() {
	for name, e := range t.by {
		e.job.Release()
		delete(t.by, name)
	}
}

func useTable1(now time.Time) {
	t := &table1{by: map[string]timed{}}
	defer t.close()
	t.add("a", now)
	t.expire(now)
}

type mirror1 struct {
	queue chan copied
	seen  int
}

func (m *mirror1) offer(path string, body stdpool.ByteRef) {
	select {
	case m.queue <- copied{path, body}:
	default:
		body.Release()
	}
}

// The body is only counted.
func (m *mirror1) work() {
	for c := range m.queue { // want "leak: "
		m.seen += len(c.body.Value())
	}
}

func useMirror1() {
	m := &mirror1{queue: make(chan copied, 2)}
	m.offer("/", stdpool.Bytes(4))
	close(m.queue)
	m.work()
}

type intake1 struct{ queue chan rcpool.Ref[Job] }

// Nobody receives from the queue.
func (in *intake1) submit(no int) bool {
	j := get(no)
	defer rcpool.Drop(&j)
	select {
	case in.queue <- j: // want "leak: "
		j = rcpool.Ref[Job]{}
	default:
		return false
	}
	return true
}

func useIntake1() bool {
	in := &intake1{queue: make(chan rcpool.Ref[Job], 2)}
	defer close(in.queue)
	return in.submit(1)
}

type latest1 struct {
	all  []rcpool.Ref[Job]
	last rcpool.Ref[Job]
}

// The last one is replaced, and not released at the end.
func (l *latest1) add(no int) {
	j := get(no)
	rcpool.Drop(&l.last)
	l.last = j.Retain()
	l.all = append(l.all, j)
}

func (l *latest1) close() {
	for _, j := range l.all {
		j.Release()
	}
	l.all = nil
}

func useLatest1() {
	l := new(latest1)
	defer l.close()
	l.add(1)
	l.add(2) // want "leak: "
}
