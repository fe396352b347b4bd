// truth: leak line 65 plain

// Command smtpspool accepts mail over a line protocol and spools it.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"strings"

	"github.com/rcpool/rcpool"
)

type Envelope struct {
	From string
	To   []string
	Body strings.Builder
	Size int
}

func (e *Envelope) Reset() {
	e.From, e.Size = "", 0
	clear(e.To)
	e.To = e.To[:0]
	e.Body.Reset()
}

var envelopes = rcpool.Pool[Envelope]{Name: "smtp.envelopes"}

type spool struct {
	queue chan rcpool.Ref[Envelope]
	max   int
}

var (
	errTooBig       = errors.New("552 message exceeds the size limit")
	errNoRecipients = errors.New("554 no valid recipients")
	errProtocol     = errors.New("500 unexpected command")
)

func (s *spool) parseEnvelope(in *bufio.Scanner, e *Envelope) error {
	for in.Scan() {
		verb, arg, _ := strings.Cut(in.Text(), ":")
		switch verb {
		case "MAIL FROM":
			e.From = arg
		case "RCPT TO":
			if _, err := mail.ParseAddress(arg); err == nil {
				e.To = append(e.To, arg)
			}
		case "DATA":
			return nil
		default:
			return errProtocol
		}
	}
	return io.ErrUnexpectedEOF
}

// accept reads one message and puts it into the queue.
func (s *spool) accept(in *bufio.Scanner) error {
	env := envelopes.Get()
	e := env.Value()
	if err := s.parseEnvelope(in, e); err != nil {
		env.Release()
		return err
	}
	if len(e.To) == 0 {
		env.Release()
		return errNoRecipients
	}
	for in.Scan() {
		line := in.Text()
		if line == "." {
			s.queue <- env
			return nil
		}
		if e.Size += len(line) + 2; e.Size > s.max {
			return errTooBig
		}
		e.Body.WriteString(strings.TrimPrefix(line, "."))
		e.Body.WriteString("\r\n")
	}
	env.Release()
	return io.ErrUnexpectedEOF
}

func (s *spool) deliverAll(deliver func(e *Envelope)) {
	close(s.queue)
	for env := range s.queue {
		deliver(env.Value())
		env.Release()
	}
}

func session(lines ...string) *bufio.Scanner {
	return bufio.NewScanner(strings.NewReader(strings.Join(lines, "\n")))
}

func main() {
	s := &spool{queue: make(chan rcpool.Ref[Envelope], 16), max: 64}
	for _, in := range []*bufio.Scanner{
		session("MAIL FROM:ada@example.test", "RCPT TO:bob@example.test", "DATA", "Hello", "..dot", "."),
		session("MAIL FROM:ada@example.test", "RCPT TO:nobody", "DATA", "."),
		session("MAIL FROM:ada@example.test", "RCPT TO:eve@example.test", "DATA", strings.Repeat("x", 80), "."),
		session("HELO:there"),
	} {
		if err := s.accept(in); err != nil {
			fmt.Println(err)
		}
	}
	s.deliverAll(func(e *Envelope) { fmt.Printf("%s -> %v %q\n", e.From, e.To, e.Body.String()) })
}
