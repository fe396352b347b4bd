// truth: correct
package main

import (
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/rcpool/rcpool"
)

type entry struct {
	seq int
	msg []byte
}

var entries = rcpool.Pool[entry]{
	Name:  "log entries",
	Reset: func(e *entry) { *e = entry{msg: e.msg[:0]} },
}

// tail is the last lines of a log, for a debug page.
type tail struct {
	mu   sync.Mutex
	ring [8]rcpool.Ref[entry]
	next int
}

func (t *tail) printf(format string, args ...any) {
	e := entries.Get()
	v := e.Value()
	v.msg = fmt.Appendf(v.msg, format, args...)
	t.mu.Lock()
	defer t.mu.Unlock()
	v.seq = t.next
	slot := &t.ring[t.next%len(t.ring)]
	t.next++
	rcpool.Drop(slot)
	*slot = e
}

func (t *tail) snapshot() []rcpool.Ref[entry] {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out []rcpool.Ref[entry]
	for i := range t.ring {
		if r := t.ring[(t.next+i)%len(t.ring)]; !r.IsZero() {
			out = append(out, r.Retain())
		}
	}
	return out
}

func (t *tail) dump(w io.Writer) error {
	lines := t.snapshot()
	defer func() {
		for _, l := range lines {
			l.Release()
		}
	}()
	for _, l := range lines {
		if _, err := fmt.Fprintf(w, "%d %s\n", l.Value().seq, l.Value().msg); err != nil {
			return err
		}
	}
	return nil
}

func (t *tail) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.ring {
		rcpool.Drop(&t.ring[i])
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func main() {
	var t tail
	defer t.close()
	var wg sync.WaitGroup
	for i := range 5 {
		wg.Go(func() { t.printf("worker %d ready", i) })
	}
	wg.Wait()
	fmt.Println(t.dump(brokenPipe{}))
	for i := range 20 {
		t.printf("request %d took %dms", i, i*i)
	}
	t.dump(os.Stdout)
}
