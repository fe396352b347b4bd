// truth: leak line 67 plain

// Smtpspool accepts mail over a line protocol and spools it for delivery.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type envelope struct {
	from string
	to   []string
	body []byte
}

func (e *envelope) Reset() {
	clear(e.to)
	*e = envelope{to: e.to[:0], body: e.body[:0]}
}

var envelopes = rcpool.Pool[envelope]{
	Name: "envelopes",
	Keep: func(e *envelope) bool { return cap(e.body) <= 32<<10 },
}

var (
	errNoRecipient = errors.New("503 need RCPT")
	errTooLarge    = errors.New("552 message too large")
)

type spool struct {
	mu    sync.Mutex
	queue []rcpool.Ref[envelope]
	sent  int
}

func (s *spool) put(env rcpool.Ref[envelope]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, env)
}

func (s *spool) deliver() {
	s.mu.Lock()
	queue := s.queue
	s.queue = nil
	s.mu.Unlock()
	for _, env := range queue {
		s.sent += len(env.Value().to)
		env.Release()
	}
}

type session struct {
	spool *spool
	limit int
}

// receive reads one mail up to the line with a single dot.
func (s *session) receive(in *bufio.Scanner) error {
	env := envelopes.Get()
	mail := env.Value()
	inBody := false
	for in.Scan() {
		line := in.Text()
		switch {
		case inBody && line == ".":
			if len(mail.to) == 0 {
				env.Release()
				return errNoRecipient
			}
			s.spool.put(env)
			return nil
		case inBody:
			if len(mail.body)+len(line) > s.limit {
				return errTooLarge
			}
			mail.body = append(append(mail.body, line...), '\n')
		case line == "DATA":
			inBody = true
		default:
			verb, arg, _ := strings.Cut(line, ":")
			if verb == "MAIL" {
				mail.from = arg
			} else if verb == "RCPT" {
				mail.to = append(mail.to, arg)
			}
		}
	}
	env.Release()
	return errors.Join(in.Err(), errors.New("421 connection lost"))
}

func main() {
	s := &session{spool: &spool{}, limit: 40}
	mails := []string{
		"MAIL:a@x\nRCPT:b@y\nRCPT:c@y\nDATA\nhello\n.\n",
		"MAIL:a@x\nDATA\nhello\n.\n",
		"MAIL:a@x\nRCPT:b@y\nDATA\nthis body is quite a bit longer than allowed here\n.\n",
		"MAIL:a@x\nRCPT:b@y\nDATA\nhel",
	}
	for _, text := range mails {
		fmt.Println(s.receive(bufio.NewScanner(strings.NewReader(text))))
	}
	s.spool.deliver()
	fmt.Println(s.spool.sent)
}
