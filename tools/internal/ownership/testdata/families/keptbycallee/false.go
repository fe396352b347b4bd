package keptbycallee

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"google.golang.org/grpc/mem"
)

func (w *window) retain(b mem.Buffer) {
	b.Ref()
	if w.last != nil {
		w.last.Free()
	}
	w.last = b
}

// The window has a reference of its own.
func (r *relay) handleWell(payload []byte) int {
	msg := mem.Copy(payload, r.pool)
	defer msg.Free()
	r.win.retain(msg)
	return msg.Len()
}

func (r *relay) handOver(payload []byte) int {
	msg := mem.Copy(payload, r.pool)
	r.win.remember(msg)
	return r.win.count
}

func (w *window) forget() { w.last = nil }

// It is taken out in time.
func (r *relay) forAWhile(payload []byte, write func(*window)) {
	msg := mem.Copy(payload, r.pool)
	defer msg.Free()
	r.win.remember(msg)
	write(&r.win)
	r.win.forget()
}

func (r *relay) forTheCall(payload []byte, write func(*window)) {
	msg := mem.Copy(payload, r.pool)
	defer msg.Free()
	r.win.remember(msg)
	defer r.win.forget()
	write(&r.win)
}

func (w *window) free() {
	if w.last != nil {
		w.last.Free()
		w.last = nil
	}
}

// It is released through the window.
func (r *relay) through(payload []byte) int {
	msg := mem.Copy(payload, r.pool)
	r.win.remember(msg)
	n := msg.Len()
	r.win.free()
	return n
}

func (w *window) close() { w.last.Free() }

// It is released through the window, which nobody uses any more.
func (r *relay) closed(payload []byte) int {
	msg := mem.Copy(payload, r.pool)
	r.win.remember(msg)
	defer r.win.close()
	return msg.Len()
}

func local(pool mem.BufferPool, payload []byte) int {
	var w window
	msg := mem.Copy(payload, pool)
	defer msg.Free()
	w.remember(msg)
	return w.count + msg.Len()
}

// The caller retains it for the window.
func (r *relay) retainFirst(payload []byte) int {
	msg := mem.Copy(payload, r.pool)
	msg.Ref()
	r.win.remember(msg)
	n := msg.Len()
	msg.Free()
	return n
}

type history struct {
	last mem.Buffer
	all  []mem.Buffer
}

func (h *history) add(b mem.Buffer) {
	b.Ref()
	h.all = append(h.all, b)
	h.last = b
}

// A list of owners has it, too.
func (h *history) record(pool mem.BufferPool, payload []byte) {
	msg := mem.Copy(payload, pool)
	h.add(msg)
	msg.Free()
}

func (w *window) columnRetained(a arrow.Array) {
	a.Retain()
	w.rec = a
}

// An array with a reference for the window.
func summarizeWell(w *window, values []int64) int {
	b := array.NewInt64Builder(memory.DefaultAllocator)
	defer b.Release()
	b.AppendValues(values, nil)
	a := b.NewArray()
	defer a.Release()
	w.columnRetained(a)
	return a.Len()
}
