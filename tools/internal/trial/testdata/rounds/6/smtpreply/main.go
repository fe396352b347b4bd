// truth: unflushed line 25,26,27 plain
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

var replyWriters = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 512) }}

type smtpConn struct {
	net.Conn
	host string
}

// reply writes a reply of one or more lines.
func (c *smtpConn) reply(code int, lines ...string) error {
	out := replyWriters.Get().(*bufio.Writer)
	out.Reset(c)
	defer func() {
		out.Reset(nil)
		replyWriters.Put(out)
	}()
	for i, line := range lines {
		separator := byte('-')
		if i == len(lines)-1 {
			separator = ' '
		}
		if _, err := fmt.Fprintf(out, "%d%c%s\r\n", code, separator, line); err != nil {
			return err
		}
	}
	return c.SetWriteDeadline(time.Now().Add(time.Second))
}

func (c *smtpConn) serve() error {
	defer c.Close()
	if err := c.reply(220, c.host+" ready"); err != nil {
		return err
	}
	in := bufio.NewScanner(c)
	for in.Scan() {
		verb, _, _ := strings.Cut(in.Text(), " ")
		var err error
		switch verb {
		case "EHLO":
			err = c.reply(250, c.host, "PIPELINING", "SIZE 1000000")
		case "QUIT":
			return c.reply(221, "bye")
		default:
			err = c.reply(502, "unknown command "+verb)
		}
		if err != nil {
			return err
		}
	}
	return in.Err()
}

func main() {
	client, server := net.Pipe()
	done := make(chan error)
	go func() { done <- (&smtpConn{server, "mx.example.com"}).serve() }()
	go io.WriteString(client, "EHLO me\r\nNOOP\r\nQUIT\r\n")
	answer, err := io.ReadAll(client)
	fmt.Printf("%q %v\n", answer, err)
	fmt.Println(<-done)
	if !strings.Contains(string(answer), "221 bye") {
		fmt.Println("the answer is not complete")
	}
}
