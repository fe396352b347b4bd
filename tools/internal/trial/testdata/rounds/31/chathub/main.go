// truth: correct

// Command chathub fans chat messages of a room out to its members.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type message struct {
	room string
	from string
	body []byte
}

func (m *message) Reset() {
	m.room, m.from = "", ""
	m.body = m.body[:0]
}

var messages = rcpool.Pool[message]{Name: "chat.messages"}

var errClosed = errors.New("room is closed")

type member struct {
	name    string
	inbox   chan rcpool.Ref[message]
	dropped int
}

type room struct {
	name string

	mu      sync.Mutex
	members map[string]*member
	closed  bool
	wg      sync.WaitGroup
}

func newRoom(name string) *room {
	return &room{name: name, members: make(map[string]*member)}
}

// join adds a member and starts its writer.
func (r *room) join(name string, depth int, write func(*message)) *member {
	m := &member{name: name, inbox: make(chan rcpool.Ref[message], depth)}
	r.mu.Lock()
	r.members[name] = m
	r.mu.Unlock()
	r.wg.Add(1)
	go func() {
		defer r.wg.Done()
		for ref := range m.inbox {
			write(ref.Value())
			ref.Release()
		}
	}()
	return m
}

// leave removes a member; its writer finishes what is queued.
func (r *room) leave(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m, ok := r.members[name]
	if !ok {
		return
	}
	delete(r.members, name)
	close(m.inbox)
}

// say delivers a message to everyone but its sender.
func (r *room) say(from, body string) error {
	msg := messages.Get()
	defer msg.Release()
	v := msg.Value()
	v.room, v.from = r.name, from
	v.body = append(v.body, body...)

	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return errClosed
	}
	for name, m := range r.members {
		if name == from {
			continue
		}
		share := msg.Retain()
		select {
		case m.inbox <- share:
		default:
			m.dropped++
			share.Release()
		}
	}
	return nil
}

func (r *room) close() {
	r.mu.Lock()
	r.closed = true
	for name, m := range r.members {
		delete(r.members, name)
		close(m.inbox)
	}
	r.mu.Unlock()
	r.wg.Wait()
}

func main() {
	lobby := newRoom("lobby")
	var mu sync.Mutex
	bytes := make(map[string]int)
	count := func(who string) func(*message) {
		return func(m *message) {
			mu.Lock()
			bytes[who] += len(m.body)
			mu.Unlock()
		}
	}
	for _, name := range []string{"ada", "bob", "cyd"} {
		lobby.join(name, 4, count(name))
	}
	for i := range 10 {
		if err := lobby.say("ada", fmt.Sprintf("line %d", i)); err != nil {
			fmt.Println("say:", err)
		}
	}
	lobby.leave("bob")
	_ = lobby.say("cyd", "still here?")
	lobby.close()
	fmt.Println("after close:", lobby.say("ada", "hello?"))
	fmt.Println("ada heard", bytes["ada"])
}
