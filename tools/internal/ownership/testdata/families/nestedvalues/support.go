// Package nestedvalues has structs that are passed by value, with an owner of a reference
// in them that is a struct, too.
package nestedvalues

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// A Block is what a payload is in.
type Block struct{ Data []byte }

var blocks = rcpool.Pool[Block]{Name: "blocks"}

// A payload owns its block.
type payload struct {
	block rcpool.Ref[Block]
	from  int
}

func newPayload() payload { return payload{block: blocks.Get()} }

func (p *payload) release() { p.block.Release() }

// A message owns its payload.
type message struct {
	kind    byte
	payload payload
}

func newMessage(kind byte) message { return message{kind, newPayload()} }

func (m *message) size() int { return len(m.payload.block.Value().Data) }

func (m *message) close() { m.payload.release() }

// An envelope owns its message.
type envelope struct {
	to      string
	message message
}

// A server counts what it has handled.
type server struct {
	wg   sync.WaitGroup
	mu   sync.Mutex
	seen map[byte]int
}

// handle owns the message.
func (s *server) handle(m message) {
	defer m.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[m.kind] += m.size()
}

// look only counts the message.
func (s *server) look(m message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[m.kind]++
}

// deliver owns the envelope.
func deliver(e envelope) int {
	defer e.message.payload.release()
	return len(e.to) + e.message.size()
}

// cost only reads the envelope.
func cost(e envelope) int { return len(e.to) + e.message.size() }
