// truth: correct

package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type message struct {
	ID    int
	To    string
	Tries int
	Body  []byte
}

func (m *message) Reset() { *m = message{Body: m.Body[:0]} }

var messages = rcpool.Pool[message]{Name: "messages"}

var errDeferred = errors.New("451 try later")

type relay struct {
	mu      sync.Mutex
	pending map[int]func() bool
	closed  bool
	wg      sync.WaitGroup
	send    func(*message) error
	done    []int
	bounced []int
}

// accept takes over m.
func (r *relay) accept(m rcpool.Ref[message]) {
	defer m.Release()
	r.attempt(&m)
}

func (r *relay) attempt(m *rcpool.Ref[message]) {
	v := m.Value()
	v.Tries++
	err := r.send(v)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case err == nil:
		r.done = append(r.done, v.ID)
	case errors.Is(err, errDeferred) && v.Tries < 3 && !r.closed:
		r.schedule(m)
	default:
		r.bounced = append(r.bounced, v.ID)
	}
}

func (r *relay) schedule(m *rcpool.Ref[message]) {
	again := m.Retain()
	id := m.Value().ID
	r.wg.Add(1)
	stop := time.AfterFunc(time.Duration(id)*time.Millisecond, func() {
		defer r.wg.Done()
		defer again.Release()
		r.mu.Lock()
		delete(r.pending, id)
		r.mu.Unlock()
		r.attempt(&again)
	}).Stop
	r.pending[id] = func() bool {
		if !stop() {
			return false
		}
		again.Release()
		r.wg.Done()
		return true
	}
}

// close cancels what waits and returns how many messages that were.
func (r *relay) close() (cancelled int) {
	r.mu.Lock()
	r.closed = true
	for id, stop := range r.pending {
		if stop() {
			cancelled++
		}
		delete(r.pending, id)
	}
	r.mu.Unlock()
	r.wg.Wait()
	return cancelled
}

func main() {
	r := &relay{pending: map[int]func() bool{}}
	r.send = func(m *message) error {
		switch {
		case m.ID > 1000:
			return errDeferred
		case m.ID%4 == 0:
			return errors.New("550 no such user")
		case m.ID%4 != m.Tries:
			return errDeferred
		}
		return nil
	}
	for i := 1; i <= 12; i++ {
		m := messages.Get()
		v := m.Value()
		v.ID, v.To = i, "user@example.com"
		v.Body = fmt.Appendf(v.Body, "message %d", i)
		r.accept(m)
	}
	late := messages.Get()
	late.Value().ID = 900001
	time.Sleep(60 * time.Millisecond)
	r.accept(late)
	n := r.close()
	fmt.Println(len(r.done), len(r.bounced), n)
}
