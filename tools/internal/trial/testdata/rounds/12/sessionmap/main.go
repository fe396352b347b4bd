// truth: leak line 31,41 hard

package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Session struct {
	Client string
	Will   []byte
	Subs   []string
}

func (s *Session) Reset() {
	clear(s.Subs)
	*s = Session{Will: s.Will[:0], Subs: s.Subs[:0]}
}

var sessions = rcpool.Pool[Session]{Name: "sessions"}

type broker struct {
	mu     sync.Mutex
	online map[string]rcpool.Ref[Session]
}

func (b *broker) connect(client, will string, clean bool) bool {
	ref := sessions.Get()
	s := ref.Value()
	s.Client = client
	s.Will = append(s.Will, will...)
	b.mu.Lock()
	defer b.mu.Unlock()
	old, present := b.online[client]
	if present && !clean {
		s.Subs = append(s.Subs, old.Value().Subs...)
	}
	b.online[client] = ref
	return present && !clean
}

func (b *broker) subscribe(client, topic string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if ref, ok := b.online[client]; ok {
		ref.Value().Subs = append(ref.Value().Subs, topic)
	}
}

func (b *broker) disconnect(client string) (will string) {
	b.mu.Lock()
	ref, ok := b.online[client]
	delete(b.online, client)
	b.mu.Unlock()
	if !ok {
		return ""
	}
	defer ref.Release()
	return string(ref.Value().Will)
}

func (b *broker) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for client, ref := range b.online {
		ref.Release()
		delete(b.online, client)
	}
}

func main() {
	b := &broker{online: map[string]rcpool.Ref[Session]{}}
	defer b.Close()
	fmt.Println(b.connect("cam", "gone", true), b.connect("door", "shut", true))
	b.subscribe("cam", "cmd/#")
	b.subscribe("nobody", "x")
	fmt.Println(b.connect("cam", "gone again", false))
	fmt.Println(b.disconnect("cam"), b.disconnect("cam"), len(b.online))
}
