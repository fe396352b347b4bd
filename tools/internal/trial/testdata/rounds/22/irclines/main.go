// truth: unflushed line 56 plain

// Command irclines writes messages of a chat protocol to its clients.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

var writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 64) }}

type reply struct {
	code   int
	params []string
}

var errParam = errors.New("parameter contains a line break")

func (r reply) validate() error {
	for _, p := range r.params {
		if strings.ContainsAny(p, "\r\n") {
			return errParam
		}
	}
	return nil
}

func (r reply) appendTo(w *bufio.Writer, server string) {
	fmt.Fprintf(w, ":%s %03d", server, r.code)
	for i, p := range r.params {
		w.WriteByte(' ')
		if i == len(r.params)-1 && strings.Contains(p, " ") {
			w.WriteByte(':')
		}
		w.WriteString(p)
	}
	w.WriteString("\r\n")
}

type client struct {
	out  io.Writer
	nick string
	sent int
}

func (c *client) send(server string, replies ...reply) error {
	w := writers.Get().(*bufio.Writer)
	w.Reset(c.out)
	defer func() {
		w.Reset(nil)
		writers.Put(w)
	}()
	for _, r := range replies {
		if err := r.validate(); err != nil {
			return fmt.Errorf("reply %d: %w", r.code, err)
		}
		r.appendTo(w, server)
		c.sent++
	}
	return nil
}

func welcome(nick string) []reply {
	return []reply{
		{1, []string{nick, "Welcome to the network"}},
		{2, []string{nick, "Your host is small"}},
		{422, []string{nick, "no motd"}},
	}
}

func main() {
	var sb strings.Builder
	c := &client{out: &sb, nick: "ann"}
	fmt.Println(c.send("irc.local", welcome(c.nick)...))
	fmt.Println(c.send("irc.local", reply{372, []string{"bad\n"}}))
	fmt.Println(c.sent, strings.Count(sb.String(), "\n"))
}
