// truth: correct

// Command connlease shares backend connections; each lease comes with its own done function.
package main

import (
	"errors"
	"fmt"
	"sync"
)

type conn struct {
	mu    sync.Mutex
	refs  int
	addr  string
	calls int
	stale bool
	pool  *pool
}

func newConn(p *pool, addr string) *conn { return &conn{refs: 1, addr: addr, pool: p} }

func (c *conn) Retain() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refs++
}

func (c *conn) Release() {
	c.mu.Lock()
	c.refs--
	last := c.refs == 0
	if c.refs < 0 {
		panic("too many releases of " + c.addr)
	}
	c.mu.Unlock()
	if last {
		c.pool.closed(c)
	}
}

func (c *conn) call(method string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refs <= 0 {
		return errors.New("connection is closed")
	}
	c.calls++
	if method == "crash" {
		c.stale = true
		return fmt.Errorf("%s: reset by peer", c.addr)
	}
	return nil
}

type pool struct {
	mu    sync.Mutex
	conns map[string]*conn // the pool has a reference to each
	log   []string
}

func (p *pool) closed(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.log = append(p.log, fmt.Sprint(c.addr, "/", c.calls))
}

// lease returns a connection, and what gives it back. Calling done again does no harm.
func (p *pool) lease(addr string) (c *conn, done func(err error)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c, ok := p.conns[addr]
	if !ok {
		c = newConn(p, addr)
		p.conns[addr] = c
	}
	c.Retain()
	var once sync.Once
	return c, func(err error) {
		once.Do(func() {
			if err != nil {
				p.forget(c)
			}
			c.Release()
		})
	}
}

// forget drops the pool's reference, unless the address has another connection by now.
func (p *pool) forget(c *conn) {
	p.mu.Lock()
	mine := p.conns[c.addr] == c
	if mine {
		delete(p.conns, c.addr)
	}
	p.mu.Unlock()
	if mine {
		c.Release()
	}
}

func (p *pool) close() {
	p.mu.Lock()
	all := p.conns
	p.conns = nil
	p.mu.Unlock()
	for _, c := range all {
		c.Release()
	}
}

func invoke(p *pool, addr string, methods ...string) (err error) {
	c, done := p.lease(addr)
	defer func() { done(err) }()
	for _, m := range methods {
		if err := c.call(m); err != nil {
			done(err)
			return err
		}
	}
	return nil
}

func main() {
	p := &pool{conns: map[string]*conn{}}
	fmt.Println(invoke(p, "a:1", "x", "y"), invoke(p, "b:1", "x"))
	held, done := p.lease("a:1")
	fmt.Println(invoke(p, "a:1", "x", "crash", "never"), len(p.log))
	fmt.Println(held.call("late"))
	done(errors.New("stale"))
	fmt.Println(p.log)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { invoke(p, "a:1", "z") })
	}
	wg.Wait()
	p.close()
	fmt.Println(len(p.log))
}
