// truth: correct

// An IoT broker sends commands, and repeats those that a device does not acknowledge.
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type command struct {
	id      int
	device  string
	payload []byte
}

func (c *command) Reset() { *c = command{payload: c.payload[:0]} }

var commands = rcpool.Pool[command]{Name: "commands"}

type inflight struct {
	cmd  rcpool.Ref[command]
	stop func() bool
}

type broker struct {
	mu      sync.Mutex
	pending map[int]inflight
	resent  int
	timeout time.Duration
	wire    func(*command)
}

func (b *broker) send(id int, device, text string) {
	cmd := commands.Get()
	v := cmd.Value()
	v.id, v.device = id, device
	v.payload = append(v.payload, text...)
	b.wire(v)
	b.mu.Lock()
	defer b.mu.Unlock()
	if old, ok := b.pending[id]; ok {
		old.stop()
		old.cmd.Release()
	}
	b.pending[id] = inflight{cmd: cmd, stop: cmd.AfterFunc(b.timeout, b.again)}
}

// again runs when the time is over. The acknowledgement may have come meanwhile.
func (b *broker) again(c *command) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, ok := b.pending[c.id]
	if !ok || p.cmd.Value() != c {
		return
	}
	b.resent++
	b.wire(c)
	delete(b.pending, c.id)
	p.cmd.Release()
}

func (b *broker) ack(id int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, ok := b.pending[id]
	if !ok {
		return false
	}
	delete(b.pending, id)
	p.stop()
	p.cmd.Release()
	return true
}

func (b *broker) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, p := range b.pending {
		p.stop()
		p.cmd.Release()
		delete(b.pending, id)
	}
}

func main() {
	var mu sync.Mutex
	sent := 0
	b := &broker{
		pending: map[int]inflight{},
		timeout: 30 * time.Millisecond,
		wire: func(c *command) {
			mu.Lock()
			defer mu.Unlock()
			sent += len(c.payload)
		},
	}
	for i := range 6 {
		b.send(i, fmt.Sprint("lamp", i), "on")
	}
	b.send(5, "lamp5", "off")
	for i := range 3 {
		b.ack(i)
	}
	fmt.Println("again:", b.ack(0))
	time.Sleep(80 * time.Millisecond)
	b.send(9, "lamp9", "blink")
	b.close()
	time.Sleep(20 * time.Millisecond)
	b.mu.Lock()
	fmt.Println("resent", b.resent)
	b.mu.Unlock()
}
