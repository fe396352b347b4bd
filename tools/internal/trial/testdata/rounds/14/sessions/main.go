// truth: leak line 35,60 hard

// Command sessions expires idle sessions of a proxy.
package main

import (
	"fmt"
	"sort"

	"github.com/rcpool/rcpool/stdpool"
)

type session struct {
	name   string
	seen   int
	unsent stdpool.ByteRef
}

func (s *session) Close() int {
	n := s.unsent.Len()
	s.unsent.Drop()
	return n
}

type table struct {
	now      int
	timeout  int
	sessions map[string]*session
	lost     int
}

func (t *table) write(name string, p []byte) {
	s, ok := t.sessions[name]
	if !ok {
		s = &session{name: name, unsent: stdpool.Bytes(0)}
		t.sessions[name] = s
	}
	s.seen = t.now
	s.unsent.Append(p...)
}

func (t *table) drain(name string) string {
	s, ok := t.sessions[name]
	if !ok {
		return ""
	}
	text := string(s.unsent.Value())
	delete(t.sessions, name)
	s.Close()
	return text
}

// tick forgets the sessions that were idle for too long.
func (t *table) tick() (expired []string) {
	t.now++
	for name, s := range t.sessions {
		if t.now-s.seen > t.timeout {
			t.lost += s.unsent.Len()
			expired = append(expired, name)
			delete(t.sessions, name)
		}
	}
	sort.Strings(expired)
	return expired
}

func (t *table) Close() {
	for name, s := range t.sessions {
		t.lost += s.Close()
		delete(t.sessions, name)
	}
}

func main() {
	t := &table{timeout: 1, sessions: map[string]*session{}}
	t.write("a", []byte("hello"))
	t.write("b", []byte("bye"))
	t.tick()
	t.write("a", []byte(" world"))
	fmt.Println(t.tick())
	fmt.Println(t.drain("a"))
	t.write("c", []byte("unsent"))
	t.Close()
	fmt.Println(t.lost)
}
