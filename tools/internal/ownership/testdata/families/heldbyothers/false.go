package heldbyothers

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/rcpool/rcpool/stdpool"
)

// The window and the list have a reference each.
func peaks(mem memory.Allocator, n int) {
	w := &window{mem: mem}
	defer w.release()
	var kept []arrow.Array
	defer func() {
		for _, p := range kept {
			p.Release()
		}
	}()
	for i := range n {
		last, err := w.last()
		if err != nil {
			continue
		}
		if last.Len() == 3 && i%2 == 0 {
			kept = append(kept, last)
		} else {
			last.Release()
		}
	}
}

// The builder stays in the map.
func line(in *ingest, name string, v int64) int {
	b := in.builder(name)
	b.Append(v)
	return b.Len()
}

// What is in the field grows there.
func (u *upload) begin(size int) {
	u.data = stdpool.Bytes(0)
	u.data.Grow(size)
}

// The session has expired, and the error says so.
func expired() bool {
	s := &store{now: func() int64 { return 2 }, expires: 1, current: sessions.Get()}
	defer s.current.Release()
	if _, err := s.acquire(); !errors.Is(err, errEmpty) {
		fmt.Println("unexpected", err)
		return false
	}
	return true
}

// The history has a reference of its own, and what was sent another one.
func publish(h *history, sinks []chan *event, all *sync.WaitGroup) {
	all.Go(func() {
		e := newEvent("login")
		h.record(e)
		for _, to := range sinks {
			offer(to, e)
		}
		e.DecrementReferenceCount()
	})
}

// A write has failed, and finish closes what it releases.
func write(archives map[string]*archive, name, text string) error {
	a := archives[name]
	if _, err := io.WriteString(a.gz.Value(), text); err != nil {
		delete(archives, name)
		return errors.Join(err, a.finish())
	}
	return nil
}
