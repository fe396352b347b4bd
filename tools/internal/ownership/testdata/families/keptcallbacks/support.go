// Package keptcallbacks has structs with objects, and with functions that are called later and use the
// objects.
package keptcallbacks

import (
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Session struct {
	User string
	Seen int
}

var sessions = rcpool.Pool[Session]{Name: "sessions"}

func newSession(user string) rcpool.Ref[Session] {
	s := sessions.Get()
	s.Value().User = user
	return s
}

// A Block counts its references.
type Block struct {
	refs atomic.Int32
	data []byte
}

func NewBlock(data []byte) *Block {
	b := &Block{data: data}
	b.refs.Store(1)
	return b
}

func (b *Block) IncRef() { b.refs.Add(1) }

func (b *Block) DecRef() {
	if b.refs.Add(-1) == 0 {
		b.data = nil
	}
}

type alarm struct {
	at   int
	ring func()
}
