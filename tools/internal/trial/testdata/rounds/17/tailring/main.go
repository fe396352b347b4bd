// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type logLine struct {
	seq  uint64
	text []byte
}

func (l *logLine) Reset() { *l = logLine{text: l.text[:0]} }

var logLines = rcpool.Pool[logLine]{Name: "lines"}

// A ring keeps the latest lines for those who tail the log.
type ring struct {
	mu    sync.Mutex
	slots []rcpool.Ref[logLine]
	next  uint64
}

func newRing(n int) *ring { return &ring{slots: make([]rcpool.Ref[logLine], n)} }

func (r *ring) push(line rcpool.Ref[logLine]) uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	line.Value().seq = r.next
	slot := &r.slots[r.next%uint64(len(r.slots))]
	rcpool.Drop(slot)
	*slot = line
	r.next++
	return r.next - 1
}

// since calls f with each line from seq on. Lines may be pushed meanwhile.
func (r *ring) since(seq uint64, f func(*logLine) bool) (missed uint64) {
	r.mu.Lock()
	oldest := uint64(0)
	if n := uint64(len(r.slots)); r.next > n {
		oldest = r.next - n
	}
	if seq < oldest {
		missed = oldest - seq
		seq = oldest
	}
	var view []rcpool.Ref[logLine]
	for ; seq < r.next; seq++ {
		view = append(view, r.slots[seq%uint64(len(r.slots))].Retain())
	}
	r.mu.Unlock()
	more := true
	for _, line := range view {
		more = more && f(line.Value())
		line.Release()
	}
	return missed
}

func (r *ring) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.slots {
		rcpool.Drop(&r.slots[i])
	}
	r.next = 0
}

func push(r *ring, format string, args ...any) uint64 {
	line := logLines.Get()
	line.Value().text = fmt.Appendf(line.Value().text, format, args...)
	return r.push(line)
}

func main() {
	r := newRing(4)
	for i := range 6 {
		push(r, "job %d done", i)
	}
	missed := r.since(1, func(l *logLine) bool {
		fmt.Println(l.seq, string(l.text))
		push(r, "tailed %d", l.seq)
		return l.seq < 4
	})
	fmt.Println("missed", missed)
	var last string
	r.since(0, func(l *logLine) bool {
		last = string(l.text)
		return true
	})
	fmt.Println(last)
	r.close()
	r.since(0, func(*logLine) bool { panic("empty") })
}
