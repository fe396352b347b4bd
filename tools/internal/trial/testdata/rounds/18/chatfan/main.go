// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Post struct {
	Author string
	Text   []byte
}

func (p *Post) Reset() { p.Author, p.Text = "", p.Text[:0] }

var posts = rcpool.Pool[Post]{Name: "posts"}

type subscriber struct {
	nick  string
	queue chan rcpool.Ref[Post]
	bytes atomic.Int64
}

type hub struct {
	mu     sync.RWMutex
	subs   map[string]*subscriber
	closed bool
	wg     sync.WaitGroup
	missed atomic.Int64
}

func (h *hub) join(nick string, room int, read bool) {
	s := &subscriber{nick: nick, queue: make(chan rcpool.Ref[Post], room)}
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		return
	}
	old := h.subs[nick]
	h.subs[nick] = s
	if read {
		h.wg.Add(1)
	}
	h.mu.Unlock()
	if old != nil {
		h.end(old)
	}
	if read {
		go func() {
			defer h.wg.Done()
			for p := range s.queue {
				s.bytes.Add(int64(len(p.Value().Text)))
				p.Release()
			}
		}()
	}
}

// end closes a subscriber that is in the map no more.
func (h *hub) end(s *subscriber) {
	close(s.queue)
	for p := range s.queue {
		p.Release()
	}
}

func (h *hub) say(author, text string) int {
	p := posts.Get()
	defer p.Release()
	p.Value().Author = author
	p.Value().Text = append(p.Value().Text, text...)
	h.mu.RLock()
	defer h.mu.RUnlock()
	if h.closed {
		return 0
	}
	n := 0
	for nick, s := range h.subs {
		if nick == author {
			continue
		}
		mine := p.Retain()
		select {
		case s.queue <- mine:
			n++
		default:
			mine.Release()
			h.missed.Add(1)
		}
	}
	return n
}

func (h *hub) leave(nick string) {
	h.mu.Lock()
	s, ok := h.subs[nick]
	delete(h.subs, nick)
	h.mu.Unlock()
	if ok {
		h.end(s)
	}
}

func (h *hub) close() {
	h.mu.Lock()
	h.closed = true
	subs := h.subs
	h.subs = nil
	h.mu.Unlock()
	for _, s := range subs {
		h.end(s)
	}
	h.wg.Wait()
}

func main() {
	h := &hub{subs: map[string]*subscriber{}}
	h.join("ada", 64, true)
	h.join("bob", 2, false) // never reads
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range 5 {
				h.say("ada", fmt.Sprintf("%d.%d", i, j))
			}
		}()
	}
	wg.Wait()
	fmt.Println(h.missed.Load())
	h.join("bob", 8, true)
	fmt.Println(h.say("cyd", "hello"))
	h.leave("bob")
	h.leave("bob")
	h.close()
	fmt.Println(h.say("cyd", "anybody?"))
}
