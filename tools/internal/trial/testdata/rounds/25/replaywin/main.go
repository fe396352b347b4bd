// truth: use-after-release line 55,66 hard

// Command replaywin keeps recent messages so that clients can ask for a replay.
package main

import (
	"errors"
	"fmt"
	"strings"

	"google.golang.org/grpc/mem"
)

var (
	errTooOld  = errors.New("message is no longer kept")
	errUnknown = errors.New("unknown message")
)

// window keeps the last messages, and finds them by id.
type window struct {
	pool  mem.BufferPool
	order []string
	byID  map[string]mem.Buffer
	bytes int
	limit int
}

func newWindow(limit int) *window {
	return &window{pool: mem.NewTieredBufferPool(1<<10, 16<<10), byID: map[string]mem.Buffer{}, limit: limit}
}

func (w *window) buffer(data string) mem.Buffer {
	p := w.pool.Get(len(data))
	copy(*p, data)
	return mem.NewBuffer(p, w.pool)
}

func (w *window) add(id, data string) {
	if _, dup := w.byID[id]; dup {
		return
	}
	w.byID[id] = w.buffer(data)
	w.order = append(w.order, id)
	w.bytes += len(data)
	for w.bytes > w.limit && len(w.order) > 1 {
		w.evict()
	}
}

func (w *window) evict() {
	id := w.order[0]
	w.order = w.order[1:]
	buf := w.byID[id]
	w.bytes -= buf.Len()
	buf.Free()
}

func (w *window) replay(id string) (string, error) {
	if len(w.order) == 0 {
		return "", errTooOld
	}
	buf, ok := w.byID[id]
	if !ok {
		return "", fmt.Errorf("%s: %w", id, errUnknown)
	}
	return string(buf.ReadOnlyData()), nil
}

func (w *window) Close() {
	for len(w.order) > 0 {
		w.evict()
	}
	clear(w.byID)
}

func main() {
	w := newWindow(6000)
	defer w.Close()
	for i := range 3 {
		w.add(fmt.Sprint("m", i), strings.Repeat(string(rune('a'+i)), 2500))
		s, err := w.replay(fmt.Sprint("m", i))
		fmt.Println(len(s), err)
	}
	_, err := w.replay("m9")
	fmt.Println(err)
	defer func() { fmt.Println("replay:", recover() != nil) }()
	fmt.Println(w.replay("m0"))
}
