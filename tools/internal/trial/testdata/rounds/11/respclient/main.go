// truth: correct
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

var (
	writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 512) }}
	readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 512) }}
)

type Client struct {
	conn net.Conn
	r    *bufio.Reader
}

func NewClient(conn net.Conn) *Client {
	r := readers.Get().(*bufio.Reader)
	r.Reset(conn)
	return &Client{conn: conn, r: r}
}

// Close may be called again.
func (c *Client) Close() error {
	if c.r != nil {
		c.r.Reset(nil)
		readers.Put(c.r)
		c.r = nil
	}
	return c.conn.Close()
}

func (c *Client) send(args []string) error {
	w := writers.Get().(*bufio.Writer)
	w.Reset(c.conn)
	defer func() {
		w.Reset(nil)
		writers.Put(w)
	}()
	fmt.Fprintf(w, "*%d\r\n", len(args))
	for _, a := range args {
		fmt.Fprintf(w, "$%d\r\n%s\r\n", len(a), a)
	}
	return w.Flush()
}

func (c *Client) Do(args ...string) (string, error) {
	if c.r == nil {
		return "", net.ErrClosed
	}
	if err := c.send(args); err != nil {
		return "", err
	}
	line, err := c.r.ReadSlice('\n')
	if err != nil {
		return "", err
	}
	reply := strings.TrimSpace(string(line))
	if rest, ok := strings.CutPrefix(reply, "-"); ok {
		return "", errors.New(rest)
	}
	return reply[1:], nil
}

func serve(conn net.Conn, done chan<- struct{}) {
	defer close(done)
	r := bufio.NewReader(conn)
	store := map[string]string{}
	for {
		args, err := readCommand(r)
		if err != nil {
			return
		}
		switch {
		case args[0] == "SET" && len(args) == 3:
			store[args[1]] = args[2]
			io.WriteString(conn, "+OK\r\n")
		case args[0] == "LEN" && len(args) == 2:
			fmt.Fprintf(conn, ":%d\r\n", len(store[args[1]]))
		default:
			io.WriteString(conn, "-ERR unknown\r\n")
		}
	}
}

func readCommand(r *bufio.Reader) ([]string, error) {
	var n int
	if _, err := fmt.Fscanf(r, "*%d\r\n", &n); err != nil {
		return nil, err
	}
	args := make([]string, n)
	for i := range args {
		head, err := r.ReadString('\n')
		if err != nil {
			return nil, err
		}
		size, err := strconv.Atoi(strings.TrimSpace(head[1:]))
		if err != nil {
			return nil, err
		}
		b := make([]byte, size+2)
		if _, err := io.ReadFull(r, b); err != nil {
			return nil, err
		}
		args[i] = string(b[:size])
	}
	return args, nil
}

func main() {
	near, far := net.Pipe()
	done := make(chan struct{})
	go serve(far, done)
	c := NewClient(near)
	fmt.Println(c.Do("SET", "k", strings.Repeat("v", 2000)))
	fmt.Println(c.Do("LEN", "k"))
	fmt.Println(c.Do("NOPE"))
	c.Close()
	c.Close()
	<-done
	fmt.Println(c.Do("LEN", "k"))
}
