// truth: correct

// Retrytimer resends unacknowledged datagrams of a reliable UDP transport. A
// datagram waits in a table until its ack or its last retry.
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type datagram struct {
	id    uint32
	tries int
	body  []byte
}

func (d *datagram) Reset() { *d = datagram{body: d.body[:0]} }

type pending struct {
	ref  rcpool.Ref[datagram]
	stop func() bool
}

type transport struct {
	pool    rcpool.Pool[datagram]
	wire    func([]byte)
	mu      sync.Mutex
	waiting map[uint32]*pending
	closed  bool
	failed  []uint32
	idle    sync.WaitGroup
}

func (t *transport) send(id uint32, body string) bool {
	ref := t.pool.Get()
	d := ref.Value()
	d.id = id
	d.body = append(d.body, body...)
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, dup := t.waiting[id]; dup || t.closed {
		ref.Release()
		return false
	}
	p := &pending{ref: ref}
	t.waiting[id] = p
	t.idle.Add(1)
	t.transmit(p)
	return true
}

// transmit writes the datagram and schedules the next try. t.mu is held.
func (t *transport) transmit(p *pending) {
	d := p.ref.Value()
	d.tries++
	t.wire(d.body)
	p.stop = p.ref.AfterFunc(2*time.Millisecond, t.expired)
}

func (t *transport) expired(d *datagram) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, ok := t.waiting[d.id]
	if !ok || p.ref.Value() != d {
		return // acknowledged in the meantime
	}
	if d.tries == 3 {
		t.failed = append(t.failed, d.id)
		t.remove(d.id, p)
		return
	}
	t.transmit(p)
}

// remove gives up the reference of the table. t.mu is held.
func (t *transport) remove(id uint32, p *pending) {
	delete(t.waiting, id)
	p.stop()
	p.ref.Release()
	t.idle.Done()
}

func (t *transport) ack(id uint32) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p, ok := t.waiting[id]; ok {
		t.remove(id, p)
	}
}

func (t *transport) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	for id, p := range t.waiting {
		t.remove(id, p)
	}
}

func main() {
	sent := 0
	t := &transport{waiting: map[uint32]*pending{}, wire: func([]byte) { sent++ }}
	for id := range uint32(5) {
		t.send(id, fmt.Sprint("datagram ", id))
	}
	fmt.Println("duplicate accepted:", t.send(1, "again"))
	t.ack(0)
	t.ack(2)
	t.ack(2)
	t.idle.Wait()
	t.send(9, "last words")
	t.close()
	fmt.Println(len(t.failed), sent >= 12, t.send(10, "closed"))
}
