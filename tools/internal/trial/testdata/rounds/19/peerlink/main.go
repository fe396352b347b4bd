// truth: leak line 74 callee
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

var open atomic.Int32

// A Link is shared by the channels that talk to one peer.
type Link struct {
	refs atomic.Int32
	peer string
	mtu  int
}

func NewLink(peer string, mtu int) *Link {
	l := &Link{peer: peer, mtu: mtu}
	l.refs.Store(1)
	open.Add(1)
	return l
}

func (l *Link) IncRef() { l.refs.Add(1) }

func (l *Link) DecRef() {
	if n := l.refs.Add(-1); n == 0 {
		open.Add(-1)
	} else if n < 0 {
		panic("link to " + l.peer + " is gone already")
	}
}

var (
	errFull = errors.New("no free channel")
	errMTU  = errors.New("mtu too small")
)

type mux struct {
	mu       sync.Mutex
	channels map[int]*Link
	max      int
}

// attach gives the link a channel, which has a reference of its own.
func (m *mux) attach(l *Link) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id := range m.max {
		if m.channels[id] == nil {
			l.IncRef()
			m.channels[id] = l
			return id, nil
		}
	}
	return 0, errFull
}

func (m *mux) detach(id int) {
	m.mu.Lock()
	l := m.channels[id]
	delete(m.channels, id)
	m.mu.Unlock()
	if l != nil {
		l.DecRef()
	}
}

// dial opens a link with one channel, and returns the channel.
func (m *mux) dial(peer string, mtu int) (int, error) {
	l := NewLink(peer, mtu)
	if l.mtu < 576 {
		l.DecRef()
		return 0, fmt.Errorf("%s: %w", peer, errMTU)
	}
	id, err := m.attach(l)
	if err != nil {
		l.DecRef()
		return 0, fmt.Errorf("%s: %w", peer, err)
	}
	return id, nil
}

func main() {
	m := &mux{channels: map[int]*Link{}, max: 2}
	var ids []int
	for i, mtu := range []int{1500, 100, 1400, 1300} {
		id, err := m.dial(fmt.Sprint("peer", i), mtu)
		if err != nil {
			fmt.Println(err)
			continue
		}
		ids = append(ids, id)
	}
	for _, id := range ids {
		m.detach(id)
	}
	fmt.Println("links still open:", open.Load())
}
