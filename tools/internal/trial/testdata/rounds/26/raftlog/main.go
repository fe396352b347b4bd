// truth: correct

// Command raftlog replicates log entries to followers and compacts the log.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Entry struct {
	Index, Term uint64
	Data        []byte
}

func (e *Entry) Reset() { *e = Entry{Data: e.Data[:0]} }

var entries = rcpool.Pool[Entry]{Name: "entries"}

// An append message owns its entries.
type appendMsg struct {
	prev    uint64
	entries []rcpool.Ref[Entry]
}

func (m appendMsg) free() {
	for _, e := range m.entries {
		e.Release()
	}
}

type Log struct {
	mu    sync.Mutex
	first uint64 // index of tail[0]
	tail  []rcpool.Ref[Entry]
}

func (l *Log) Propose(term uint64, data string) uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	e := entries.Get()
	v := e.Value()
	v.Index, v.Term = l.first+uint64(len(l.tail)), term
	v.Data = append(v.Data, data...)
	l.tail = append(l.tail, e)
	return v.Index
}

func (l *Log) slice(from uint64, limit int) (appendMsg, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if from < l.first {
		return appendMsg{}, false
	}
	m := appendMsg{prev: from - 1}
	for i := int(from - l.first); i < len(l.tail) && len(m.entries) < limit; i++ {
		m.entries = append(m.entries, l.tail[i].Retain())
	}
	return m, true
}

func (l *Log) Compact(upTo uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if upTo < l.first {
		return
	}
	n := min(int(upTo-l.first)+1, len(l.tail))
	for _, e := range l.tail[:n] {
		e.Release()
	}
	l.tail = append([]rcpool.Ref[Entry](nil), l.tail[n:]...)
	l.first += uint64(n)
}

type follower struct {
	name    string
	in      chan appendMsg
	applied uint64
	state   string
}

func (f *follower) loop(wg *sync.WaitGroup) {
	defer wg.Done()
	for m := range f.in {
		f.apply(m)
		m.free()
	}
}

func (f *follower) apply(m appendMsg) {
	if m.prev != f.applied {
		return
	}
	for _, e := range m.entries {
		v := e.Value()
		f.state += string(v.Data)
		f.applied = v.Index
	}
}

func replicate(l *Log, f *follower, from uint64) uint64 {
	for {
		m, ok := l.slice(from, 2)
		if !ok || len(m.entries) == 0 {
			return from
		}
		from += uint64(len(m.entries))
		select {
		case f.in <- m:
		default:
			from -= uint64(len(m.entries))
			m.free()
			return from
		}
	}
}

func main() {
	l := &Log{first: 1}
	var wg sync.WaitGroup
	fs := []*follower{{name: "b", in: make(chan appendMsg, 8)}, {name: "c", in: make(chan appendMsg, 8)}}
	next := map[string]uint64{"b": 1, "c": 1}
	for i := range 5 {
		l.Propose(1, string(rune('a'+i)))
	}
	for _, f := range fs {
		wg.Add(1)
		next[f.name] = replicate(l, f, next[f.name])
		go f.loop(&wg)
	}
	l.Compact(3)
	l.Propose(2, "!")
	if m, ok := l.slice(2, 1); ok {
		m.free()
	}
	for _, f := range fs {
		replicate(l, f, next[f.name])
		close(f.in)
	}
	wg.Wait()
	for _, f := range fs {
		fmt.Println(f.name, f.applied, f.state)
	}
	l.Compact(1 << 20)
}
