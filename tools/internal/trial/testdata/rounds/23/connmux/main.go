// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// session is a connection that streams share. The last stream closes it.
type session struct {
	addr   string
	refs   atomic.Int32
	broken atomic.Bool
	log    func(string)
}

func newSession(addr string, log func(string)) *session {
	s := &session{addr: addr, log: log}
	s.refs.Store(1)
	log("dial " + addr)
	return s
}

func (s *session) IncRef() { s.refs.Add(1) }

func (s *session) DecRef() {
	if n := s.refs.Add(-1); n == 0 {
		s.log("close " + s.addr)
	} else if n < 0 {
		panic("session closed twice")
	}
}

// TryIncRef fails if the session was closed.
func (s *session) TryIncRef() bool {
	for {
		n := s.refs.Load()
		if n == 0 {
			return false
		}
		if s.refs.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

type stream struct {
	s    *session
	once sync.Once
}

func (st *stream) Close() { st.once.Do(st.s.DecRef) }

func (st *stream) Send(msg string) error {
	if msg == "reset" {
		st.s.broken.Store(true)
		return errors.New("connection reset")
	}
	return nil
}

// mux owns one reference to each session.
type mux struct {
	mu       sync.Mutex
	sessions map[string]*session
	log      func(string)
}

func (m *mux) open(addr string) *stream {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.sessions[addr]
	if ok && s.broken.Load() {
		delete(m.sessions, addr)
		s.DecRef()
		ok = false
	}
	if !ok {
		s = newSession(addr, m.log)
		m.sessions[addr] = s
	}
	s.IncRef()
	return &stream{s: s}
}

func (m *mux) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for addr, s := range m.sessions {
		delete(m.sessions, addr)
		s.DecRef()
	}
}

func talk(m *mux, addr string, msgs ...string) error {
	st := m.open(addr)
	defer st.Close()
	for _, msg := range msgs {
		if err := st.Send(msg); err != nil {
			st.Close()
			return fmt.Errorf("%s: %w", addr, err)
		}
	}
	return nil
}

func main() {
	var mu sync.Mutex
	events := map[string]int{}
	m := &mux{sessions: map[string]*session{}, log: func(e string) {
		mu.Lock()
		events[e]++
		mu.Unlock()
	}}
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			msgs := []string{"hello", "bye"}
			if i == 5 {
				msgs[1] = "reset"
			}
			_ = talk(m, fmt.Sprint("host", i%2), msgs...)
		})
	}
	wg.Wait()
	long := m.open("host0")
	weak := long.s
	m.close()
	if weak.TryIncRef() {
		fmt.Println("still open")
		weak.DecRef()
	}
	long.Close()
	long.Close()
	fmt.Println(weak.TryIncRef())
	fmt.Println(events["dial host0"] == events["close host0"], events["dial host1"] == events["close host1"])
}
