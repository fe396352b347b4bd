// truth: correct

// Command inflightmux multiplexes requests over one connection.
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type call struct {
	ID     uint32
	Method string
	Reply  string
	Err    error
	done   chan struct{}
}

var calls = rcpool.Pool[call]{
	Name:  "calls",
	Reset: func(c *call) { *c = call{} },
}

var errClosed = errors.New("mux: connection closed")

type mux struct {
	mu      sync.Mutex
	nextID  uint32
	pending map[uint32]rcpool.Ref[call]
	wire    chan uint32
	closed  bool
}

// start returns the caller's reference; the table of pending calls has another.
func (m *mux) start(method string) (rcpool.Ref[call], error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return rcpool.Ref[call]{}, errClosed
	}
	ref := calls.Get()
	c := ref.Value()
	m.nextID++
	c.ID, c.Method, c.done = m.nextID, method, make(chan struct{})
	m.pending[c.ID] = ref.Retain()
	return ref, nil
}

// take removes a pending call and hands its reference to the caller.
func (m *mux) take(id uint32) (rcpool.Ref[call], bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	ref, ok := m.pending[id]
	delete(m.pending, id)
	return ref, ok
}

func (m *mux) finish(id uint32, reply string, err error) {
	ref, ok := m.take(id)
	if !ok {
		return // the caller has given up
	}
	c := ref.Value()
	c.Reply, c.Err = reply, err
	close(c.done)
	ref.Release()
}

func (m *mux) do(method string, timeout time.Duration) (string, error) {
	ref, err := m.start(method)
	if err != nil {
		return "", err
	}
	defer ref.Release()
	c := ref.Value()
	m.wire <- c.ID
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case <-c.done:
		return c.Reply, c.Err
	case <-timer.C:
		if late, ok := m.take(c.ID); ok {
			late.Release()
			return "", fmt.Errorf("%s: timeout", method)
		}
		<-c.done // the answer has just arrived
		return c.Reply, c.Err
	}
}

func (m *mux) Close() {
	m.mu.Lock()
	m.closed = true
	ids := make([]uint32, 0, len(m.pending))
	for id := range m.pending {
		ids = append(ids, id)
	}
	m.mu.Unlock()
	for _, id := range ids {
		m.finish(id, "", errClosed)
	}
}

func main() {
	m := &mux{pending: map[uint32]rcpool.Ref[call]{}, wire: make(chan uint32, 8)}
	go func() {
		for id := range m.wire {
			if id != 2 {
				m.finish(id, fmt.Sprint("reply ", id), nil)
				m.finish(id, "duplicate", nil)
			}
		}
	}()
	for _, method := range []string{"get", "stall", "put"} {
		fmt.Println(m.do(method, 50*time.Millisecond))
	}
	abandoned, err := m.start("never")
	m.Close()
	if err == nil {
		fmt.Println(abandoned.Value().Err)
		abandoned.Release()
	}
	_, err = m.start("late")
	fmt.Println(err)
	close(m.wire)
}
