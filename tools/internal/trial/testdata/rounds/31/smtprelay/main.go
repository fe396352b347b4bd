// truth: leak line 48 plain

// Command smtprelay accepts mails line by line and queues them for delivery.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

type mail struct {
	from string
	to   []string
	body []byte
}

func (m *mail) Reset() {
	m.from = ""
	clear(m.to)
	m.to = m.to[:0]
	m.body = m.body[:0]
}

var mails = rcpool.Pool[mail]{Name: "mails", Keep: func(m *mail) bool { return cap(m.body) < 1<<20 }}

var (
	errProtocol = errors.New("503 bad sequence of commands")
	errTooMany  = errors.New("452 too many recipients")
	errCut      = errors.New("connection lost in data")
)

type session struct {
	in     *bufio.Scanner
	out    io.Writer
	queue  chan<- rcpool.Ref[mail]
	maxRcp int
}

func (s *session) reply(line string) { fmt.Fprintln(s.out, line) }

// receive reads one mail and queues it.
func (s *session) receive(from string) error {
	ref := mails.Get()
	m := ref.Value()
	m.from = from
	for s.in.Scan() {
		verb, arg, _ := strings.Cut(s.in.Text(), " ")
		switch strings.ToUpper(verb) {
		case "RCPT":
			if len(m.to) == s.maxRcp {
				s.reply(errTooMany.Error())
				return errTooMany
			}
			m.to = append(m.to, arg)
			s.reply("250 ok")
		case "RSET":
			ref.Release()
			s.reply("250 flushed")
			return nil
		case "DATA":
			if len(m.to) == 0 {
				ref.Release()
				return errProtocol
			}
			s.reply("354 go ahead")
			if !s.data(m) {
				ref.Release()
				return errCut
			}
			s.queue <- ref
			s.reply("250 queued")
			return nil
		default:
			ref.Release()
			return errProtocol
		}
	}
	ref.Release()
	return io.ErrUnexpectedEOF
}

func (s *session) data(m *mail) bool {
	for s.in.Scan() {
		line := s.in.Text()
		if line == "." {
			return true
		}
		m.body = append(m.body, line...)
		m.body = append(m.body, '\n')
	}
	return false
}

func (s *session) serve() error {
	for s.in.Scan() {
		verb, arg, _ := strings.Cut(s.in.Text(), " ")
		switch strings.ToUpper(verb) {
		case "MAIL":
			if err := s.receive(arg); err != nil {
				return err
			}
		case "QUIT":
			return nil
		default:
			return errProtocol
		}
	}
	return s.in.Err()
}

func main() {
	queue := make(chan rcpool.Ref[mail], 8)
	for _, script := range []string{
		"MAIL a@x\nRCPT b@x\nDATA\nhi\n.\nMAIL a@x\nRSET\nQUIT",
		"MAIL a@x\nRCPT b@x\nRCPT c@x\nRCPT d@x\nDATA\nhi\n.\n",
		"MAIL a@x\nDATA\n",
		"MAIL a@x\nRCPT b@x\nDATA\nhi",
	} {
		s := &session{in: bufio.NewScanner(strings.NewReader(script)), out: io.Discard, queue: queue, maxRcp: 2}
		fmt.Println(s.serve())
	}
	close(queue)
	for ref := range queue {
		fmt.Println(ref.Value().from, len(ref.Value().body))
		ref.Release()
	}
}
