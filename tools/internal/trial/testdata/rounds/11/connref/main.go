// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// Session is a device session. onClose runs when nobody uses it any more.
type Session struct {
	refs    atomic.Int32
	device  string
	sent    atomic.Int32
	onClose func(*Session)
}

func NewSession(device string, onClose func(*Session)) *Session {
	s := &Session{device: device, onClose: onClose}
	s.refs.Store(1)
	return s
}

// TryIncRef fails if the session is closed.
func (s *Session) TryIncRef() bool {
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

func (s *Session) IncRef() { s.refs.Add(1) }

func (s *Session) DecRef() {
	if n := s.refs.Add(-1); n == 0 {
		s.onClose(s)
	} else if n < 0 {
		panic("session: too many DecRefs")
	}
}

type Manager struct {
	mu       sync.Mutex
	sessions map[string]*Session // not counted: a session leaves when it closes
	closed   []string
}

func (m *Manager) remove(s *Session) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.sessions[s.device] == s {
		delete(m.sessions, s.device)
	}
	m.closed = append(m.closed, s.device)
}

// Open returns the session of the device with a reference for the caller.
func (m *Manager) Open(device string) *Session {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s, ok := m.sessions[device]; ok && s.TryIncRef() {
		return s
	}
	s := NewSession(device, m.remove)
	m.sessions[device] = s
	return s
}

func (m *Manager) Broadcast() int {
	var targets []*Session
	m.mu.Lock()
	for _, s := range m.sessions {
		if s.TryIncRef() {
			targets = append(targets, s)
		}
	}
	m.mu.Unlock()
	for _, s := range targets {
		s.sent.Add(1)
		s.DecRef()
	}
	return len(targets)
}

func main() {
	m := &Manager{sessions: map[string]*Session{}}
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s := m.Open(fmt.Sprint("dev", i%3))
			defer s.DecRef()
			s.IncRef()
			wg.Add(1)
			go func() {
				defer wg.Done()
				defer s.DecRef()
				s.sent.Add(1)
			}()
			if i%4 == 0 {
				m.Broadcast()
			}
		}()
	}
	wg.Wait()
	fmt.Println(len(m.sessions), len(m.closed) >= 3)
	a, b := m.Open("x"), m.Open("x")
	fmt.Println(a == b, m.Broadcast())
	a.DecRef()
	b.DecRef()
	fmt.Println(m.Broadcast())
}
