// truth: double-release line 83 callee

// Command redis-conn sends commands over pooled connections to a key-value
// server.
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

type server struct {
	mu   sync.Mutex
	data map[string]string
}

func (s *server) do(cmd string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name, rest, _ := strings.Cut(cmd, " ")
	key, value, _ := strings.Cut(rest, " ")
	switch name {
	case "GET":
		return s.data[key], nil
	case "SET":
		s.data[key] = value
		return "OK", nil
	}
	return "", errors.New("unknown command " + name)
}

type conn struct {
	server  *server
	pending []string
	broken  bool
}

type client struct{ conns sync.Pool }

func newClient(s *server) *client {
	c := new(client)
	c.conns.New = func() any { return &conn{server: s} }
	return c
}

func (c *client) get() *conn { return c.conns.Get().(*conn) }

func (c *client) put(cn *conn) {
	if cn.broken {
		return
	}
	clear(cn.pending)
	cn.pending = cn.pending[:0]
	c.conns.Put(cn)
}

// exec sends the pending commands and gives the connection back.
func (c *client) exec(cn *conn) (replies []string, err error) {
	defer c.put(cn)
	for _, cmd := range cn.pending {
		reply, err := cn.server.do(cmd)
		if err != nil {
			return replies, err
		}
		replies = append(replies, reply)
	}
	return replies, nil
}

func (c *client) pipeline(cmds ...string) ([]string, error) {
	cn := c.get()
	for _, cmd := range cmds {
		if cmd == "" {
			c.put(cn)
			return nil, errors.New("empty command")
		}
		cn.pending = append(cn.pending, cmd)
	}
	replies, err := c.exec(cn)
	if err != nil {
		c.put(cn)
		return nil, fmt.Errorf("pipeline: %w", err)
	}
	return replies, nil
}

func main() {
	c := newClient(&server{data: map[string]string{}})
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for n := range 200 {
				key, value := fmt.Sprint("k", w), fmt.Sprint(n)
				if n%3 == 0 {
					c.pipeline("SET "+key+" x", "FLY")
				}
				got, err := c.pipeline("SET "+key+" "+value, "GET "+key)
				if err != nil || len(got) != 2 || got[1] != value {
					fmt.Println(got, err)
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(c.pipeline(""))
}
