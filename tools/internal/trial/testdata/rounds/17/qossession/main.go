// truth: correct
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type publish struct {
	topic   string
	payload []byte
	dup     bool
}

func (p *publish) Reset() { p.topic, p.payload, p.dup = "", p.payload[:0], false }

var publishes = rcpool.Pool[publish]{Name: "publishes"}

type wire struct {
	sent  []string
	limit int
}

func (w *wire) write(id uint16, p *publish) error {
	if w.limit == 0 {
		return errors.New("broken pipe")
	}
	w.limit--
	w.sent = append(w.sent, fmt.Sprintf("%d:%s:%t", id, p.topic, p.dup))
	return nil
}

type inflight struct {
	msg   rcpool.Ref[publish]
	tries int
}

type session struct {
	wire    *wire
	next    uint16
	pending map[uint16]*inflight
}

// send transmits the message, which stays in flight until it is acknowledged.
func (s *session) send(msg rcpool.Ref[publish]) error {
	s.next++
	s.pending[s.next] = &inflight{msg: msg.Retain(), tries: 1}
	if err := s.wire.write(s.next, msg.Value()); err != nil {
		s.forget(s.next)
		return err
	}
	return nil
}

func (s *session) forget(id uint16) bool {
	fl, ok := s.pending[id]
	if !ok {
		return false
	}
	delete(s.pending, id)
	fl.msg.Release()
	return true
}

func (s *session) resume(w *wire) error {
	s.wire = w
	for id, fl := range s.pending {
		if fl.tries++; fl.tries > 2 {
			s.forget(id)
			continue
		}
		fl.msg.Value().dup = true
		if err := w.write(id, fl.msg.Value()); err != nil {
			return fmt.Errorf("resume: %w", err)
		}
	}
	return nil
}

func (s *session) Close() error {
	n := len(s.pending)
	for id := range s.pending {
		s.forget(id)
	}
	if n > 0 {
		return fmt.Errorf("%d messages unacknowledged", n)
	}
	return nil
}

func main() {
	s := &session{wire: &wire{limit: 3}, pending: map[uint16]*inflight{}}
	for i := range 4 {
		msg := publishes.Get()
		msg.Value().topic = fmt.Sprintf("t/%d", i)
		if err := s.send(msg); err != nil {
			fmt.Println("send:", err)
		}
		msg.Release()
	}
	fmt.Println(s.forget(2), s.forget(2))
	fmt.Println(s.resume(&wire{limit: 9}), len(s.wire.sent))
	fmt.Println(s.resume(&wire{limit: 9}), len(s.wire.sent))
	msg := publishes.Get()
	fmt.Println(s.send(msg))
	msg.Release()
	fmt.Println(s.Close())
}
