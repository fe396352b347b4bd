// truth: correct

// An SMTP server whose sessions have pooled readers and writers.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
)

var (
	readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 512) }}
	writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 512) }}
)

type session struct {
	conn net.Conn
	in   *bufio.Reader
	out  *bufio.Writer
	rcpt []string
}

func newSession(c net.Conn) *session {
	s := &session{conn: c, in: readers.Get().(*bufio.Reader), out: writers.Get().(*bufio.Writer)}
	s.in.Reset(c)
	s.out.Reset(c)
	return s
}

// Close may be called again.
func (s *session) Close() error {
	if s.in == nil {
		return nil
	}
	err := s.out.Flush()
	s.in.Reset(nil)
	s.out.Reset(nil)
	readers.Put(s.in)
	writers.Put(s.out)
	s.in, s.out = nil, nil
	return errors.Join(err, s.conn.Close())
}

func (s *session) reply(code int, text string) error {
	fmt.Fprintf(s.out, "%d %s\r\n", code, text)
	if s.in.Buffered() > 0 {
		return nil // the client pipelines: answer all at once
	}
	return s.out.Flush()
}

func (s *session) command() (verb, arg string, err error) {
	line, err := s.in.ReadSlice('\n')
	if err != nil {
		return "", "", err
	}
	verb, arg, _ = strings.Cut(strings.TrimSpace(string(line)), " ")
	return strings.ToUpper(verb), arg, nil
}

func (s *session) serve() error {
	defer s.Close()
	if err := s.reply(220, "ready"); err != nil {
		return err
	}
	for {
		verb, arg, err := s.command()
		if err != nil {
			return err
		}
		switch verb {
		case "RCPT":
			s.rcpt = append(s.rcpt, arg)
			err = s.reply(250, fmt.Sprint(len(s.rcpt), " recipients"))
		case "QUIT":
			s.reply(221, "bye")
			return s.Close()
		default:
			err = s.reply(502, "what is "+verb)
		}
		if err != nil {
			return err
		}
	}
}

func main() {
	for _, script := range []string{"RCPT a@x\r\nRCPT b@x\r\nQUIT\r\n", "HELO\r\n"} {
		client, server := net.Pipe()
		var wg sync.WaitGroup
		wg.Go(func() { fmt.Println("session:", newSession(server).serve()) })
		wg.Go(func() {
			io.WriteString(client, script)
			if !strings.Contains(script, "QUIT") {
				client.Close()
			}
		})
		answer, _ := io.ReadAll(client)
		client.Close()
		wg.Wait()
		fmt.Printf("%q\n", answer)
	}
}
