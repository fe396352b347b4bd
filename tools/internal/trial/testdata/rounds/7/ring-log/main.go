// truth: correct

// Command ring-log keeps the latest lines of a log in memory, and dumps them
// while others go on writing.
package main

import (
	"fmt"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

type line struct {
	level byte
	text  []byte
}

var lines = rcpool.Pool[line]{
	Name:  "lines",
	New:   func() *line { return &line{text: make([]byte, 0, 128)} },
	Reset: func(l *line) { l.level, l.text = 0, l.text[:0] },
}

type ring struct {
	mu   sync.Mutex
	slot [8]rcpool.Ref[line]
	next int
}

func (r *ring) logf(level byte, format string, args ...any) {
	l := lines.Get()
	v := l.Value()
	v.level = level
	v.text = fmt.Appendf(v.text, format, args...)

	r.mu.Lock()
	old := r.slot[r.next]
	r.slot[r.next] = l
	r.next = (r.next + 1) % len(r.slot)
	r.mu.Unlock()
	if !old.IsZero() {
		old.Release()
	}
}

// snapshot returns references for the caller, the oldest first.
func (r *ring) snapshot() []rcpool.Ref[line] {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]rcpool.Ref[line], 0, len(r.slot))
	for i := range r.slot {
		l := r.slot[(r.next+i)%len(r.slot)]
		if l.IsZero() {
			continue
		}
		out = append(out, l.Retain())
	}
	return out
}

func (r *ring) dump(w io.Writer) (err error) {
	for _, l := range r.snapshot() {
		if err == nil {
			_, err = fmt.Fprintf(w, "%c %s\n", l.Value().level, l.Value().text)
		}
		l.Release()
	}
	return err
}

func (r *ring) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.slot {
		rcpool.Drop(&r.slot[i])
	}
}

func main() {
	r := new(ring)
	defer r.close()
	r.logf('I', "started")
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			for n := range 30 {
				r.logf("IWE"[i], "worker %d did %d", i, n)
				if n%10 == 9 {
					if err := r.dump(io.Discard); err != nil {
						fmt.Println(err)
					}
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(len(r.snapshotTexts()), "lines kept")
}

func (r *ring) snapshotTexts() (texts []string) {
	for _, l := range r.snapshot() {
		texts = append(texts, string(l.Value().text))
		l.Release()
	}
	return texts
}
