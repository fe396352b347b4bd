package stdpool

import (
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
)

// A Resetter is a writer that processes a stream, and can begin with a new one,
// such as *gzip.Writer, and those of github.com/klauspost/compress.
type Resetter interface {
	io.Writer
	Flush() error
	Close() error
	Reset(io.Writer)
}

// A Writer is a writer of another package, a W, that is bound to a target for
// the length of a lease. Its owner must Close it before the Release, or the
// stream has no end: what was not written by then is discarded.
//
// Its methods are those of W, with two additions. They panic with an
// *rcpool.Misuse while the Writer is idle, that is if they are called by who
// has kept it beyond his lease. And they see whether all was written, for then
// the Release need not reset the W: for a gzip.Writer that would take 10 µs,
// twice a lease.
type Writer[W Resetter] struct {
	// Stream is the W itself, for what only it can do, such as setting the name
	// in a gzip.Header. To bind it to another target, use Writer.Reset: its own
	// Reset would have it keep that target.
	Stream W

	target target
	closed bool
}

// Write writes p to the stream.
func (w *Writer[W]) Write(p []byte) (int, error) {
	w.target.check("Write")
	w.closed = false
	return w.Stream.Write(p)
}

// Flush writes to the target what the stream has not written yet.
func (w *Writer[W]) Flush() error {
	w.target.check("Flush")
	w.closed = false
	return w.Stream.Flush()
}

// Close ends the stream: it writes to the target what is left, and does not
// close the target. Its error may well be the first sign of one that the target
// had long before.
func (w *Writer[W]) Close() error {
	w.target.check("Close")
	err := w.Stream.Close()
	w.closed = err == nil
	return err
}

// Reset discards what was not written, and begins a new stream to another
// target. It panics if that is nil.
func (w *Writer[W]) Reset(to io.Writer) {
	w.target.check("Reset")
	w.bind(to)
}

func (w *Writer[W]) bind(to io.Writer) {
	if to == nil {
		panic(fmt.Sprintf("%s: the target is nil", *w.target.pool))
	}
	w.closed, w.target.to = false, to
	w.Stream.Reset(&w.target)
}

// unbind lets go of the target, and of what was not written.
func (w *Writer[W]) unbind() {
	if !w.closed { // it may also keep an error, which may lead to the target
		w.Stream.Reset(nil)
	}
	w.closed, w.target.to = false, nil
}

// A target is what the stream writes to: the writer that the lease is for, by
// one more pointer, so that the stream need not be told when it is over.
type target struct {
	to   io.Writer
	pool *string // its name
}

func (t *target) Write(p []byte) (int, error) {
	t.check("Write")
	return t.to.Write(p)
}

func (t *target) check(op string) {
	if t.to == nil {
		panic(stale(*t.pool, op))
	}
}

// Writers is a pool of Writers. Make one with Resettable.
type Writers[W Resetter] struct{ pool rcpool.Pool[Writer[W]] }

// Resettable makes a pool of writers of other packages, such as the compressors
// of github.com/klauspost/compress. fresh makes a new one, which may be bound to
// nil; name is that of the pool in stats and reports.
//
//	var encoders = stdpool.Resettable("zstd", func() *zstd.Encoder {
//		e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
//		if err != nil {
//			panic(err) // the options are wrong
//		}
//		return e
//	})
//
// A writer is Reset when it is leased. If it is released before it was closed
// without an error, it is also Reset to nil, and must bear that in any state.
func Resettable[W Resetter](name string, fresh func() W) *Writers[W] {
	w := new(Writers[W])
	w.open(name, fresh, func(w *Writer[W]) { w.unbind() })
	return w
}

func (w *Writers[W]) open(name string, fresh func() W, reset func(*Writer[W])) {
	w.pool.Name = name
	w.pool.New = func() *Writer[W] { return &Writer[W]{Stream: fresh(), target: target{pool: &w.pool.Name}} }
	w.pool.Reset = reset
}

// Get leases a Writer that writes to target; the caller owns the reference, and
// must Close the Writer before the Release. Get panics if target is nil.
func (w *Writers[W]) Get(target io.Writer) rcpool.Ref[Writer[W]] {
	ref := w.pool.Get()
	defer rcpool.Drop(&ref)
	ref.Value().bind(target)
	return rcpool.Move(&ref)
}

// Stats counts what the pool has done.
func (w *Writers[W]) Stats() rcpool.Stats { return w.pool.Stats() }
