// truth: leak line 44 plain

// Command smtpspool accepts mail into an in-memory spool and relays it.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

type envelope struct {
	from  string
	rcpts []string
	body  bytes.Buffer
}

func (e *envelope) Reset() {
	clear(e.rcpts)
	e.from, e.rcpts = "", e.rcpts[:0]
	e.body.Reset()
}

var envelopes = rcpool.Pool[envelope]{
	Name: "smtp.envelopes",
	Keep: func(e *envelope) bool { return e.body.Cap() <= 64<<10 },
}

var (
	errTooBig = errors.New("552 message exceeds the limit")
	errBusy   = errors.New("451 spool is full")
)

type spool struct {
	limit int64
	queue chan rcpool.Ref[envelope]
}

func (s *spool) accept(from string, rcpts []string, data io.Reader) error {
	env := envelopes.Get()
	e := env.Value()
	e.from = from
	for _, r := range rcpts {
		if !strings.Contains(r, "@") {
			env.Release()
			return fmt.Errorf("550 bad recipient %q", r)
		}
		e.rcpts = append(e.rcpts, r)
	}
	n, err := e.body.ReadFrom(io.LimitReader(data, s.limit+1))
	if err != nil {
		env.Release()
		return fmt.Errorf("451 %w", err)
	}
	if n > s.limit {
		return errTooBig
	}
	select {
	case s.queue <- env:
		return nil
	default:
		env.Release()
		return errBusy
	}
}

// relay delivers what is spooled until the queue is closed.
func (s *spool) relay(deliver func(from, to string, body []byte)) (n int) {
	for env := range s.queue {
		e := env.Value()
		for _, to := range e.rcpts {
			deliver(e.from, to, e.body.Bytes())
			n++
		}
		env.Release()
	}
	return n
}

func main() {
	s := &spool{limit: 64, queue: make(chan rcpool.Ref[envelope], 2)}
	for i, rcpts := range [][]string{{"a@x", "b@x"}, {"nobody"}, {"c@x"}, {"d@x"}, {"e@x"}} {
		body := strings.Repeat("hello ", 3+10*(i/2%2))
		if err := s.accept("me@here", rcpts, strings.NewReader(body)); err != nil {
			fmt.Println(i, err)
		}
	}
	close(s.queue)
	sizes := map[string]int{}
	fmt.Println(s.relay(func(_, to string, body []byte) { sizes[to] += len(body) }), sizes)
}
