// truth: double-release line 83 callee

// Command rpcwire multiplexes calls over one connection of an RPC protocol.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

type Call struct {
	ID     uint64
	Method string
	Args   []byte
}

func (c *Call) Reset() {
	c.ID, c.Method = 0, ""
	c.Args = c.Args[:0]
}

type conn struct {
	calls rcpool.Pool[Call]

	mu     sync.Mutex
	nextID uint64
	w      io.Writer
	broken error
	open   map[uint64]string
}

var (
	errBroken   = errors.New("rpc: connection is broken")
	errTooLarge = errors.New("rpc: arguments are too large")
)

// transmit writes the call and forgets it.
func (c *conn) transmit(call rcpool.Ref[Call]) error {
	defer call.Release()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken != nil {
		return c.broken
	}
	v := call.Value()
	c.nextID++
	v.ID = c.nextID
	if _, err := fmt.Fprintf(c.w, "%d %s %d\n%s", v.ID, v.Method, len(v.Args), v.Args); err != nil {
		c.broken = fmt.Errorf("%w: %w", errBroken, err)
		return c.broken
	}
	c.open[v.ID] = v.Method
	return nil
}

func (c *conn) marshal(v *Call, args any) error {
	data, err := json.Marshal(args)
	if err != nil {
		return err
	}
	if len(data) > 1<<10 {
		return errTooLarge
	}
	v.Args = append(v.Args, data...)
	return nil
}

// Start sends a call. The answer comes later.
func (c *conn) Start(method string, args any) error {
	call := c.calls.Get()
	v := call.Value()
	v.Method = method
	if err := c.marshal(v, args); err != nil {
		call.Release()
		return fmt.Errorf("%s: %w", method, err)
	}
	if err := c.transmit(call); err != nil {
		call.Release()
		return fmt.Errorf("%s: %w", method, err)
	}
	return nil
}

func (c *conn) finish(id uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.open[id]
	delete(c.open, id)
	return ok
}

type flakyPipe struct{ left int }

func (p *flakyPipe) Write(b []byte) (int, error) {
	if p.left -= len(b); p.left < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(b), nil
}

func main() {
	c := &conn{w: &flakyPipe{left: 120}, open: map[uint64]string{}}
	c.calls.Name = "rpc.calls"
	fmt.Println(c.Start("user.get", map[string]int{"id": 7}))
	fmt.Println(c.Start("user.watch", make(chan int)))
	fmt.Println(c.Start("blob.put", make([]byte, 4<<10)))
	fmt.Println(c.finish(1), c.finish(1))
	for i := range 6 {
		if err := c.Start("user.list", []int{i, i + 1}); err != nil {
			fmt.Println(errors.Is(err, errBroken))
		}
	}
}
