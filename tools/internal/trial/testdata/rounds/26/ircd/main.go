// truth: unflushed line 45 plain

// Command ircd answers a few commands of a chat protocol.
package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"sort"
	"strings"
	"sync"
)

var outs = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 512) }}

type server struct {
	mu       sync.Mutex
	channels map[string]map[string]bool
}

func (s *server) join(channel, nick string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.channels[channel] == nil {
		s.channels[channel] = map[string]bool{}
	}
	s.channels[channel][nick] = true
	var names []string
	for n := range s.channels[channel] {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

func (s *server) names(w io.Writer, channel, nick string) {
	out := outs.Get().(*bufio.Writer)
	out.Reset(w)
	for _, name := range s.join(channel, nick) {
		fmt.Fprintf(out, ":ircd 353 %s %s :%s\r\n", nick, channel, name)
	}
	fmt.Fprintf(out, ":ircd 366 %s %s :End\r\n", nick, channel)
	outs.Put(out)
}

func (s *server) motd(w io.Writer, nick string) error {
	out := outs.Get().(*bufio.Writer)
	defer func() {
		out.Reset(nil)
		outs.Put(out)
	}()
	out.Reset(w)
	for _, line := range []string{"welcome", "be nice"} {
		fmt.Fprintf(out, ":ircd 372 %s :- %s\r\n", nick, line)
	}
	return out.Flush()
}

func (s *server) serve(conn net.Conn) error {
	defer conn.Close()
	nick := "*"
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		cmd, arg, _ := strings.Cut(lines.Text(), " ")
		switch strings.ToUpper(cmd) {
		case "NICK":
			nick = arg
			if err := s.motd(conn, nick); err != nil {
				return err
			}
		case "JOIN":
			s.names(conn, arg, nick)
		case "QUIT":
			return nil
		default:
			fmt.Fprintf(conn, ":ircd 421 %s %s\r\n", nick, cmd)
		}
	}
	return lines.Err()
}

func main() {
	s := &server{channels: map[string]map[string]bool{}}
	client, conn := net.Pipe()
	done := make(chan error)
	go func() { done <- s.serve(conn) }()
	go func() {
		for _, line := range []string{"NICK ann", "JOIN #go", "WHAT", "QUIT"} {
			fmt.Fprintf(client, "%s\r\n", line)
		}
	}()
	text, _ := io.ReadAll(client)
	fmt.Print(string(text))
	fmt.Println(<-done)
}
