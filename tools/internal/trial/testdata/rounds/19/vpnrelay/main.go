// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type packet struct {
	peer int
	n    int
	buf  [1500]byte
}

var packets = rcpool.Pool[packet]{Name: "packets"}

var (
	errClosed = errors.New("tunnel closed")
	errFull   = errors.New("queue full")
	errPeer   = errors.New("unknown peer")
)

type tunnel struct {
	mu      sync.RWMutex
	closed  bool
	queue   chan rcpool.Ref[packet]
	dropped atomic.Int64
	workers sync.WaitGroup
}

func newTunnel(workers int, write func([]byte)) *tunnel {
	t := &tunnel{queue: make(chan rcpool.Ref[packet], 4)}
	for range workers {
		t.workers.Go(func() {
			for p := range t.queue {
				t.seal(p, write)
			}
		})
	}
	return t
}

func (t *tunnel) seal(p rcpool.Ref[packet], write func([]byte)) {
	defer p.Release()
	v := p.Value()
	for i := range v.buf[:v.n] {
		v.buf[i] ^= 0x5a
	}
	write(v.buf[:v.n])
}

// push takes the packet over if it returns nil; otherwise the caller keeps it.
func (t *tunnel) push(p *rcpool.Ref[packet]) error {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.closed {
		return errClosed
	}
	select {
	case t.queue <- *p:
		*p = rcpool.Ref[packet]{}
		return nil
	default:
		return errFull
	}
}

func (t *tunnel) close() {
	t.mu.Lock()
	if !t.closed {
		t.closed = true
		close(t.queue)
	}
	t.mu.Unlock()
	t.workers.Wait()
}

type router struct{ peers map[int]*tunnel }

func (r *router) route(peer int, payload string) error {
	p := packets.Get()
	defer rcpool.Drop(&p)
	v := p.Value()
	v.peer = peer
	v.n = copy(v.buf[:], payload)
	t, ok := r.peers[v.peer]
	if !ok {
		return errPeer
	}
	err := t.push(&p)
	if errors.Is(err, errFull) {
		t.dropped.Add(1)
		return nil
	}
	return err
}

func main() {
	var bytes atomic.Int64
	r := &router{peers: map[int]*tunnel{}}
	for id := range 2 {
		r.peers[id] = newTunnel(2, func(b []byte) { bytes.Add(int64(len(b))) })
	}
	var wg sync.WaitGroup
	var failed atomic.Int64
	for i := range 60 {
		wg.Go(func() {
			if r.route(i%3, fmt.Sprintf("ip packet %d", i)) != nil {
				failed.Add(1)
			}
		})
	}
	wg.Wait()
	r.peers[1].close()
	err := r.route(1, "late")
	for _, t := range r.peers {
		t.close()
	}
	fmt.Println(failed.Load(), err, bytes.Load() > 0)
}
