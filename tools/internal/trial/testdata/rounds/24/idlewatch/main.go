// truth: use-after-release line 46 hard

// Command idlewatch manages sessions of a terminal server and warns users who
// are idle.
package main

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type Session struct {
	User    string
	Screen  []byte
	LastKey int
}

var sessions = rcpool.Pool[Session]{
	Name:  "sessions",
	Reset: func(s *Session) { s.User, s.Screen, s.LastKey = "", s.Screen[:0], 0 },
}

type manager struct {
	mu       sync.Mutex
	clock    int
	open     map[int]rcpool.Ref[Session]
	warnings map[int]func() string
	nextID   int
}

func (m *manager) login(user string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.nextID++
	id := m.nextID
	ref := sessions.Get()
	s := ref.Value()
	s.User, s.LastKey = user, m.clock
	s.Screen = append(s.Screen, "welcome "...)
	m.open[id] = ref
	m.warnings[id] = func() string {
		return fmt.Sprintf("%s was idle since %d", ref.Value().User, ref.Value().LastKey)
	}
	return id
}

func (m *manager) key(id int, c byte) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	ref, ok := m.open[id]
	if !ok {
		return false
	}
	s := ref.Value()
	s.Screen = append(s.Screen, c)
	s.LastKey = m.clock
	return true
}

func (m *manager) logout(id int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	ref, ok := m.open[id]
	if !ok {
		return
	}
	delete(m.open, id)
	ref.Release()
}

// tick advances the clock and returns warnings about sessions that are due.
func (m *manager) tick() (out []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clock++
	if m.clock%5 != 0 {
		return nil
	}
	for _, id := range slices.Sorted(maps.Keys(m.warnings)) {
		if ref, ok := m.open[id]; ok && m.clock-ref.Value().LastKey < 4 {
			continue
		}
		out = append(out, m.warnings[id]())
		delete(m.warnings, id)
	}
	return out
}

func (m *manager) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, ref := range m.open {
		ref.Release()
		delete(m.open, id)
	}
	clear(m.warnings)
}

func main() {
	m := &manager{open: make(map[int]rcpool.Ref[Session]), warnings: make(map[int]func() string)}
	defer m.close()
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("warning failed:", r.(error))
		}
	}()
	ann, bob := m.login("ann"), m.login("bob")
	for i := range 12 {
		if i < 9 {
			m.key(ann, byte('a'+i))
		}
		if i == 7 {
			m.logout(ann)
		}
		for _, warning := range m.tick() {
			fmt.Println(warning)
		}
	}
	fmt.Println(m.key(bob, 'x'), m.key(ann, 'y'))
}
