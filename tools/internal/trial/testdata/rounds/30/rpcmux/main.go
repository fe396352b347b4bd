// truth: correct

// Command rpcmux multiplexes calls over one connection. Answers find their
// calls by number; a call whose caller gave up is simply gone by then.
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"encoding/binary"

	"github.com/rcpool/rcpool"
)

type call struct {
	id    uint32
	reply []byte
	done  chan struct{}
}

func (c *call) Reset() { c.id, c.reply, c.done = 0, c.reply[:0], nil }

var calls = rcpool.Pool[call]{Name: "rpc.calls"}

type client struct {
	conn net.Conn
	mu   sync.Mutex
	last uint32
	// inFlight does not own its references: a caller that gives up releases.
	inFlight map[uint32]rcpool.Ref[call]
}

var errBroken = errors.New("rpc: connection is broken")

func (c *client) do(ctx context.Context, arg uint32) ([]byte, error) {
	ref := calls.Get()
	defer ref.Release()
	done := make(chan struct{})
	c.mu.Lock()
	c.last++
	id := c.last
	ref.Value().id, ref.Value().done = id, done
	c.inFlight[id] = ref
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.inFlight, id)
		c.mu.Unlock()
	}()

	var frame [8]byte
	binary.BigEndian.PutUint32(frame[:], id)
	binary.BigEndian.PutUint32(frame[4:], arg)
	if _, err := c.conn.Write(frame[:]); err != nil {
		return nil, errBroken
	}
	select {
	case <-done:
		return append([]byte(nil), ref.Value().reply...), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (c *client) lookup(id uint32) (rcpool.Ref[call], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ref, ok := c.inFlight[id]
	if !ok {
		return rcpool.Ref[call]{}, false
	}
	delete(c.inFlight, id)
	return ref.TryRetain()
}

func (c *client) readLoop() {
	var frame [8]byte
	for {
		if _, err := c.conn.Read(frame[:]); err != nil {
			return
		}
		ref, ok := c.lookup(binary.BigEndian.Uint32(frame[:]))
		if !ok {
			continue
		}
		v := ref.Value()
		v.reply = fmt.Appendf(v.reply, "%d", binary.BigEndian.Uint32(frame[4:]))
		close(v.done)
		ref.Release()
	}
}

// square answers all requests except those for zero.
func square(conn net.Conn) {
	var frame [8]byte
	for {
		if _, err := conn.Read(frame[:]); err != nil {
			return
		}
		n := binary.BigEndian.Uint32(frame[4:])
		if n == 0 {
			continue
		}
		binary.BigEndian.PutUint32(frame[4:], n*n)
		if _, err := conn.Write(frame[:]); err != nil {
			return
		}
	}
}

func main() {
	near, far := net.Pipe()
	c := &client{conn: near, inFlight: map[uint32]rcpool.Ref[call]{}}
	var loops sync.WaitGroup
	loops.Go(c.readLoop)
	loops.Go(func() { square(far) })
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	for n := range uint32(4) {
		reply, err := c.do(ctx, 3-n)
		fmt.Printf("%s %v\n", reply, err)
	}
	near.Close()
	far.Close()
	loops.Wait()
}
