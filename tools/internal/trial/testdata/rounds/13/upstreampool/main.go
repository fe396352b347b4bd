// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

var open atomic.Int32

// An upstream is a connection that requests share. The last user closes it.
type upstream struct {
	refs  atomic.Int32
	addr  string
	fails atomic.Int32
}

func newUpstream(addr string) *upstream {
	u := &upstream{addr: addr}
	u.refs.Store(1)
	open.Add(1)
	return u
}

func (u *upstream) IncRef() { u.refs.Add(1) }

func (u *upstream) DecRef() {
	if n := u.refs.Add(-1); n == 0 {
		open.Add(-1)
	} else if n < 0 {
		panic("upstream " + u.addr + " is closed already")
	}
}

var errRefused = errors.New("refused")

func (u *upstream) do(path string) (string, error) {
	if path == "/bad" {
		u.fails.Add(1)
		return "", errRefused
	}
	return u.addr + path, nil
}

// A balancer owns one reference to each of its upstreams.
type balancer struct {
	mu   sync.Mutex
	ring []*upstream
	next int
}

func (b *balancer) acquire() (*upstream, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.ring) == 0 {
		return nil, errors.New("no upstream")
	}
	u := b.ring[b.next%len(b.ring)]
	b.next++
	u.IncRef()
	return u, nil
}

// eject takes an upstream out of the ring. Who uses it may go on.
func (b *balancer) eject(u *upstream) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, o := range b.ring {
		if o == u {
			last := len(b.ring) - 1
			b.ring[i] = b.ring[last]
			b.ring[last] = nil
			b.ring = b.ring[:last]
			o.DecRef()
			return
		}
	}
}

func (b *balancer) serve(path string) (string, error) {
	u, err := b.acquire()
	if err != nil {
		return "", err
	}
	defer u.DecRef()
	text, err := u.do(path)
	if err != nil && u.fails.Load() >= 2 {
		b.eject(u)
	}
	return text, err
}

func (b *balancer) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, u := range b.ring {
		b.ring[i] = nil
		u.DecRef()
	}
	b.ring = nil
}

func main() {
	b := &balancer{}
	for i := range 3 {
		b.ring = append(b.ring, newUpstream(fmt.Sprintf("10.0.0.%d", i)))
	}
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			path := "/ok"
			if i%2 == 0 {
				path = "/bad"
			}
			b.serve(path)
		}()
	}
	wg.Wait()
	fmt.Println(len(b.ring) <= 3, int(open.Load()) == len(b.ring))
	b.close()
	_, err := b.serve("/ok")
	fmt.Println(open.Load(), err)
}
