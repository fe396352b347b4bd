// truth: correct

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type envelope struct {
	From string
	To   []string
	Data []byte
}

func (e *envelope) Reset() {
	clear(e.To)
	*e = envelope{To: e.To[:0], Data: e.Data[:0]}
}

var envelopes = rcpool.Pool[envelope]{Name: "envelopes", Keep: func(e *envelope) bool { return cap(e.Data) <= 1<<16 }}

var (
	errSequence = errors.New("503 bad sequence of commands")
	errQuit     = errors.New("221 bye")
)

type session struct {
	env   rcpool.Ref[envelope]
	queue chan<- rcpool.Ref[envelope]
	max   int
}

func (s *session) command(line string, br *bufio.Reader) error {
	verb, arg, _ := strings.Cut(line, ":")
	switch verb {
	case "MAIL FROM":
		rcpool.Drop(&s.env)
		s.env = envelopes.Get()
		s.env.Value().From = arg
	case "RCPT TO":
		if s.env.IsZero() {
			return errSequence
		}
		e := s.env.Value()
		e.To = append(e.To, arg)
	case "DATA":
		if s.env.IsZero() || len(s.env.Value().To) == 0 {
			return errSequence
		}
		if err := s.data(br); err != nil {
			rcpool.Drop(&s.env)
			return err
		}
		s.queue <- rcpool.Move(&s.env)
	case "RSET":
		rcpool.Drop(&s.env)
	case "QUIT":
		return errQuit
	default:
		return fmt.Errorf("500 unknown command %q", verb)
	}
	return nil
}

func (s *session) data(br *bufio.Reader) error {
	e := s.env.Value()
	for {
		line, err := br.ReadSlice('\n')
		if err != nil {
			return err
		}
		if string(line) == ".\r\n" {
			break
		}
		e.Data = append(e.Data, line...)
	}
	if len(e.Data) > s.max {
		return fmt.Errorf("552 message of %d bytes", len(e.Data))
	}
	return nil
}

func (s *session) serve(conn io.Reader) (replies []string) {
	defer func() { rcpool.Drop(&s.env) }()
	br := stdpool.BufioReader(conn)
	defer br.Release()
	for {
		line, err := br.Value().ReadString('\n')
		if err != nil {
			return append(replies, err.Error())
		}
		err = s.command(strings.TrimSpace(line), br.Value())
		switch {
		case err == nil:
			replies = append(replies, "250")
		case errors.Is(err, errQuit):
			return append(replies, "221")
		default:
			replies = append(replies, err.Error()[:3])
		}
	}
}

func main() {
	queue := make(chan rcpool.Ref[envelope], 1)
	var wg sync.WaitGroup
	wg.Go(func() {
		for e := range queue {
			v := e.Value()
			fmt.Println("queued:", v.From, v.To, len(v.Data))
			e.Release()
		}
	})
	for _, script := range []string{
		"MAIL FROM:a@x\nRCPT TO:b@y\nRCPT TO:c@y\nDATA\nhello\r\n.\r\nQUIT\n",
		"DATA\nMAIL FROM:a@x\nMAIL FROM:d@x\nRSET\nRCPT TO:q\nNOOP\nQUIT\n",
		"MAIL FROM:a@x\nRCPT TO:b@y\nDATA\n" + strings.Repeat("x", 90) + "\r\n.\r\nMAIL FROM:z@x\n",
		"MAIL FROM:a@x\nRCPT TO:b@y\nDATA\nbroken off",
	} {
		client, server := net.Pipe()
		go func() {
			io.WriteString(client, script)
			client.Close()
		}()
		s := &session{queue: queue, max: 80}
		fmt.Println(s.serve(server))
		server.Close()
	}
	close(queue)
	wg.Wait()
}
