// Package keptbycallee has functions that put a counted object into a field without a
// reference, while their caller releases the only one.
package keptbycallee

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"google.golang.org/grpc/mem"
)

type window struct {
	last  mem.Buffer
	rec   arrow.Array
	count int
}

func (w *window) remember(b mem.Buffer) {
	w.last = b
	w.count++
}

type relay struct {
	pool mem.BufferPool
	win  window
}

// The buffer is released when the function returns, and stays in the window.
func (r *relay) handle(payload []byte) int {
	msg := mem.Copy(payload, r.pool)
	defer msg.Free()
	r.win.remember(msg) // want "escape: "
	return msg.Len()
}

// Without defer.
func (r *relay) send(payload []byte) (sum int) {
	msg := mem.Copy(payload, r.pool)
	r.win.remember(msg) // want "escape: "
	for _, b := range msg.ReadOnlyData() {
		sum += int(b)
	}
	msg.Free()
	return sum
}

func setLast(w *window, b mem.Buffer) { w.last = b }

// A function, and a pointer to the window.
func replace(w *window, pool mem.BufferPool, payload []byte) {
	msg := mem.Copy(payload, pool)
	setLast(w, msg) // want "escape: "
	w.count++
	msg.Free()
}

func (w *window) column(a arrow.Array) { w.rec = a }

// An array.
func summarize(w *window, values []int64) int {
	b := array.NewInt64Builder(memory.DefaultAllocator)
	defer b.Release()
	for _, v := range values {
		b.Append(v)
	}
	a := b.NewArray()
	defer a.Release()
	w.column(a) // want "escape: "
	return a.Len()
}

// One path releases it.
func (r *relay) short(payload []byte) bool {
	msg := mem.Copy(payload, r.pool)
	r.win.remember(msg) // want "escape: "
	if len(payload) < 4 {
		msg.Free()
		return false
	}
	return true
}

func (r *relay) note(b mem.Buffer) { r.win.remember(b) }

// Through two methods.
func (r *relay) twice(payload []byte) int {
	msg := mem.Copy(payload, r.pool)
	defer msg.Free()
	r.note(msg) // want "escape: "
	return msg.Len()
}

var latest window

// A global variable.
func global(pool mem.BufferPool, payload []byte) int {
	msg := mem.Copy(payload, pool)
	defer msg.Free()
	latest.remember(msg) // want "escape: "
	return msg.Len()
}
