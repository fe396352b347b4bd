// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Segment struct {
	Base    uint64
	Records []byte
	Index   []int
}

func (s *Segment) Reset() { *s = Segment{Records: s.Records[:0], Index: s.Index[:0]} }

var segments = rcpool.Pool[Segment]{Name: "segments"}

// A Reader owns a reference to a segment until Close.
type Reader struct {
	segment rcpool.Ref[Segment]
	next    int
}

func (r *Reader) Next() (record []byte, ok bool) {
	s := r.segment.Value()
	if r.next >= len(s.Index) {
		return nil, false
	}
	end := len(s.Records)
	if r.next+1 < len(s.Index) {
		end = s.Index[r.next+1]
	}
	record = s.Records[s.Index[r.next]:end]
	r.next++
	return record, true
}

// Close may be called more than once.
func (r *Reader) Close() error {
	rcpool.Drop(&r.segment)
	return nil
}

// A Log has an active segment, and sealed ones that readers share.
type Log struct {
	mu     sync.Mutex
	active rcpool.Ref[Segment]
	sealed []rcpool.Ref[Segment]
	max    int
	once   sync.Once
}

func Open(size int) *Log { return &Log{active: segments.Get(), max: size} }

func (l *Log) Append(record string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.active.Value()
	if len(s.Records)+len(record) > l.max {
		l.sealed = append(l.sealed, l.active)
		base := s.Base + uint64(len(s.Index))
		l.active = segments.Get()
		s = l.active.Value()
		s.Base = base
	}
	s.Index = append(s.Index, len(s.Records))
	s.Records = append(s.Records, record...)
}

var errRange = errors.New("no such segment")

func (l *Log) Reader(i int) (*Reader, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i < 0 || i >= len(l.sealed) {
		return nil, errRange
	}
	return &Reader{segment: l.sealed[i].Retain()}, nil
}

// Truncate gives up the n oldest segments. Readers keep what they have open.
func (l *Log) Truncate(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n = min(n, len(l.sealed))
	for i := range l.sealed[:n] {
		rcpool.Drop(&l.sealed[i])
	}
	l.sealed = l.sealed[n:]
}

func (l *Log) Close() {
	l.once.Do(func() {
		l.Truncate(len(l.sealed))
		l.active.Release()
	})
}

func main() {
	l := Open(32)
	defer l.Close()
	for i := range 12 {
		l.Append(fmt.Sprintf("record-%02d;", i))
	}
	r, err := l.Reader(0)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Close()
	l.Truncate(2)
	for record, ok := r.Next(); ok; record, ok = r.Next() {
		fmt.Println(string(record))
	}
	r.Close()
	_, err = l.Reader(99)
	fmt.Println(errors.Is(err, errRange), len(l.sealed))
	l.Close()
	fmt.Println(segments.Stats().InUse)
}
