// truth: correct

// Respclient is a pipelining client of the Redis protocol: commands wait in
// the order they were written, until the reader of the replies completes them.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type command struct {
	line  string
	reply string
	err   error
	done  chan struct{}
}

var commands = rcpool.Pool[command]{
	Name:  "commands",
	Reset: func(c *command) { *c = command{} },
}

type client struct {
	conn    net.Conn
	mu      sync.Mutex // guards writes and the order of inflight
	broken  error
	flight  chan rcpool.Ref[command]
	stopped chan struct{}
}

func dial(conn net.Conn) *client {
	c := &client{conn: conn, flight: make(chan rcpool.Ref[command], 32), stopped: make(chan struct{})}
	go c.read()
	return c
}

func (c *client) read() {
	defer close(c.stopped)
	in := bufio.NewReader(c.conn)
	var failed error
	for ref := range c.flight {
		cmd := ref.Value()
		if failed == nil {
			var line string
			if line, failed = in.ReadString('\n'); failed == nil {
				cmd.reply = strings.TrimRight(line, "\r\n")
				if msg, ok := strings.CutPrefix(cmd.reply, "-"); ok {
					cmd.err = errors.New(msg)
				}
			}
		}
		if failed != nil {
			cmd.err = failed
		}
		close(cmd.done)
		ref.Release()
	}
}

// submit writes the command and queues a reference for the reader.
func (c *client) submit(ref rcpool.Ref[command]) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken != nil {
		ref.Release()
		return c.broken
	}
	if _, err := io.WriteString(c.conn, ref.Value().line); err != nil {
		c.broken = err
		ref.Release()
		return err
	}
	c.flight <- ref
	return nil
}

func (c *client) do(ctx context.Context, args ...string) (string, error) {
	ref := commands.Get()
	defer ref.Release()
	cmd := ref.Value()
	cmd.line = strings.Join(args, " ") + "\r\n"
	cmd.done = make(chan struct{})
	if err := c.submit(ref.Retain()); err != nil {
		return "", err
	}
	select {
	case <-cmd.done:
		return cmd.reply, cmd.err
	case <-ctx.Done():
		return "", ctx.Err() // the reader still has its own reference
	}
}

func (c *client) close() {
	c.mu.Lock()
	if c.broken == nil {
		c.broken = net.ErrClosed
	}
	c.mu.Unlock()
	close(c.flight)
	c.conn.Close()
	<-c.stopped
}

func serve(conn net.Conn) {
	in := bufio.NewScanner(conn)
	for in.Scan() {
		verb, arg, _ := strings.Cut(in.Text(), " ")
		answer := "+" + arg
		switch verb {
		case "SLOW":
			time.Sleep(20 * time.Millisecond)
		case "ECHO":
		default:
			answer = "-ERR unknown " + verb
		}
		if _, err := fmt.Fprintf(conn, "%s\r\n", answer); err != nil {
			return
		}
	}
}

func main() {
	near, far := net.Pipe()
	go serve(far)
	c := dial(near)
	fmt.Println(c.do(context.Background(), "ECHO", "hello"))
	fmt.Println(c.do(context.Background(), "FLY"))
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	fmt.Println(c.do(ctx, "SLOW", "one"))
	cancel()
	fmt.Println(c.do(context.Background(), "ECHO", "after"))
	c.close()
	fmt.Println(c.do(context.Background(), "ECHO", "closed"))
}
