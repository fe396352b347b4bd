// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Hook struct {
	URL      string
	Event    string
	Attempts int
	Payload  []byte
}

func (h *Hook) Reset() {
	h.URL, h.Event, h.Attempts = "", "", 0
	h.Payload = h.Payload[:0]
}

var (
	hooks   = rcpool.Pool[Hook]{Name: "hooks", Keep: func(h *Hook) bool { return cap(h.Payload) < 1<<16 }}
	errFull = errors.New("webhook queue is full")
	errGone = errors.New("endpoint is gone")
)

type sender struct {
	queue   chan rcpool.Ref[Hook]
	pending sync.WaitGroup
	workers sync.WaitGroup
	mu      sync.Mutex
	log     map[string]int
	post    func(*Hook) error
}

func newSender(n int, post func(*Hook) error) *sender {
	s := &sender{queue: make(chan rcpool.Ref[Hook], 8), log: map[string]int{}, post: post}
	for range n {
		s.workers.Add(1)
		go s.work()
	}
	return s
}

func (s *sender) note(what string) {
	s.mu.Lock()
	s.log[what]++
	s.mu.Unlock()
}

func (s *sender) work() {
	defer s.workers.Done()
	for h := range s.queue {
		s.attempt(h)
	}
}

// attempt posts the hook, and queues it again if that may help.
func (s *sender) attempt(h rcpool.Ref[Hook]) {
	defer s.pending.Done()
	defer rcpool.Drop(&h)
	v := h.Value()
	v.Attempts++
	err := s.post(v)
	switch {
	case err == nil:
		s.note("delivered")
	case errors.Is(err, errGone), v.Attempts >= 3:
		s.note("dropped")
	default:
		s.note("again")
		s.pending.Add(1)
		select {
		case s.queue <- h:
			h = rcpool.Ref[Hook]{}
		default:
			s.pending.Done()
			s.note("overflow")
		}
	}
}

func (s *sender) send(url, event string, payload []byte) error {
	h := hooks.Get()
	v := h.Value()
	v.URL, v.Event = url, event
	v.Payload = append(v.Payload, payload...)
	s.pending.Add(1)
	select {
	case s.queue <- h:
		return nil
	default:
		s.pending.Done()
		h.Release()
		return errFull
	}
}

func (s *sender) close() {
	s.pending.Wait()
	close(s.queue)
	s.workers.Wait()
}

func main() {
	s := newSender(2, func(h *Hook) error {
		switch {
		case h.URL == "https://gone":
			return errGone
		case h.URL == "https://slow" && h.Attempts < 3:
			return errors.New("timeout")
		}
		return nil
	})
	for i, u := range []string{"https://ok", "https://gone", "https://slow"} {
		if err := s.send(u, "invoice.paid", fmt.Appendf(nil, `{"n":%d}`, i)); err != nil {
			fmt.Println(err)
		}
	}
	s.close()
	fmt.Println(s.log)
}
