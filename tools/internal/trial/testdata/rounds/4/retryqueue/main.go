// truth: double-release line 44,57 hard

// Retryqueue sends messages in batches. What fails is queued for later.
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Message struct {
	ID    int
	Body  []byte
	Tries int
}

func (m *Message) Reset() { *m = Message{Body: m.Body[:0]} }

var messages = rcpool.Pool[Message]{Name: "messages"}

var errBusy = errors.New("receiver is busy")

type Sender struct {
	again chan rcpool.Ref[Message]
	sent  []int
	fail  func(*Message) bool
}

func (s *Sender) send(m *Message) error {
	m.Tries++
	if s.fail(m) {
		return errBusy
	}
	s.sent = append(s.sent, m.ID)
	return nil
}

func (s *Sender) Batch(bodies ...string) (failed int) {
	batch := make([]rcpool.Ref[Message], 0, len(bodies))
	defer func() {
		for _, ref := range batch {
			ref.Release()
		}
	}()
	for i, body := range bodies {
		ref := messages.Get()
		m := ref.Value()
		m.ID = i
		m.Body = append(m.Body, body...)
		batch = append(batch, ref)
	}
	for i := range batch {
		if err := s.send(batch[i].Value()); err != nil {
			failed++
			s.again <- batch[i]
		}
	}
	return failed
}

func (s *Sender) Retry() {
	for {
		select {
		case ref := <-s.again:
			if err := s.send(ref.Value()); err != nil {
				fmt.Println("gave up:", ref.Value().ID)
			}
			ref.Release()
		default:
			return
		}
	}
}

func main() {
	s := &Sender{again: make(chan rcpool.Ref[Message], 16)}
	s.fail = func(m *Message) bool { return m.ID%3 == 2 && m.Tries < 2 }
	fmt.Println(s.Batch("a", "b", "c", "d"))
	s.Retry()
	fmt.Println(s.sent)
}
