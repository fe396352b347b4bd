// truth: escape line 102 callee

// Chatrooms relays messages between the members of rooms, and shows newcomers
// what was said before.
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type message struct {
	room string
	from string
	text []byte
}

func (m *message) Reset() { *m = message{text: m.text[:0]} }

var messages = rcpool.Pool[message]{Name: "messages"}

type history struct {
	recent []*message
	limit  int
}

// note remembers the message.
func (h *history) note(m *message) {
	if len(h.recent) == h.limit {
		copy(h.recent, h.recent[1:])
		h.recent = h.recent[:h.limit-1]
	}
	h.recent = append(h.recent, m)
}

func (h *history) replay(show func(*message)) {
	for _, m := range h.recent {
		show(m)
	}
}

type member struct {
	name  string
	lines []string
}

func (m *member) show(msg *message) {
	m.lines = append(m.lines, fmt.Sprintf("<%s> %s", msg.from, msg.text))
}

type room struct {
	mu      sync.Mutex
	name    string
	members []*member
	past    history
}

type server struct {
	mu    sync.Mutex
	rooms map[string]*room
}

func (s *server) room(name string) *room {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.rooms[name]
	if !ok {
		r = &room{name: name, past: history{limit: 2}}
		s.rooms[name] = r
	}
	return r
}

func (s *server) join(name string, m *member) {
	r := s.room(name)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.past.replay(m.show)
	r.members = append(r.members, m)
}

// handle parses "room text" and relays the message.
func (s *server) handle(from, line string) error {
	room, text, ok := strings.Cut(line, " ")
	if !ok {
		return fmt.Errorf("%s: empty message", from)
	}
	ref := messages.Get()
	defer ref.Release()
	msg := ref.Value()
	msg.room, msg.from = room, from
	msg.text = append(msg.text, text...)
	r := s.room(room)
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.members {
		m.show(msg)
	}
	r.past.note(msg)
	return nil
}

func main() {
	s := &server{rooms: map[string]*room{}}
	ada, bob := &member{name: "ada"}, &member{name: "bob"}
	s.join("go", ada)
	for _, line := range []string{"go hello", "go anybody here?", "go", "rust hi"} {
		if err := s.handle("ada", line); err != nil {
			fmt.Println(err)
		}
	}
	s.join("go", bob)
	fmt.Println(s.handle("bob", "go yes, I am"))
	fmt.Println(len(ada.lines), len(bob.lines), bob.lines[0])
}
