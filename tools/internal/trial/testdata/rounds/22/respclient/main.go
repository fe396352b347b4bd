// truth: correct

// Command respclient pipelines commands over a connection and matches the answers.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

var pool bytebufferpool.Pool

type answer struct {
	text *bytebufferpool.ByteBuffer // the receiver puts it back
	err  error
}

type client struct {
	conn    net.Conn
	mu      sync.Mutex
	pending []chan answer
	broken  error
}

func dial(conn net.Conn) *client {
	c := &client{conn: conn}
	go c.read()
	return c
}

func (c *client) read() {
	in := bufio.NewReader(conn{c.conn})
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			c.fail(err)
			return
		}
		b := pool.Get()
		b.Set(line[:len(line)-1])
		c.mu.Lock()
		var ch chan answer
		if len(c.pending) > 0 {
			ch = c.pending[0]
			c.pending = c.pending[1:]
		}
		c.mu.Unlock()
		if ch == nil {
			pool.Put(b)
			continue
		}
		ch <- answer{text: b}
	}
}

type conn struct{ io.Reader }

func (c *client) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.broken = err
	for _, ch := range c.pending {
		ch <- answer{err: err}
	}
	c.pending = nil
}

func (c *client) send(parts ...string) (chan answer, error) {
	b := pool.Get()
	defer pool.Put(b)
	b.WriteString(strings.Join(parts, " "))
	b.WriteByte('\n')
	ch := make(chan answer, 1)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken != nil {
		return nil, c.broken
	}
	if _, err := c.conn.Write(b.B); err != nil {
		return nil, err
	}
	c.pending = append(c.pending, ch)
	return ch, nil
}

// do returns the answer as a string of its own.
func (c *client) do(parts ...string) (string, error) {
	ch, err := c.send(parts...)
	if err != nil {
		return "", err
	}
	a := <-ch
	if a.err != nil {
		return "", a.err
	}
	defer pool.Put(a.text)
	if text, bad := strings.CutPrefix(a.text.String(), "-"); bad {
		return "", errors.New(text)
	}
	return a.text.String(), nil
}

func serve(conn net.Conn, quit string) {
	defer conn.Close()
	in := bufio.NewScanner(conn)
	for in.Scan() {
		switch line := in.Text(); {
		case line == quit:
			return
		case strings.HasPrefix(line, "get "):
			fmt.Fprintf(conn, "value of %s\n", line[4:])
		default:
			fmt.Fprintf(conn, "-unknown %q\n", line)
		}
	}
}

func main() {
	near, far := net.Pipe()
	go func() {
		serve(far, "quit")
	}()
	c := dial(near)
	defer near.Close()
	for _, cmd := range []string{"get a", "put", "get b", "quit"} {
		text, err := c.do(strings.Fields(cmd)...)
		fmt.Println(text, err)
	}
	_, err := c.do("get", "c")
	fmt.Println(err != nil)
}
