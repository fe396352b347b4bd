// truth: double-release line 61 hard
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type post struct {
	channel string
	body    []byte
}

func (p *post) Reset() {
	p.channel = ""
	p.body = p.body[:0]
}

var posts = rcpool.Pool[post]{Name: "irc.posts"}

type member struct {
	nick  string
	inbox chan rcpool.Ref[post]
	bytes int
}

func (m *member) read(wg *sync.WaitGroup) {
	defer wg.Done()
	for p := range m.inbox {
		m.bytes += len(p.Value().body)
		p.Release()
	}
}

type server struct {
	members map[string][]*member
	wg      sync.WaitGroup
}

func (s *server) join(channel, nick string) *member {
	m := &member{nick: nick, inbox: make(chan rcpool.Ref[post], 4)}
	s.members[channel] = append(s.members[channel], m)
	s.wg.Add(1)
	go m.read(&s.wg)
	return m
}

// publish sends one post to all members of a channel.
func (s *server) publish(channel, text string) int {
	to := s.members[channel]
	if len(to) == 0 {
		return 0
	}
	p := posts.Get()
	p.Value().channel = channel
	p.Value().body = append(p.Value().body, text...)
	shared := p.Retain()
	for _, m := range to[1:] {
		m.inbox <- shared
	}
	to[0].inbox <- p
	if len(to) == 1 {
		shared.Release()
	}
	return len(to)
}

func (s *server) close() {
	for _, ms := range s.members {
		for _, m := range ms {
			close(m.inbox)
		}
	}
	s.wg.Wait()
}

func main() {
	s := &server{members: map[string][]*member{}}
	a := s.join("#go", "ann")
	b := s.join("#go", "bob")
	s.join("#go", "carl")
	s.join("#c", "dave")
	fmt.Println(s.publish("#go", "hello"), s.publish("#c", "hi"), s.publish("#none", "x"))
	s.close()
	fmt.Println(a.bytes, b.bytes)
}
