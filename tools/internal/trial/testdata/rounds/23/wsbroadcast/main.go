// truth: double-release line 64 plain
package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type payload struct {
	kind string
	data []byte
}

func (p *payload) Reset() { p.kind, p.data = "", p.data[:0] }

var payloads = rcpool.Pool[payload]{Name: "payloads"}

type socket struct {
	id   int
	send chan rcpool.Ref[payload]
	got  int
}

func (s *socket) writeLoop() {
	for p := range s.send {
		s.got += len(p.Value().data)
		p.Release()
	}
}

type room struct {
	mu      sync.Mutex
	sockets []*socket
	wg      sync.WaitGroup
}

func (r *room) join(id, depth int) {
	s := &socket{id: id, send: make(chan rcpool.Ref[payload], depth)}
	r.mu.Lock()
	r.sockets = append(r.sockets, s)
	r.mu.Unlock()
	r.wg.Go(s.writeLoop)
}

// say sends a text to all sockets.
func (r *room) say(ctx context.Context, kind, text string) error {
	msg := payloads.Get()
	defer msg.Release()
	msg.Value().kind = kind
	msg.Value().data = append(msg.Value().data, text...)

	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.sockets {
		own := msg.Retain()
		select {
		case s.send <- own:
		case <-ctx.Done():
			own.Release()
			msg.Release()
			return fmt.Errorf("socket %d: %w", s.id, ctx.Err())
		}
	}
	return nil
}

func (r *room) close() (total int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.sockets {
		close(s.send)
	}
	r.wg.Wait()
	for _, s := range r.sockets {
		total += s.got
	}
	return total
}

func main() {
	r := new(room)
	for i := range 3 {
		r.join(i, 4)
	}
	for i := range 5 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		if err := r.say(ctx, "chat", fmt.Sprint("message ", i)); err != nil {
			fmt.Println(err)
		}
		cancel()
	}
	fmt.Println(r.close())

	stuck := &room{sockets: []*socket{{id: 9, send: make(chan rcpool.Ref[payload])}}}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	fmt.Println(stuck.say(ctx, "chat", "anybody?"))
}
