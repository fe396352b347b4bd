// truth: unflushed line 96 plain

// Command resproto serves a key-value store over a RESP-like protocol, on a
// pipe.
package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"
)

var (
	readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 1024) }}
	writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 1024) }}
)

type server struct {
	mu   sync.RWMutex
	data map[string]string
}

var errQuit = errors.New("quit")

// execute writes the reply of one command.
func (s *server) execute(out *bufio.Writer, args []string) error {
	switch verb := strings.ToUpper(args[0]); {
	case verb == "GET" && len(args) == 2:
		s.mu.RLock()
		v, ok := s.data[args[1]]
		s.mu.RUnlock()
		if !ok {
			_, err := out.WriteString("$-1\r\n")
			return err
		}
		_, err := fmt.Fprintf(out, "$%d\r\n%s\r\n", len(v), v)
		return err
	case verb == "SET" && len(args) == 3:
		s.mu.Lock()
		s.data[args[1]] = args[2]
		s.mu.Unlock()
		_, err := out.WriteString("+OK\r\n")
		return err
	case verb == "QUIT":
		return errQuit
	default:
		_, err := fmt.Fprintf(out, "-ERR unknown command '%s'\r\n", args[0])
		return err
	}
}

func (s *server) serve(conn net.Conn) error {
	defer conn.Close()
	in := readers.Get().(*bufio.Reader)
	in.Reset(conn)
	defer func() {
		in.Reset(nil)
		readers.Put(in)
	}()
	out := writers.Get().(*bufio.Writer)
	defer writers.Put(out)
	out.Reset(conn)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return cmp.Or(out.Flush(), err)
		}
		args := strings.Fields(line)
		if len(args) == 0 {
			continue
		}
		if err := s.execute(out, args); err != nil {
			return cmp.Or(out.Flush(), err)
		}
		if in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
}

// refuse tells a client that there are too many.
func refuse(conn net.Conn, limit int) {
	defer conn.Close()
	out := writers.Get().(*bufio.Writer)
	out.Reset(conn)
	fmt.Fprintf(out, "-ERR more than %d clients\r\n", limit)
	_ = conn.SetWriteDeadline(time.Now().Add(time.Second))
	writers.Put(out)
}

func main() {
	s := &server{data: map[string]string{}}
	client, conn := net.Pipe()
	done := make(chan error, 1)
	go func() { done <- s.serve(conn) }()
	go func() { _, _ = io.WriteString(client, "SET a 1\nGET a\nGET b\nFLY\nQUIT\n") }()
	replies, _ := io.ReadAll(client)
	fmt.Println(strings.Count(string(replies), "\r\n"), <-done)

	client, conn = net.Pipe()
	go refuse(conn, 1)
	text, err := io.ReadAll(client)
	fmt.Printf("%q %v\n", text, err)
}
