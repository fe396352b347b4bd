// Package heldbyothers is about references that others own: a map or a field that a
// function fills before it returns what it has put there, a list of events that takes
// references of its own, and a method that closes what its struct has.
package heldbyothers

import (
	"compress/gzip"
	"errors"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/classic"
	"github.com/rcpool/rcpool/stdpool"
)

var errEmpty = errors.New("empty")

// A window has the array that it showed last.
type window struct {
	mem    memory.Allocator
	joined arrow.Array
}

func (w *window) all() (arrow.Array, error) {
	if w.joined == nil {
		if w.mem == nil {
			return nil, errEmpty
		}
		b := array.NewInt64Builder(w.mem)
		defer b.Release()
		b.Append(1)
		w.joined = b.NewArray()
	}
	return w.joined, nil
}

// last returns what the window shows. The caller owns it.
func (w *window) last() (arrow.Array, error) {
	all, err := w.all()
	if err != nil {
		return nil, err
	}
	all.Retain()
	return all, nil
}

func (w *window) release() {
	if w.joined != nil {
		w.joined.Release()
		w.joined = nil
	}
}

// An ingest owns a builder for each column.
type ingest struct {
	mem      memory.Allocator
	builders map[string]*array.Int64Builder
}

// builder returns the builder of a column, which the ingest owns.
func (in *ingest) builder(name string) *array.Int64Builder {
	if b, ok := in.builders[name]; ok {
		return b
	}
	b := array.NewInt64Builder(in.mem)
	in.builders[name] = b
	return b
}

// detached returns a builder that the caller owns.
func (in *ingest) detached() *array.Int64Builder {
	b := array.NewInt64Builder(in.mem)
	b.Append(0)
	return b
}

// An upload owns its data.
type upload struct{ data stdpool.ByteRef }

type session struct{ user string }

var sessions rcpool.Pool[session]

// A store of sessions calls now.
type store struct {
	now     func() int64
	expires int64
	current rcpool.Ref[session]
}

// acquire returns a reference for the caller.
func (s *store) acquire() (rcpool.Ref[session], error) {
	if s.current.IsZero() || s.now() > s.expires {
		return rcpool.Ref[session]{}, errEmpty
	}
	return s.current.Retain(), nil
}

type event struct {
	classic.ReferenceCounter
	kind string
}

var events = classic.NewReferenceCountedPool(
	func(c classic.ReferenceCounter) classic.ReferenceCountable { return &event{ReferenceCounter: c} },
	func(any) error { return nil },
)

func newEvent(kind string) *event {
	e := events.Get().(*event)
	e.kind = kind
	return e
}

// A history has the last events of each kind, and references of its own to them.
type history struct {
	last map[string][]*event
	max  int
}

func (h *history) record(e *event) {
	e.IncrementReferenceCount()
	list := h.last[e.kind]
	if len(list) == h.max {
		list[0].DecrementReferenceCount()
		copy(list, list[1:])
		list[len(list)-1] = e
		return
	}
	h.last[e.kind] = append(list, e)
}

// offer sends an event with a reference of its own, unless there is no room.
func offer(to chan *event, e *event) {
	e.IncrementReferenceCount()
	select {
	case to <- e:
	default:
		e.DecrementReferenceCount()
	}
}

// An archive owns a compressor.
type archive struct {
	gz rcpool.Ref[stdpool.Writer[*gzip.Writer]]
}

func open(out io.Writer) *archive {
	return &archive{gz: stdpool.GzipWriter(out, gzip.BestSpeed)}
}

// finish ends the stream.
func (a *archive) finish() error {
	defer a.gz.Release()
	return a.gz.Value().Close()
}
