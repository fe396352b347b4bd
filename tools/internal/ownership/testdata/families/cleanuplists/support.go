// Package cleanuplists has lists of functions that release what a function has acquired.
package cleanuplists

import (
	"errors"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Tx is an example.
type Tx struct {
	ID     int
	Writes []string
}

// Reset empties the transaction.
func (t *Tx) Reset() { *t = Tx{Writes: t.Writes[:0]} }

var (
	txs     = rcpool.Pool[Tx]{Name: "txs"}
	scratch = sync.Pool{New: func() any { return new(Tx) }}

	errConflict = errors.New("conflict")
)

func check(name string) error {
	if strings.Contains(name, "@") {
		return errConflict
	}
	return nil
}

// cleanup runs functions in reverse order.
type cleanup []func()

func (c *cleanup) add(f func()) { *c = append(*c, f) }

func (c cleanup) run() {
	for i := len(c) - 1; i >= 0; i-- {
		c[i]()
	}
}

// A session calls functions when it is closed.
type session struct {
	name    string
	closers []func()
	hooks   []func()
}

func newSession(name string) *session { return &session{name: name} }

func (s *session) onClose(f func()) { s.closers = append(s.closers, f) }

func (s *session) Close() {
	for _, f := range s.closers {
		f()
	}
	s.closers = nil
}

// onEvent is for functions that are called while the session is open.
func (s *session) onEvent(f func()) { s.hooks = append(s.hooks, f) }

func (s *session) fire() {
	for _, f := range s.hooks {
		f()
	}
}

// A guarded session may be used by several goroutines.
type guarded struct {
	mu      sync.Mutex
	closers []func() error
	closed  bool
}

func (g *guarded) onClose(f func() error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closers = append(g.closers, f)
}

func (g *guarded) close() (err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil
	}
	g.closed = true
	for i := len(g.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, g.closers[i]())
	}
	return err
}
