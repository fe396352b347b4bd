// truth: escape line 42 plain

// Heartbeats greets peers and pings those that stay silent after that.
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Peer struct {
	Addr  string
	Pings int
}

var peers = rcpool.Pool[Peer]{Name: "peers"}

type Monitor struct {
	mu     sync.Mutex
	log    []string
	grace  time.Duration
	timers sync.WaitGroup
}

func (m *Monitor) note(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.log = append(m.log, fmt.Sprintf(format, args...))
}

func (m *Monitor) Greet(addr string) {
	ref := peers.Get()
	defer ref.Release()
	peer := ref.Value()
	peer.Addr = addr
	m.note("hello %s", peer.Addr)

	m.timers.Add(1)
	time.AfterFunc(m.grace, func() {
		defer m.timers.Done()
		peer.Pings++
		m.note("ping %s %d", peer.Addr, peer.Pings)
	})
}

func main() {
	m := &Monitor{grace: 15 * time.Millisecond}
	for i := range 3 {
		m.Greet(fmt.Sprintf("10.0.0.%d:7000", i))
	}
	m.timers.Wait()
	for _, line := range m.log {
		fmt.Println(line)
	}
}
