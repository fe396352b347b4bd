// truth: double-release line 62,72 hard

// Command ringlog keeps the last records of a flight recorder in a ring. An
// uplink takes records when there is a connection.
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Record struct {
	N      uint64
	Source string
	Text   []byte
}

func (r *Record) Reset() { *r = Record{Text: r.Text[:0]} }

var records = rcpool.Pool[Record]{
	Name: "flight.records",
	Keep: func(r *Record) bool { return cap(r.Text) <= 4<<10 },
}

type Ring struct {
	mu    sync.Mutex
	slots []rcpool.Ref[Record]
	head  uint64 // of the next record to take
	tail  uint64 // of the next record to add
	lost  int
}

func NewRing(size int) *Ring { return &Ring{slots: make([]rcpool.Ref[Record], size)} }

func (r *Ring) slot(n uint64) *rcpool.Ref[Record] { return &r.slots[n%uint64(len(r.slots))] }

// Add takes rec over. If the ring is full, the oldest record is lost.
func (r *Ring) Add(rec rcpool.Ref[Record]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tail-r.head == uint64(len(r.slots)) {
		rcpool.Drop(r.slot(r.head))
		r.head++
		r.lost++
	}
	rec.Value().N = r.tail
	*r.slot(r.tail) = rec
	r.tail++
}

// Take returns the oldest record, which belongs to the caller.
func (r *Ring) Take() (rec rcpool.Ref[Record], ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.head == r.tail {
		return rec, false
	}
	rec = *r.slot(r.head)
	r.head++
	return rec, true
}

// Close releases what was not taken.
func (r *Ring) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.slots {
		rcpool.Drop(&r.slots[i])
	}
	r.head = r.tail
}

var errOffline = errors.New("no connection")

type Uplink struct {
	ring   *Ring
	online func() bool
	sent   strings.Builder
}

func (u *Uplink) Push(max int) (n int, err error) {
	for n < max {
		if !u.online() {
			return n, errOffline
		}
		rec, ok := u.ring.Take()
		if !ok {
			break
		}
		v := rec.Value()
		fmt.Fprintf(&u.sent, "%d %s %s;", v.N, v.Source, v.Text)
		rec.Release()
		n++
	}
	return n, nil
}

func logf(ring *Ring, source, format string, args ...any) {
	rec := records.Get()
	v := rec.Value()
	v.Source = source
	v.Text = fmt.Appendf(v.Text, format, args...)
	ring.Add(rec)
}

func main() {
	ring := NewRing(4)
	budget := 3
	up := &Uplink{ring: ring, online: func() bool { budget--; return budget >= 0 }}
	for i := range 6 {
		logf(ring, "gps", "fix %d", i)
	}
	fmt.Println(up.Push(2))
	logf(ring, "imu", "tilt")
	fmt.Println(up.Push(5))
	fmt.Println(up.sent.String(), ring.lost)
	ring.Close()
}
