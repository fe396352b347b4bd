// truth: leak line 44,45 hard
package main

import (
	"fmt"
	"sync/atomic"
)

var liveRecords atomic.Int64

// Record is a log record that several readers may hold.
type Record struct {
	refs  atomic.Int32
	seq   int
	bytes []byte
}

func NewRecord(seq int, line string) *Record {
	r := &Record{seq: seq, bytes: []byte(line)}
	r.refs.Store(1)
	liveRecords.Add(1)
	return r
}

func (r *Record) Retain() { r.refs.Add(1) }

func (r *Record) Release() {
	switch n := r.refs.Add(-1); {
	case n == 0:
		r.bytes = nil
		liveRecords.Add(-1)
	case n < 0:
		panic("record released too often")
	}
}

// ring keeps the last records for readers that attach late.
type ring struct {
	slots [4]*Record
	next  int
}

func (g *ring) push(r *Record) {
	r.Retain()
	g.slots[g.next%len(g.slots)] = r
	g.next++
}

// snapshot returns the records from seq on; the caller releases them.
func (g *ring) snapshot(seq int) []*Record {
	var out []*Record
	for i := range g.slots {
		r := g.slots[(g.next+i)%len(g.slots)]
		if r != nil && r.seq >= seq {
			r.Retain()
			out = append(out, r)
		}
	}
	return out
}

func (g *ring) clear() {
	for i, r := range g.slots {
		if r != nil {
			r.Release()
			g.slots[i] = nil
		}
	}
}

type tail struct {
	history ring
	bytes   int
}

func (t *tail) log(seq int, line string) {
	r := NewRecord(seq, line)
	defer r.Release()
	t.bytes += len(r.bytes)
	t.history.push(r)
}

func main() {
	t := &tail{}
	for seq := range 10 {
		t.log(seq, fmt.Sprintf("request %d took %dms", seq, seq*3))
	}
	late := t.history.snapshot(8)
	for _, r := range late {
		fmt.Printf("%d %s\n", r.seq, r.bytes)
		r.Release()
	}
	t.history.clear()
	fmt.Println("bytes", t.bytes, "live", liveRecords.Load())
}
