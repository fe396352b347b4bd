// truth: double-release line 67 callee

package main

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/rcpool/rcpool"
)

type Command struct {
	Verb string
	Args []string
}

func (c *Command) Reset() {
	clear(c.Args)
	c.Verb, c.Args = "", c.Args[:0]
}

var commands = rcpool.Pool[Command]{Name: "commands"}

var errTooFew = errors.New("too few arguments")

type store struct{ data map[string]string }

// apply answers the command and ends it.
func (s *store) apply(command rcpool.Ref[Command], w *bufio.Writer) error {
	defer command.Release()
	c := command.Value()
	switch c.Verb {
	case "set":
		s.data[c.Args[0]] = strings.Join(c.Args[1:], " ")
		fmt.Fprintln(w, "ok")
	case "get":
		fmt.Fprintln(w, s.data[c.Args[0]])
	default:
		fmt.Fprintln(w, "unknown", c.Verb)
	}
	return w.Flush()
}

func (s *store) reject(c *Command, w *bufio.Writer, err error) error {
	fmt.Fprintln(w, "error:", c.Verb, err)
	return w.Flush()
}

func (s *store) line(text string, w *bufio.Writer) error {
	command := commands.Get()
	c := command.Value()
	for i, word := range strings.Fields(text) {
		if i == 0 {
			c.Verb = word
		} else {
			c.Args = append(c.Args, word)
		}
	}
	if len(c.Args) == 0 {
		defer command.Release()
		return s.reject(c, w, errTooFew)
	}
	if err := s.apply(command, w); err != nil {
		command.Release()
		return fmt.Errorf("apply: %w", err)
	}
	return nil
}

func (s *store) serve(conn net.Conn) error {
	defer conn.Close()
	w := bufio.NewWriter(conn)
	in := bufio.NewScanner(conn)
	for in.Scan() {
		if err := s.line(in.Text(), w); err != nil {
			return err
		}
	}
	return in.Err()
}

func main() {
	s := &store{data: make(map[string]string)}
	client, conn := net.Pipe()
	done := make(chan error, 1)
	go func() { done <- s.serve(conn) }()
	out := bufio.NewScanner(client)
	for _, line := range []string{"set a 1 2", "get a", "get", "del a"} {
		fmt.Fprintln(client, line)
		out.Scan()
		fmt.Println(out.Text())
	}
	fmt.Fprintln(client, "get a")
	client.Close() // does not wait for the answer
	fmt.Println(<-done)
}
