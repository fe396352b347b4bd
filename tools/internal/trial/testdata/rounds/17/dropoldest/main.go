// truth: correct
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type utterance struct {
	from string
	text []byte
}

func (u *utterance) Reset() { u.from, u.text = "", u.text[:0] }

var utterances = rcpool.Pool[utterance]{Name: "utterances"}

type guest struct {
	name    string
	queue   chan rcpool.Ref[utterance]
	dropped int
}

// deliver takes u over. A slow guest loses the oldest of what is queued.
func (g *guest) deliver(u rcpool.Ref[utterance]) {
	for {
		select {
		case g.queue <- u:
			return
		default:
		}
		select {
		case oldest := <-g.queue:
			oldest.Release()
			g.dropped++
		default:
		}
	}
}

func (g *guest) read(max int) (out []string) {
	for range max {
		select {
		case u, ok := <-g.queue:
			if !ok {
				return out
			}
			out = append(out, u.Value().from+": "+string(u.Value().text))
			u.Release()
		default:
			return out
		}
	}
	return out
}

type lobby struct {
	mu     sync.Mutex
	guests map[string]*guest
}

func (l *lobby) join(name string) (*guest, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.guests[name] != nil {
		return nil, fmt.Errorf("name %s is taken", name)
	}
	g := &guest{name: name, queue: make(chan rcpool.Ref[utterance], 2)}
	l.guests[name] = g
	return g, nil
}

func (l *lobby) leave(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	g := l.guests[name]
	if g == nil {
		return
	}
	delete(l.guests, name)
	close(g.queue)
	for u := range g.queue {
		u.Release()
	}
}

func (l *lobby) say(from, text string) {
	u := utterances.Get()
	defer u.Release()
	u.Value().from = from
	u.Value().text = append(u.Value().text, strings.TrimSpace(text)...)
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, g := range l.guests {
		if name != from {
			g.deliver(u.Retain())
		}
	}
}

func main() {
	l := &lobby{guests: map[string]*guest{}}
	ann, _ := l.join("ann")
	bob, _ := l.join("bob")
	_, err := l.join("ann")
	fmt.Println(err)
	for i := range 4 {
		l.say("ann", fmt.Sprintf(" hello %d ", i))
	}
	l.say("bob", "hi")
	fmt.Println(bob.read(1), bob.dropped, ann.read(9))
	l.leave("bob")
	l.say("ann", "anyone?")
	l.leave("ann")
	l.leave("ann")
	fmt.Println(len(bob.read(5)))
}
