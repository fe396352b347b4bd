// truth: correct

// Command chatroom fans messages out to members with bounded inboxes. A slow
// member loses its oldest messages.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Message struct {
	From string
	Text []byte
}

var messages = rcpool.Pool[Message]{Reset: func(m *Message) { m.From, m.Text = "", m.Text[:0] }}

type Member struct {
	name   string
	mu     sync.Mutex
	wake   *sync.Cond
	inbox  [4]rcpool.Ref[Message] // a queue of n messages from head on
	head   int
	n      int
	closed bool
	lost   int
}

func NewMember(name string) *Member {
	m := &Member{name: name}
	m.wake = sync.NewCond(&m.mu)
	return m
}

// push takes ref over.
func (m *Member) push(ref rcpool.Ref[Message]) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		ref.Release()
		return
	}
	if m.n == len(m.inbox) {
		m.inbox[m.head].Release()
		m.head = (m.head + 1) % len(m.inbox)
		m.n--
		m.lost++
	}
	m.inbox[(m.head+m.n)%len(m.inbox)] = ref
	m.n++
	m.wake.Signal()
}

// pop waits for a message, which the caller owns. It returns false when the
// member was closed and has no more messages.
func (m *Member) pop() (rcpool.Ref[Message], bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.n == 0 && !m.closed {
		m.wake.Wait()
	}
	if m.n == 0 {
		return rcpool.Ref[Message]{}, false
	}
	ref := rcpool.Move(&m.inbox[m.head])
	m.head = (m.head + 1) % len(m.inbox)
	m.n--
	return ref, true
}

func (m *Member) close(discard bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	for discard && m.n > 0 {
		rcpool.Drop(&m.inbox[m.head])
		m.head = (m.head + 1) % len(m.inbox)
		m.n--
	}
	m.wake.Broadcast()
}

type Room struct {
	mu      sync.Mutex
	members map[string]*Member
}

func (r *Room) Join(m *Member) { r.mu.Lock(); r.members[m.name] = m; r.mu.Unlock() }

func (r *Room) Leave(name string) {
	r.mu.Lock()
	m := r.members[name]
	delete(r.members, name)
	r.mu.Unlock()
	if m != nil {
		m.close(true)
	}
}

func (r *Room) Say(from, text string) int {
	ref := messages.Get()
	defer ref.Release()
	msg := ref.Value()
	msg.From, msg.Text = from, append(msg.Text, text...)
	r.mu.Lock()
	defer r.mu.Unlock()
	sent := 0
	for name, m := range r.members {
		if name != from {
			m.push(ref.Retain())
			sent++
		}
	}
	return sent
}

func main() {
	room := &Room{members: make(map[string]*Member)}
	ann, bob, sloth := NewMember("ann"), NewMember("bob"), NewMember("sloth")
	for _, m := range []*Member{ann, bob, sloth} {
		room.Join(m)
	}
	var wg sync.WaitGroup
	for _, m := range []*Member{ann, bob} {
		wg.Go(func() {
			bytes := 0
			for ref, ok := m.pop(); ok; ref, ok = m.pop() {
				bytes += len(ref.Value().Text)
				ref.Release()
			}
			if bytes == 0 {
				panic(m.name + " heard nothing")
			}
		})
	}
	for i := range 20 {
		room.Say([]string{"ann", "bob", "cem"}[i%3], fmt.Sprint("message ", i))
	}
	room.Leave("sloth")
	room.Leave("nobody")
	for _, m := range []*Member{ann, bob} {
		m.close(false)
	}
	wg.Wait()
	fmt.Println("sloth lost", sloth.lost, "late reach", room.Say("cem", "anybody?"))
}
