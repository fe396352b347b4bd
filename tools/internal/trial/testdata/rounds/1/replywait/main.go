// truth: correct

// Command replywait matches replies to calls with pooled waiters; a waiter whose call
// timed out is left to the garbage collector.
package main

import (
	"errors"
	"fmt"
	"log"
	"sync"
	"time"
)

var errTimeout = errors.New("timeout")

type waiter struct {
	reply chan string
}

var waiters = sync.Pool{New: func() any { return &waiter{reply: make(chan string, 1)} }}

type Mux struct {
	mu      sync.Mutex
	next    int
	pending map[int]*waiter
	send    func(id int, request string)
}

func (m *Mux) Call(request string, d time.Duration) (string, error) {
	w := waiters.Get().(*waiter)
	m.mu.Lock()
	m.next++
	id := m.next
	m.pending[id] = w
	m.mu.Unlock()

	m.send(id, request)
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case reply := <-w.reply:
		waiters.Put(w) // nobody else has it: Deliver has removed it from pending
		return reply, nil
	case <-timer.C:
	}

	m.mu.Lock()
	_, waiting := m.pending[id]
	delete(m.pending, id)
	m.mu.Unlock()
	if waiting {
		waiters.Put(w) // no reply was sent, and none can come
	}
	return "", fmt.Errorf("call %d: %w", id, errTimeout)
}

func (m *Mux) Deliver(id int, reply string) bool {
	m.mu.Lock()
	w, ok := m.pending[id]
	delete(m.pending, id)
	m.mu.Unlock()
	if ok {
		w.reply <- reply
	}
	return ok
}

func main() {
	m := &Mux{pending: make(map[int]*waiter)}
	var late sync.WaitGroup
	m.send = func(id int, request string) {
		late.Go(func() {
			if request == "slow" {
				time.Sleep(20 * time.Millisecond)
			}
			m.Deliver(id, "re: "+request)
		})
	}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			request, d := fmt.Sprint("r", i), time.Second
			if i%5 == 0 {
				request, d = "slow", time.Millisecond
			}
			reply, err := m.Call(request, d)
			switch {
			case request == "slow" && errors.Is(err, errTimeout):
			case request != "slow" && err == nil && reply == "re: "+request:
			default:
				log.Fatal(request, reply, err)
			}
		})
	}
	wg.Wait()
	late.Wait()
	fmt.Println("pending", len(m.pending))
}
