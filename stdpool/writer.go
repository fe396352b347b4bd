package stdpool

import (
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
)

// A WriteResetter is a writer that processes a stream and whose Reset starts a
// new stream to another target. Examples are *gzip.Writer and the writers of
// github.com/klauspost/compress.
type WriteResetter interface {
	io.Writer
	Flush() error
	Close() error
	Reset(io.Writer)
}

// A Writer is a W that is bound to a target for the duration of a lease. Close
// it before releasing it: otherwise the stream is incomplete, and Release
// discards unwritten data.
//
// The methods of a Writer call those of W. They panic with an *rcpool.Misuse of
// kind UseAfterRelease if the Writer is idle, which means that someone kept it
// beyond the lease; after rcpool.SetPanicOnMisuse(false) they return it. They also track whether the stream is complete. If it
// is, Release need not reset W, which would take 10 µs for a gzip.Writer. A
// Writer is not safe for concurrent use.
type Writer[W WriteResetter] struct {
	// Stream is the W, for what only a W can do, such as setting the name in a
	// gzip.Header. Do not call its Reset, which would make it keep the target
	// beyond the lease; call Writer.Reset instead. Do not use Stream after the
	// release.
	Stream W

	target target
	closed bool
}

// Write writes p to the stream.
func (w *Writer[W]) Write(p []byte) (int, error) {
	if w.target.to == nil {
		return 0, stale(*w.target.pool, "Write")
	}
	w.closed = false
	return w.Stream.Write(p)
}

// Flush writes buffered data to the target.
func (w *Writer[W]) Flush() error {
	if w.target.to == nil {
		return stale(*w.target.pool, "Flush")
	}
	w.closed = false
	return w.Stream.Flush()
}

// Close completes the stream: it writes what is left to the target. It does not
// close the target. Its error may be the first to tell that an earlier write to
// the target failed.
func (w *Writer[W]) Close() error {
	if w.target.to == nil {
		return stale(*w.target.pool, "Close")
	}
	err := w.Stream.Close()
	w.closed = err == nil
	return err
}

// Reset discards unwritten data and starts a new stream to another target. It
// panics if the target is nil.
func (w *Writer[W]) Reset(to io.Writer) {
	if w.target.to == nil {
		stale(*w.target.pool, "Reset")
		return
	}
	w.bind(to)
}

func (w *Writer[W]) bind(to io.Writer) {
	if to == nil {
		panic(fmt.Sprintf("%s: the target is nil", *w.target.pool))
	}
	w.closed, w.target.to = false, to
	w.Stream.Reset(&w.target)
}

// unbind drops the target and discards unwritten data.
func (w *Writer[W]) unbind() {
	if !w.closed { // W may also keep an error that refers to the target
		w.Stream.Reset(nil)
	}
	w.closed, w.target.to = false, nil
}

// A target is what W writes to. It forwards to the writer of the lease, so that
// W need not be reset to drop that writer.
type target struct {
	to   io.Writer
	pool *string // name of the pool
}

func (t *target) Write(p []byte) (int, error) {
	if t.to == nil {
		return 0, stale(*t.pool, "Write")
	}
	return t.to.Write(p)
}

// A WriterPool is a pool of writers of another package. Make one with
// NewWriterPool. It is safe for concurrent use.
type WriterPool[W WriteResetter] struct{ pool rcpool.Pool[Writer[W]] }

// NewWriterPool returns a pool of writers of another package, such as the
// compressors of github.com/klauspost/compress. name is the name of the pool in
// stats and reports. newWriter returns a new writer, which may have a nil
// target.
//
//	var encoders = stdpool.NewWriterPool("zstd", func() *zstd.Encoder {
//		e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
//		if err != nil {
//			panic(err) // the options are wrong
//		}
//		return e
//	})
//
// Get resets a writer to its target. If the writer is released before a
// successful Close, Release resets it to nil; the writer must accept that in any
// state.
func NewWriterPool[W WriteResetter](name string, newWriter func() W) *WriterPool[W] {
	p := new(WriterPool[W])
	p.open(name, newWriter, (*Writer[W]).unbind)
	return p
}

func (p *WriterPool[W]) open(name string, newWriter func() W, reset func(*Writer[W])) {
	p.pool.Name = name
	p.pool.New = func() *Writer[W] { return &Writer[W]{Stream: newWriter(), target: target{pool: &p.pool.Name}} }
	p.pool.Reset = reset
}

// Get leases a Writer that writes to target. The caller owns the reference and
// must close the Writer before releasing it. Get panics if target is nil.
func (p *WriterPool[W]) Get(target io.Writer) rcpool.Ref[Writer[W]] {
	ref := p.pool.Get()
	defer rcpool.Drop(&ref)
	ref.Value().bind(target)
	return rcpool.Move(&ref)
}

// Stats returns the counts of the pool.
func (p *WriterPool[W]) Stats() rcpool.Stats { return p.pool.Stats() }
