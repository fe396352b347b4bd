// truth: leak line 69,76 hard

// Command sessiontab is the session table of a VPN gateway. Clients rekey from
// time to time, and idle sessions are swept.
package main

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Session struct {
	Client  string
	SPI     uint32
	Key     [32]byte
	Seq     uint64
	Touched int64
	Window  []uint64
}

func (s *Session) Reset() {
	*s = Session{Window: s.Window[:0]}
}

// accept reports whether seq is new, and remembers it.
func (s *Session) accept(seq uint64) bool {
	for _, old := range s.Window {
		if old == seq {
			return false
		}
	}
	if len(s.Window) == 8 {
		copy(s.Window, s.Window[1:])
		s.Window = s.Window[:7]
	}
	s.Window = append(s.Window, seq)
	s.Seq = max(s.Seq, seq)
	return true
}

var (
	errUnknown = errors.New("no session")
	errReplay  = errors.New("replayed packet")
)

type Table struct {
	pool rcpool.Pool[Session]

	mu       sync.Mutex
	sessions map[string]rcpool.Ref[Session]
	nextSPI  uint32
}

func NewTable() *Table { return &Table{sessions: make(map[string]rcpool.Ref[Session])} }

// Establish begins a session with the client, or rekeys the one it has.
func (t *Table) Establish(client string, secret []byte, now int64) (uint32, error) {
	if len(secret) < 8 {
		return 0, errors.New("secret is too short")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.nextSPI++
	ref := t.pool.Get()
	s := ref.Value()
	s.Client, s.SPI, s.Touched = client, t.nextSPI, now
	s.Key = sha256.Sum256(binary.BigEndian.AppendUint32(secret, s.SPI))
	if old, ok := t.sessions[client]; ok {
		s.Seq = old.Value().Seq // sequence numbers go on
	}
	t.sessions[client] = ref
	return s.SPI, nil
}

func (t *Table) Receive(client string, seq uint64, now int64) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	ref, ok := t.sessions[client]
	if !ok {
		return fmt.Errorf("%w of %s", errUnknown, client)
	}
	s := ref.Value()
	if !s.accept(seq) {
		return errReplay
	}
	s.Touched = now
	return nil
}

// Sweep ends the sessions that were not used since the given time.
func (t *Table) Sweep(since int64) (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for client, ref := range t.sessions {
		if ref.Value().Touched < since {
			delete(t.sessions, client)
			ref.Release()
			n++
		}
	}
	return n
}

func (t *Table) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for client, ref := range t.sessions {
		delete(t.sessions, client)
		ref.Release()
	}
}

func main() {
	t := NewTable()
	defer t.Close()
	for i, client := range []string{"10.0.0.1", "10.0.0.2", "10.0.0.3"} {
		spi, err := t.Establish(client, []byte("pre-shared"), int64(i))
		fmt.Println(spi, err)
	}
	fmt.Println(t.Receive("10.0.0.1", 5, 20), t.Receive("10.0.0.1", 5, 21), t.Receive("10.0.0.9", 1, 21))
	fmt.Println(t.Establish("10.0.0.1", []byte("pre-shared"), 30))
	fmt.Println(t.Receive("10.0.0.1", 6, 31), t.Sweep(10))
}
