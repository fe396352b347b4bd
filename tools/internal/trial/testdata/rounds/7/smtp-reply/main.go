// truth: unflushed line 45 plain

// Command smtp-reply writes replies of several lines to a client.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
)

var writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 128) }}

type reply struct {
	code  int
	lines []string
}

var errNoLines = errors.New("reply without lines")

type session struct {
	conn    io.Writer
	replies int
}

func (s *session) reply(r reply) error {
	if len(r.lines) == 0 {
		return errNoLines
	}
	out := writers.Get().(*bufio.Writer)
	out.Reset(s.conn)
	var err error
	for i, line := range r.lines {
		sep := byte('-')
		if i == len(r.lines)-1 {
			sep = ' '
		}
		if _, err = fmt.Fprintf(out, "%d%c%s\r\n", r.code, sep, line); err != nil {
			break
		}
	}
	writers.Put(out)
	s.replies++
	return err
}

func main() {
	for _, replies := range [][]reply{
		{{250, []string{"mail.example.com", "SIZE 1000", "HELP"}}},
		{{220, []string{"ready"}}, {221, []string{"bye"}}},
		{{250, nil}},
	} {
		var conn bytes.Buffer
		s := &session{conn: &conn}
		want := 0
		for _, r := range replies {
			if err := s.reply(r); err != nil {
				fmt.Println(err)
				continue
			}
			want += len(r.lines)
		}
		fmt.Println(bytes.Count(conn.Bytes(), []byte("\r\n")), "of", want, "lines")
	}
}
