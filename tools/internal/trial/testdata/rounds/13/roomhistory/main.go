// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type line struct {
	nick string
	text []byte
	seq  int
}

func (l *line) Reset() { *l = line{text: l.text[:0]} }

var lines = rcpool.Pool[line]{Name: "chat.lines"}

// A room keeps the latest lines for those who join, and sends new ones to all.
type room struct {
	mu      sync.Mutex
	history [3]rcpool.Ref[line]
	seq     int
	clients map[string]chan rcpool.Ref[line]
	dropped int
}

func (r *room) join(nick string) <-chan rcpool.Ref[line] {
	r.mu.Lock()
	defer r.mu.Unlock()
	ch := make(chan rcpool.Ref[line], len(r.history)+1)
	for i := range r.history {
		l := r.history[(r.seq+i)%len(r.history)]
		if !l.IsZero() {
			ch <- l.Retain()
		}
	}
	if old, ok := r.clients[nick]; ok {
		close(old)
	}
	r.clients[nick] = ch
	return ch
}

func (r *room) say(nick, text string) {
	l := lines.Get()
	v := l.Value()
	v.nick = nick
	v.text = append(v.text, text...)
	r.mu.Lock()
	defer r.mu.Unlock()
	v.seq = r.seq
	for _, ch := range r.clients {
		c := l.Retain()
		select {
		case ch <- c:
		default:
			c.Release()
			r.dropped++
		}
	}
	slot := &r.history[r.seq%len(r.history)]
	rcpool.Drop(slot)
	*slot = l
	r.seq++
}

func (r *room) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for nick, ch := range r.clients {
		close(ch)
		delete(r.clients, nick)
	}
	for i := range r.history {
		rcpool.Drop(&r.history[i])
	}
}

func read(ch <-chan rcpool.Ref[line]) (n, last int) {
	for l := range ch {
		n++
		last = l.Value().seq
		l.Release()
	}
	return n, last
}

func main() {
	r := &room{clients: map[string]chan rcpool.Ref[line]{}}
	a := r.join("ann")
	for i := range 5 {
		r.say("ann", fmt.Sprint("line ", i))
	}
	b := r.join("bob")
	b2 := r.join("bob")
	r.say("bob", "hello")
	r.close()
	for _, ch := range []<-chan rcpool.Ref[line]{a, b, b2} {
		fmt.Println(read(ch))
	}
	fmt.Println("dropped", r.dropped)
}
