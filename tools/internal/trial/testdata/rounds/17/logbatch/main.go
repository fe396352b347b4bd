// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type event struct {
	level string
	text  []byte
}

func (e *event) Reset() { e.level, e.text = "", e.text[:0] }

var events = rcpool.Pool[event]{Name: "events"}

var errBackend = errors.New("backend unavailable")

type backend struct {
	failures int
	got      strings.Builder
}

func (b *backend) write(batch []rcpool.Ref[event]) error {
	if b.failures > 0 {
		b.failures--
		return errBackend
	}
	for _, e := range batch {
		fmt.Fprintf(&b.got, "[%s] %s\n", e.Value().level, e.Value().text)
	}
	return nil
}

// A batcher writes events in batches. What cannot be written is tried again
// with the next batch, until there is too much of it.
type batcher struct {
	mu    sync.Mutex
	out   *backend
	batch []rcpool.Ref[event]
	size  int
	keep  int
	lost  int
}

func (b *batcher) add(e rcpool.Ref[event]) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.batch = append(b.batch, e)
	if len(b.batch)%b.size != 0 {
		return nil
	}
	return b.flushLocked()
}

func (b *batcher) flushLocked() error {
	if len(b.batch) == 0 {
		return nil
	}
	if err := b.out.write(b.batch); err != nil {
		if excess := len(b.batch) - b.keep; excess > 0 {
			b.discard(excess)
		}
		return fmt.Errorf("flush: %w", err)
	}
	release(b.batch)
	b.batch = b.batch[:0]
	return nil
}

// discard drops the n oldest events.
func (b *batcher) discard(n int) {
	release(b.batch[:n])
	rest := copy(b.batch, b.batch[n:])
	clear(b.batch[rest:])
	b.batch = b.batch[:rest]
	b.lost += n
}

func release(batch []rcpool.Ref[event]) {
	for i := range batch {
		rcpool.Drop(&batch[i])
	}
}

func (b *batcher) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	err := b.flushLocked()
	b.discard(len(b.batch))
	return err
}

func main() {
	for _, failures := range []int{0, 2, 9} {
		b := &batcher{out: &backend{failures: failures}, size: 2, keep: 3}
		for i := range 7 {
			e := events.Get()
			e.Value().level = "info"
			e.Value().text = fmt.Appendf(e.Value().text, "line %d", i)
			if err := b.add(e); err != nil && failures == 2 {
				fmt.Println("error:", err)
			}
		}
		err := b.Close()
		fmt.Println(strings.Count(b.out.got.String(), "\n"), b.lost, err)
	}
}
