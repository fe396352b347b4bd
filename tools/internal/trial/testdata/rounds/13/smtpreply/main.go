// truth: unflushed line 45 plain
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

var replyWriters = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 512) }}

type session struct {
	conn  io.ReadWriter
	lines *bufio.Scanner
	host  string
}

// multi sends a reply of several lines, such as the answer to EHLO.
func (s *session) multi(code int, lines ...string) error {
	w := replyWriters.Get().(*bufio.Writer)
	w.Reset(s.conn)
	defer func() {
		w.Reset(nil)
		replyWriters.Put(w)
	}()
	for i, l := range lines {
		sep := byte('-')
		if i == len(lines)-1 {
			sep = ' '
		}
		if _, err := fmt.Fprintf(w, "%d%c%s\r\n", code, sep, l); err != nil {
			return err
		}
	}
	return w.Flush()
}

func (s *session) reply(code int, text string) error {
	w := replyWriters.Get().(*bufio.Writer)
	w.Reset(s.conn)
	_, err := fmt.Fprintf(w, "%d %s\r\n", code, text)
	replyWriters.Put(w)
	return err
}

func (s *session) serve() error {
	for s.lines.Scan() {
		verb, _, _ := strings.Cut(s.lines.Text(), " ")
		var err error
		switch strings.ToUpper(verb) {
		case "EHLO":
			err = s.multi(250, s.host, "PIPELINING", "8BITMIME")
		case "NOOP":
			err = s.reply(250, "ok")
		case "QUIT":
			return s.reply(221, "bye")
		default:
			err = s.reply(502, "not implemented")
		}
		if err != nil {
			return err
		}
	}
	return s.lines.Err()
}

type pipe struct {
	io.Reader
	io.Writer
}

func main() {
	var out bytes.Buffer
	in := strings.NewReader("EHLO me\r\nNOOP\r\nTURN\r\nQUIT\r\n")
	s := &session{conn: pipe{in, &out}, lines: bufio.NewScanner(in), host: "mx1.example.org"}
	if err := s.serve(); err != nil {
		fmt.Println("error:", err)
	}
	fmt.Print(out.String())
}
