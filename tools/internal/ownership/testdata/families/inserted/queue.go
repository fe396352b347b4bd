// Package inserted has lists into which slices.Insert puts references.
package inserted

import (
	"errors"
	"slices"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type event struct{ at int }

var events rcpool.Pool[event]

var errFull = errors.New("full")

// A queue owns its events, in the order of their time.
type queue struct{ list []rcpool.Ref[event] }

func (q *queue) insert(i int, e rcpool.Ref[event]) { q.list = slices.Insert(q.list, i, e) }

func (q *queue) drop() {
	for _, e := range q.list {
		e.Release()
	}
	q.list = nil
}

// A blob has a counter of its own.
type blob struct{ refs atomic.Int32 }

func newBlob() *blob {
	b := &blob{}
	b.refs.Store(1)
	return b
}

func (b *blob) IncRef() { b.refs.Add(1) }

func (b *blob) DecRef() { b.refs.Add(-1) }

type entry struct {
	key  string
	blob *blob
}

type table struct{ entries []entry }

// put adds a reference of the table's own.
func (t *table) put(i int, key string, b *blob) {
	b.IncRef()
	t.entries = slices.Insert(t.entries, i, entry{key, b})
}
