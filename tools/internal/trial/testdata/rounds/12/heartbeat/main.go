// truth: escape line 41,64 callee

package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Peer struct {
	Addr   string
	Labels []string
	Load   int
}

func (p *Peer) Reset() {
	clear(p.Labels)
	*p = Peer{Labels: p.Labels[:0]}
}

var peers = rcpool.Pool[Peer]{Name: "peers"}

type monitor struct {
	wg    sync.WaitGroup
	mu    sync.Mutex
	seen  map[string]int
	every time.Duration
}

func (m *monitor) beat(addr string, load int) {
	m.mu.Lock()
	m.seen[addr] += load
	m.mu.Unlock()
}

func (m *monitor) watch(p *Peer, beats int) {
	m.wg.Add(1)
	go func() {
		defer m.wg.Done()
		for range beats {
			time.Sleep(m.every)
			m.beat(p.Addr, p.Load)
		}
	}()
}

type cluster struct {
	mon   *monitor
	ready []string
}

func (c *cluster) join(addr string, load int, labels ...string) error {
	ref := peers.Get()
	defer ref.Release()
	p := ref.Value()
	p.Addr, p.Load = addr, load
	p.Labels = append(p.Labels, labels...)
	if load > 90 {
		return fmt.Errorf("%s is overloaded", addr)
	}
	c.mon.watch(p, 3)
	c.ready = append(c.ready, fmt.Sprintf("%s%v", p.Addr, p.Labels))
	return nil
}

func main() {
	c := &cluster{mon: &monitor{seen: map[string]int{}, every: time.Millisecond}}
	for i := range 4 {
		if err := c.join(fmt.Sprintf("10.0.0.%d", i), 10+30*i, "az-a", "ssd"); err != nil {
			fmt.Println(err)
		}
	}
	c.mon.wg.Wait()
	fmt.Println(c.ready, len(c.mon.seen))
}
