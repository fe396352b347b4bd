// truth: correct

// Command respserver speaks a subset of the Redis protocol over loopback.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
)

var errProtocol = errors.New("protocol error")

type command struct {
	args []string
	raw  []byte
}

var commands = sync.Pool{New: func() any { return new(command) }}

func (c *command) free() {
	if cap(c.raw) > 16<<10 {
		return
	}
	clear(c.args)
	c.args, c.raw = c.args[:0], c.raw[:0]
	commands.Put(c)
}

// readCommand returns a command that the caller frees.
func readCommand(r *bufio.Reader) (*command, error) {
	n, err := readLen(r, '*')
	if err != nil {
		return nil, err
	}
	c := commands.Get().(*command)
	for range n {
		if err := c.readArg(r); err != nil {
			c.free()
			return nil, err
		}
	}
	if len(c.args) == 0 {
		c.free()
		return nil, errProtocol
	}
	return c, nil
}

func (c *command) readArg(r *bufio.Reader) error {
	n, err := readLen(r, '$')
	if err != nil {
		return err
	}
	if cap(c.raw) < n+2 {
		c.raw = make([]byte, n+2)
	}
	c.raw = c.raw[:n+2]
	if _, err := io.ReadFull(r, c.raw); err != nil {
		return err
	}
	c.args = append(c.args, string(c.raw[:n]))
	return nil
}

func readLen(r *bufio.Reader, kind byte) (int, error) {
	line, err := r.ReadString('\n')
	if err != nil {
		return 0, err
	}
	if line[0] != kind {
		return 0, errProtocol
	}
	n, err := strconv.Atoi(strings.TrimSpace(line[1:]))
	if err != nil || n < 0 || n > 1<<20 {
		return 0, errProtocol
	}
	return n, nil
}

type store struct {
	mu   sync.RWMutex
	data map[string]string
}

var verbs = map[string]struct {
	argc int
	run  func(*store, []string) string
}{
	"PING": {1, func(*store, []string) string { return "+PONG\r\n" }},
	"SET": {3, func(s *store, a []string) string {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.data[a[1]] = a[2]
		return "+OK\r\n"
	}},
	"GET": {2, func(s *store, a []string) string {
		s.mu.RLock()
		defer s.mu.RUnlock()
		v, ok := s.data[a[1]]
		if !ok {
			return "$-1\r\n"
		}
		return fmt.Sprintf("$%d\r\n%s\r\n", len(v), v)
	}},
}

func (s *store) exec(c *command) string {
	v, ok := verbs[strings.ToUpper(c.args[0])]
	if !ok || len(c.args) != v.argc {
		return "-ERR " + c.args[0] + "\r\n"
	}
	return v.run(s, c.args)
}

func (s *store) serve(conn net.Conn) error {
	defer conn.Close()
	r, w := bufio.NewReader(conn), bufio.NewWriter(conn)
	for {
		c, err := readCommand(r)
		if err != nil {
			w.Flush()
			return err
		}
		w.WriteString(s.exec(c))
		c.free()
		if r.Buffered() == 0 {
			if err := w.Flush(); err != nil {
				return err
			}
		}
	}
}

func main() {
	client, server := net.Pipe()
	s := &store{data: map[string]string{}}
	done := make(chan error, 1)
	go func() { done <- s.serve(server) }()
	go func() {
		io.WriteString(client, "*1\r\n$4\r\nPING\r\n*3\r\n$3\r\nset\r\n$1\r\nk\r\n$5\r\nhello\r\n")
		io.WriteString(client, "*2\r\n$3\r\nGET\r\n$1\r\nk\r\n*1\r\n$3\r\nBAD\r\n*0\r\n")
	}()
	reply, err := io.ReadAll(client)
	fmt.Printf("%q %v %v\n", reply, err, <-done)
}
