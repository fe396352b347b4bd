// truth: use-after-release line 52 hard
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type note struct {
	from string
	text []byte
}

func (n *note) Reset() { n.from, n.text = "", n.text[:0] }

var notes = rcpool.Pool[note]{Name: "notes"}

type envelope struct {
	seq  int
	note rcpool.Ref[note]
}

type member struct {
	name  string
	inbox chan envelope
	read  int
}

func (m *member) run(wg *sync.WaitGroup) {
	defer wg.Done()
	for env := range m.inbox {
		m.read += len(env.note.Value().text)
		env.note.Release()
	}
}

type room struct {
	members []*member
	seq     int
	queued  map[string]int
}

func (r *room) post(n rcpool.Ref[note]) {
	defer n.Release()
	r.seq++
	for _, m := range r.members {
		env := envelope{seq: r.seq, note: n.Retain()}
		select {
		case m.inbox <- env:
			r.queued[m.name] += len(env.note.Value().text)
		default:
			env.note.Release()
		}
	}
}

func main() {
	r := &room{queued: map[string]int{}}
	var wg sync.WaitGroup
	for _, name := range []string{"ann", "bob", "cat"} {
		m := &member{name: name, inbox: make(chan envelope, 4)}
		r.members = append(r.members, m)
		wg.Add(1)
		go m.run(&wg)
	}
	for i := range 50 {
		n := notes.Get()
		n.Value().from = "ann"
		n.Value().text = fmt.Appendf(n.Value().text, "message %d", i)
		r.post(n)
	}
	for _, m := range r.members {
		close(m.inbox)
	}
	wg.Wait()
	for _, m := range r.members {
		fmt.Println(m.name, m.read == r.queued[m.name])
	}
}
