// truth: escape line 48,52 hard
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

type message struct {
	room string
	body []byte
	seen int
}

var messages = sync.Pool{New: func() any { return &message{body: make([]byte, 0, 64)} }}

// turn gathers what is to be done when the round trip to the client is over.
type turn struct {
	after []func(*strings.Builder)
}

func (t *turn) later(f func(*strings.Builder)) { t.after = append(t.after, f) }

func (t *turn) finish() string {
	var sb strings.Builder
	for _, f := range t.after {
		f(&sb)
	}
	t.after = t.after[:0]
	return sb.String()
}

type server struct {
	members map[string][]string
	turn    turn
}

func (s *server) post(room, text string) (int, error) {
	members, ok := s.members[room]
	if !ok {
		return 0, errors.New("no room " + room)
	}
	m := messages.Get().(*message)
	m.room, m.seen = room, 0
	m.body = append(m.body[:0], text...)
	defer messages.Put(m)
	for range members {
		m.seen++
	}
	s.turn.later(func(sb *strings.Builder) {
		fmt.Fprintf(sb, "%s:%s;", m.room, m.body)
	})
	return m.seen, nil
}

func main() {
	s := &server{members: map[string][]string{"go": {"ann", "bob"}, "c": {"cid"}}}
	wrong := 0
	for i := range 10 {
		if _, err := s.post("go", fmt.Sprint("hello ", i)); err != nil {
			fmt.Println(err)
		}
		s.post("c", "segfault")
		s.post("rust", "")
		if got := s.turn.finish(); got != fmt.Sprintf("go:hello %d;c:segfault;", i) {
			wrong++
		}
	}
	fmt.Println("wrong transcripts:", wrong > 0)
}
