// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Fix struct {
	Truck    int
	Lat, Lon float64
}

type Client interface {
	Deliver(rcpool.Ref[Fix]) bool // owns the reference, whatever it returns
	Close()
}

type screen struct {
	send chan rcpool.Ref[Fix]
	done chan struct{}
	n    int
}

func newScreen(buffer int) *screen {
	s := &screen{send: make(chan rcpool.Ref[Fix], buffer), done: make(chan struct{})}
	go s.pump()
	return s
}

func (s *screen) pump() {
	defer close(s.done)
	for f := range s.send {
		if f.Value().Truck >= 0 {
			s.n++
		}
		f.Release()
	}
}

func (s *screen) Deliver(f rcpool.Ref[Fix]) bool {
	select {
	case s.send <- f:
		return true
	default:
		f.Release()
		return false
	}
}

func (s *screen) Close() { close(s.send); <-s.done }

type Hub struct {
	mu      sync.RWMutex
	clients map[string]Client
	slow    map[string]int
}

func (h *Hub) Broadcast(f rcpool.Ref[Fix]) {
	defer f.Release()
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, c := range h.clients {
		if !c.Deliver(f.Retain()) {
			h.slow[id]++
		}
	}
}

func (h *Hub) Shutdown() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, c := range h.clients {
		c.Close()
		delete(h.clients, id)
	}
}

func main() {
	var fixes rcpool.Pool[Fix]
	big, small := newScreen(64), newScreen(0)
	h := &Hub{clients: map[string]Client{"big": big, "small": small}, slow: map[string]int{}}
	for i := 0; i < 60; i++ {
		f := fixes.Get()
		*f.Value() = Fix{Truck: i, Lat: 48, Lon: 11}
		h.Broadcast(f)
	}
	h.Shutdown()
	fmt.Println(big.n, small.n+h.slow["small"], fixes.Stats().InUse)
}
