// truth: correct

// Command raftlog keeps the unstable tail of a replicated log.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Entry struct {
	Term, Index uint64
	Cmd         []byte
}

func (e *Entry) Reset() { e.Term, e.Index, e.Cmd = 0, 0, e.Cmd[:0] }

var entries = rcpool.Pool[Entry]{
	Name: "raft entries",
	Keep: func(e *Entry) bool { return cap(e.Cmd) < 1<<16 },
}

// tail is a deque that owns a run of references with consecutive indexes.
type tail[T any] struct {
	first uint64
	refs  []rcpool.Ref[T]
}

func (t *tail[T]) next() uint64 { return t.first + uint64(len(t.refs)) }

func (t *tail[T]) push(r rcpool.Ref[T]) { t.refs = append(t.refs, r) }

// cutFrom releases everything at and behind index i.
func (t *tail[T]) cutFrom(i uint64) {
	if i >= t.next() || i < t.first {
		return
	}
	keep := i - t.first
	for j := keep; j < uint64(len(t.refs)); j++ {
		rcpool.Drop(&t.refs[j])
	}
	t.refs = t.refs[:keep]
}

// cutTo releases everything up to index i.
func (t *tail[T]) cutTo(i uint64) {
	for len(t.refs) > 0 && t.first <= i {
		rcpool.Drop(&t.refs[0])
		t.refs = t.refs[1:]
		t.first++
	}
}

// share returns new references to what begins at i.
func (t *tail[T]) share(i uint64, limit int) []rcpool.Ref[T] {
	var out []rcpool.Ref[T]
	for ; i >= t.first && i < t.next() && len(out) < limit; i++ {
		out = append(out, t.refs[i-t.first].Retain())
	}
	return out
}

type node struct {
	mu    sync.Mutex
	term  uint64
	log   tail[Entry]
	match map[string]uint64
}

func newNode() *node { return &node{log: tail[Entry]{first: 1}, match: map[string]uint64{}} }

func (n *node) propose(cmd string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	ref := entries.Get()
	e := ref.Value()
	e.Term, e.Index = n.term, n.log.next()
	e.Cmd = append(e.Cmd, cmd...)
	n.log.push(ref)
}

func (n *node) batchFor(peer string) []rcpool.Ref[Entry] {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.log.share(n.match[peer]+1, 4)
}

func (n *node) acked(peer string, index uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.match[peer] = max(n.match[peer], index)
	low := index
	for _, m := range n.match {
		low = min(low, m)
	}
	n.log.cutTo(low)
}

// accept takes the batch over; a conflicting suffix gives way.
func (n *node) accept(batch []rcpool.Ref[Entry]) (last uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, ref := range batch {
		e := ref.Value()
		if e.Index < n.log.next() {
			n.log.cutFrom(e.Index)
		}
		if e.Index != n.log.next() {
			ref.Release()
			continue
		}
		last = e.Index
		n.log.push(ref)
	}
	return last
}

func (n *node) stop() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.log.cutFrom(n.log.first)
}

func main() {
	leader, a, b := newNode(), newNode(), newNode()
	leader.term = 2
	leader.match["a"], leader.match["b"] = 0, 0
	b.propose("stale")
	for i := range 10 {
		leader.propose(fmt.Sprint("set x ", i))
	}
	var wg sync.WaitGroup
	for name, f := range map[string]*node{"a": a, "b": b} {
		wg.Go(func() {
			for {
				batch := leader.batchFor(name)
				if len(batch) == 0 {
					return
				}
				leader.acked(name, f.accept(batch))
			}
		})
	}
	wg.Wait()
	fmt.Println(a.log.next(), b.log.next(), leader.log.first, len(leader.log.refs))
	fmt.Println(string(b.log.refs[0].Value().Cmd))
	for _, n := range []*node{leader, a, b} {
		n.stop()
	}
	check()
}
