// truth: unflushed line 64 plain

// Command respserver is a key-value server that speaks a part of the protocol
// of Redis.
package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"
)

var replyWriters = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 256) }}

type store struct {
	mu   sync.RWMutex
	data map[string]string
}

func (s *store) get(key string) (string, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v, ok := s.data[key]
	return v, ok
}

func (s *store) set(key, value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.data[key] = value
}

// execute runs a command and returns the reply.
func (s *store) execute(words []string) (reply string, bulk bool) {
	switch {
	case len(words) == 3 && words[0] == "SET":
		s.set(words[1], words[2])
		return "+OK", false
	case len(words) == 2 && words[0] == "GET":
		v, ok := s.get(words[1])
		if !ok {
			return "$-1", false
		}
		return v, true
	case len(words) == 1 && words[0] == "PING":
		return "+PONG", false
	}
	return "-ERR unknown command", false
}

func (s *store) handle(conn io.Writer, line string) {
	out := replyWriters.Get().(*bufio.Writer)
	out.Reset(conn)
	reply, bulk := s.execute(strings.Fields(line))
	if bulk {
		fmt.Fprintf(out, "$%d\r\n", len(reply))
	}
	out.WriteString(reply)
	out.WriteString("\r\n")
	replyWriters.Put(out)
}

func (s *store) serve(conn net.Conn) {
	defer conn.Close()
	in := bufio.NewScanner(conn)
	for in.Scan() {
		s.handle(conn, in.Text())
	}
}

func main() {
	client, server := net.Pipe()
	s := &store{data: map[string]string{}}
	var wg sync.WaitGroup
	wg.Go(func() { s.serve(server) })
	for _, line := range []string{"PING", "SET a 1", "GET a"} {
		io.WriteString(client, line+"\r\n")
		client.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
		reply := make([]byte, 64)
		n, err := client.Read(reply)
		fmt.Printf("%q %v\n", reply[:n], err)
	}
	client.Close()
	wg.Wait()
}
