// truth: correct

// Command raftring keeps the tail of a replicated log in a ring. Followers get
// references to the entries that they lack; compaction drops the rest.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Entry struct {
	Index, Term uint64
	Command     []byte
}

func (e *Entry) Reset() {
	e.Index, e.Term = 0, 0
	e.Command = e.Command[:0]
}

var entries = rcpool.Pool[Entry]{Name: "raft.entries"}

var (
	errCompacted = errors.New("entries were compacted")
	errFuture    = errors.New("index is beyond the log")
)

type ring struct {
	mu    sync.Mutex
	slots []rcpool.Ref[Entry]
	first uint64 // index of the oldest entry
	next  uint64 // index of the next entry
}

func newRing(size int) *ring {
	return &ring{slots: make([]rcpool.Ref[Entry], size), first: 1, next: 1}
}

func (r *ring) slot(index uint64) *rcpool.Ref[Entry] { return &r.slots[index%uint64(len(r.slots))] }

// append copies the command into a new entry and returns its index. The oldest
// entry gives way if the ring is full.
func (r *ring) append(term uint64, command string) uint64 {
	ref := entries.Get()
	r.mu.Lock()
	defer r.mu.Unlock()
	e := ref.Value()
	e.Index, e.Term = r.next, term
	e.Command = append(e.Command, command...)
	if r.next-r.first == uint64(len(r.slots)) {
		r.compactLocked(r.first + 1)
	}
	*r.slot(r.next) = ref
	r.next++
	return e.Index
}

func (r *ring) compactLocked(to uint64) {
	for ; r.first < to && r.first < r.next; r.first++ {
		rcpool.Drop(r.slot(r.first))
	}
}

func (r *ring) compact(to uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.compactLocked(to)
}

// truncate removes the entries from index on, which another leader overrules.
func (r *ring) truncate(index uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.next > index && r.next > r.first {
		r.next--
		rcpool.Drop(r.slot(r.next))
	}
}

// from returns references to at most max entries. The caller owns them.
func (r *ring) from(index uint64, max int) ([]rcpool.Ref[Entry], error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case index < r.first:
		return nil, errCompacted
	case index > r.next:
		return nil, errFuture
	}
	var out []rcpool.Ref[Entry]
	for ; index < r.next && len(out) < max; index++ {
		out = append(out, r.slot(index).Retain())
	}
	return out, nil
}

type follower struct {
	match uint64
	log   []string
}

// catchUp sends batches until the follower has everything.
func (f *follower) catchUp(r *ring) (batches int, err error) {
	for {
		batch, err := r.from(f.match+1, 3)
		if err != nil || len(batch) == 0 {
			return batches, err
		}
		for _, ref := range batch {
			e := ref.Value()
			f.log = append(f.log, fmt.Sprintf("%d@%d:%s", e.Index, e.Term, e.Command))
			f.match = e.Index
			ref.Release()
		}
		batches++
	}
}

func main() {
	r := newRing(6)
	defer r.compact(1 << 62)
	for i := range 5 {
		r.append(1, fmt.Sprintf("set x=%d", i))
	}
	r.truncate(4)
	for i := range 3 {
		r.append(2, fmt.Sprintf("set y=%d", i))
	}
	var a, b follower
	fmt.Println(a.catchUp(r))
	fmt.Println(a.log)
	held, err := r.from(1, 2)
	if err != nil {
		panic(err)
	}
	for range 4 {
		r.append(3, "noop")
	}
	fmt.Println(b.catchUp(r))
	_, err = r.from(99, 1)
	fmt.Println(err)
	for _, ref := range held {
		fmt.Printf("%s ", ref.Value().Command)
		ref.Release()
	}
	fmt.Println(a.catchUp(r))
}
