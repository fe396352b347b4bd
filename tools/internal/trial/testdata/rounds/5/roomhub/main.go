// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Note struct{ From, Text string }

type member struct {
	name  string
	inbox chan rcpool.Ref[Note]
	got   int
}

type Room struct {
	mu      sync.Mutex
	members map[*member]bool
	dropped int
	wg      sync.WaitGroup
}

func (r *Room) Join(name string, depth int) *member {
	m := &member{name: name, inbox: make(chan rcpool.Ref[Note], depth)}
	r.mu.Lock()
	r.members[m] = true
	r.mu.Unlock()
	return m
}

func (r *Room) listen(m *member) {
	r.wg.Go(func() {
		for n := range m.inbox {
			if n.Value().From != m.name {
				m.got++
			}
			n.Release()
		}
	})
}

// Say sends the note to everybody. The caller keeps its reference.
func (r *Room) Say(n *rcpool.Ref[Note]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for m := range r.members {
		theirs := n.Retain()
		select {
		case m.inbox <- theirs:
		default:
			theirs.Release()
			r.dropped++
		}
	}
}

func (r *Room) Leave(m *member) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.members[m] {
		delete(r.members, m)
		close(m.inbox)
	}
}

func main() {
	var notes rcpool.Pool[Note]
	room := &Room{members: map[*member]bool{}}
	ann, bob, idle := room.Join("ann", 64), room.Join("bob", 64), room.Join("idle", 2)
	room.listen(ann)
	room.listen(bob)
	for i := range 10 {
		n := notes.Get()
		n.Value().From, n.Value().Text = "ann", fmt.Sprint("message ", i)
		room.Say(&n)
		n.Release()
	}
	room.Leave(ann)
	room.Leave(bob)
	room.Leave(idle)
	room.Leave(idle)
	for n := range idle.inbox {
		n.Release()
	}
	room.wg.Wait()
	fmt.Println(ann.got, bob.got, room.dropped)
}
