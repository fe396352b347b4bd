package stdpool

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
)

// GzipReader leases a Reader from Default. See Pools.GzipReader.
func GzipReader(r io.Reader) (rcpool.Ref[Reader[*gzip.Reader]], error) { return Default.GzipReader(r) }

// FlateReader leases a Reader from Default. See Pools.FlateReader.
func FlateReader(r io.Reader) (rcpool.Ref[Reader[io.ReadCloser]], error) {
	return Default.FlateReader(r)
}

// ZlibReader leases a Reader from Default. See Pools.ZlibReader.
func ZlibReader(r io.Reader) (rcpool.Ref[Reader[io.ReadCloser]], error) { return Default.ZlibReader(r) }

// GzipReader leases a gzip.Reader that reads from r, of which it has read the
// header; the caller owns the reference. If the header can not be read,
// GzipReader returns the error of gzip.NewReader, and the zero Ref. Like that,
// it may read more of r than it needs, unless r is an io.ByteReader.
func (p *Pools) GzipReader(r io.Reader) (rcpool.Ref[Reader[*gzip.Reader]], error) {
	return p.ready().gzipReaders.get(r)
}

// FlateReader leases a Reader of what flate.Writer writes. It is otherwise like
// GzipReader, but reads nothing in advance; the error is always nil.
func (p *Pools) FlateReader(r io.Reader) (rcpool.Ref[Reader[io.ReadCloser]], error) {
	return p.ready().flateReaders.get(r)
}

// ZlibReader leases a Reader of what zlib.Writer writes. It is otherwise like
// GzipReader; errors are those of zlib.NewReader.
func (p *Pools) ZlibReader(r io.Reader) (rcpool.Ref[Reader[io.ReadCloser]], error) {
	return p.ready().zlibReaders.get(r)
}

// A Reader is a decompressor of the standard library, an R, that is bound to
// its source for the length of a lease. Its methods panic with an
// *rcpool.Misuse while it is idle, that is if they are called by who has kept it
// beyond his lease.
type Reader[R io.ReadCloser] struct {
	// Stream is the R itself, for what only it can do, such as telling the name
	// in a gzip.Header. (Those of compress/flate and compress/zlib have no type
	// with a name.)
	Stream R

	leased bool
	buffer bufio.Reader // between R and a source that has no ReadByte
	pool   *string      // its name
}

// Read reads decompressed data.
func (r *Reader[R]) Read(p []byte) (int, error) {
	r.check("Read")
	return r.Stream.Read(p)
}

// Close closes the stream, and not its source. It need not be called. It
// returns the error that ended the reading, if any but io.EOF.
func (r *Reader[R]) Close() error {
	r.check("Close")
	return r.Stream.Close()
}

func (r *Reader[R]) check(op string) {
	if !r.leased {
		panic(stale(*r.pool, op))
	}
}

// readers is a pool of decompressors.
type readers[R io.ReadCloser] struct {
	pool  rcpool.Pool[Reader[R]]
	reset func(R, io.Reader) error
}

func (p *Pools) openDecompressors() {
	p.gzipReaders.open(p.named("GzipReader"), gzipHeader, gzip.NewReader, (*gzip.Reader).Reset)
	p.flateReaders.open(p.named("FlateReader"), "", newFlateReader, resetReader)
	p.zlibReaders.open(p.named("ZlibReader"), zlibHeader, zlib.NewReader, resetReader)
}

// The shortest headers. A decompressor lets go of its source only when it has
// read the header of the next.
const (
	gzipHeader = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
	zlibHeader = "\x78\x9c"
)

func newFlateReader(r io.Reader) (io.ReadCloser, error) { return flate.NewReader(r), nil }

// resetReader resets a reader of compress/flate or compress/zlib.
func resetReader(r io.ReadCloser, from io.Reader) error { return r.(flate.Resetter).Reset(from, nil) }

func (p *readers[R]) open(name, header string, fresh func(io.Reader) (R, error), reset func(R, io.Reader) error) {
	nowhere := &void{pool: name, header: header}
	p.reset = reset
	p.pool.Name = name
	p.pool.New = func() *Reader[R] {
		stream, err := fresh(nowhere)
		must(err)
		return &Reader[R]{Stream: stream, pool: &p.pool.Name}
	}
	p.pool.Reset = func(r *Reader[R]) {
		r.leased = false
		must(reset(r.Stream, nowhere))
		if r.buffer.Size() > 0 { // or Reset would make a buffer
			r.buffer.Reset(nowhere)
		}
	}
}

// must panics if a decompressor does not take the header of a void: then it can
// not be reset, and is not to be kept.
func must(err error) {
	if err != nil {
		panic(fmt.Errorf("stdpool: a decompressor between two leases: %w", err))
	}
}

func (p *readers[R]) get(from io.Reader) (rcpool.Ref[Reader[R]], error) {
	ref := p.pool.Get()
	defer rcpool.Drop(&ref)
	r := ref.Value()
	r.leased = true
	if _, ok := from.(flate.Reader); !ok { // it would make a new buffer for each source
		r.buffer.Reset(from)
		from = &r.buffer
	}
	if err := p.reset(r.Stream, from); err != nil {
		return rcpool.Ref[Reader[R]]{}, err
	}
	return rcpool.Move(&ref), nil
}
