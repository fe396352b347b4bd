package oneowner

import (
	"errors"
	"runtime"
	"strings"
	"sync"
)

// The memory is made once, and stays.
func send(seq int, parts ...string) int {
	f := frames.Get().(*frame)
	defer f.put()
	f.seq = seq
	for _, part := range parts {
		if !f.ready {
			f.data = make([]byte, 0, 4096)
			f.ready = true
		}
		f.data = append(f.data, part...)
	}
	return len(f.data)
}

// A conn that broke is not put back.
func talk(peer string, lines ...string) (err error) {
	c := conns.Get().(*conn)
	c.peer = peer
	for _, line := range lines {
		if line == "" {
			c.broken = true
			err = errors.New("broken")
		}
		c.pending = append(c.pending, line)
	}
	if !c.broken {
		c.put()
	}
	return err
}

// The flag says that a probe is counted when it is collected.
func watch(name string, values ...int) int {
	p := probes.Get().(*probe)
	defer p.put()
	p.name = name
	for _, v := range values {
		if !p.listed {
			runtime.SetFinalizer(p, (*probe).collected)
			p.listed = true
		}
		p.values = append(p.values, v)
	}
	return len(p.values)
}

// The flag tells how many objects were used before.
func run(name string, args ...string) int {
	j := jobs.Get().(*job)
	defer j.put()
	if j.warm {
		hits++
	} else {
		newcomer++
		j.warm = true
	}
	j.name = name
	j.args = append(j.args, args...)
	return len(j.args)
}

// The table stays, and the flag says what it has.
func ask(text string, fold bool) int {
	q := queries.Get().(*query)
	defer q.put()
	q.text = text
	if fold {
		for i := range q.table {
			q.table[i] = byte(i)
		}
		q.filled = true
	}
	if q.filled {
		return int(q.table[len(text)%256])
	}
	return 0
}

type visit2 struct {
	known bool
	name  string
	body  []byte
	trace string
}

var visits2 = sync.Pool{New: func() any { return new(visit2) }}

// The name is looked at only where there is one: the flag, which is reset, is set with it.
func receive(name string, body []byte) string {
	v := visits2.Get().(*visit2)
	defer func() {
		v.known, v.trace = false, ""
		v.body = v.body[:0]
		visits2.Put(v)
	}()
	if name != "" {
		v.known = true
		v.name = strings.ToLower(name)
	}
	v.body = append(v.body, body...)
	return v.answer()
}

func (v *visit2) answer() string {
	if !v.known {
		return "who is it?"
	}
	return v.name + string(v.body)
}
