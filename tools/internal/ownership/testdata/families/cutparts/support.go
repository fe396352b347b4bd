package cutparts

import (
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type entry struct{ no int }

var entries rcpool.Pool[entry]

type journal struct{ list []rcpool.Ref[entry] }

func newJournal() *journal {
	return &journal{list: []rcpool.Ref[entry]{entries.Get(), entries.Get()}}
}

// drop releases the first n entries.
func (j *journal) drop(n int) {
	n = min(n, len(j.list))
	for _, ref := range j.list[:n] {
		ref.Release()
	}
	j.list = append(j.list[:0], j.list[n:]...)
}

// close releases all entries.
func (j *journal) close() {
	for _, ref := range j.list {
		ref.Release()
	}
	j.list = nil
}

// A ticket is released by the one who claims it.
type ticket struct {
	ref     rcpool.Ref[entry]
	claimed atomic.Bool
}
