// truth: reset line 31 callee

package main

import (
	"errors"
	"fmt"
	"sync"
)

type header struct{ key, value string }

type rpcCall struct {
	method   string
	headers  []header
	body     []byte
	deadline int
	retried  bool
	err      error
}

var callPool = sync.Pool{New: func() any { return new(rpcCall) }}

func (c *rpcCall) resetMeta() {
	clear(c.headers)
	c.headers = c.headers[:0]
	c.deadline = 0
	c.err = nil
}

func (c *rpcCall) reset() {
	c.resetMeta()
	c.method = ""
	c.body = c.body[:0]
}

func putCall(c *rpcCall) {
	c.reset()
	callPool.Put(c)
}

type peer struct {
	flaky map[string]int
	calls int
}

var errUnavailable = errors.New("unavailable")

func (p *peer) invoke(c *rpcCall) error {
	p.calls++
	if p.flaky[c.method] > 0 {
		p.flaky[c.method]--
		return errUnavailable
	}
	return nil
}

func (p *peer) do(method, body string, hs ...header) error {
	c := callPool.Get().(*rpcCall)
	defer putCall(c)
	c.method = method
	c.headers = append(c.headers, hs...)
	c.body = append(c.body, body...)
	c.deadline = 10 * len(body)
	for {
		c.err = p.invoke(c)
		if c.err == nil {
			return nil
		}
		if c.retried {
			return fmt.Errorf("%s: %w", c.method, c.err)
		}
		c.retried = true
	}
}

func main() {
	p := &peer{flaky: map[string]int{"Pay": 1, "Refund": 3, "Void": 1}}
	fmt.Println(p.do("Pay", "10 EUR", header{"auth", "token"}))
	fmt.Println(p.do("Quote", "GOOG"))
	fmt.Println(p.do("Refund", "5 EUR"))
	fmt.Println(p.do("Void", "10 EUR", header{"auth", "token"}))
	fmt.Println(p.calls)
}
