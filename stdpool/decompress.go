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

// GzipReader leases a Reader from [Default]. See Pools.GzipReader.
func GzipReader(r io.Reader) (rcpool.Ref[Reader[*gzip.Reader]], error) {
	return Default().GzipReader(r)
}

// FlateReader leases a Reader from [Default]. See Pools.FlateReader.
func FlateReader(r io.Reader) (rcpool.Ref[Reader[io.ReadCloser]], error) {
	return Default().FlateReader(r)
}

// ZlibReader leases a Reader from [Default]. See Pools.ZlibReader.
func ZlibReader(r io.Reader) (rcpool.Ref[Reader[io.ReadCloser]], error) {
	return Default().ZlibReader(r)
}

// GzipReader leases a gzip.Reader that reads from r, and reads the header. The
// caller owns the reference. If GzipReader cannot read the header, it returns the
// zero Ref and the error of gzip.NewReader. Like gzip.NewReader, it may read more
// from r than the stream needs, unless r is an io.ByteReader.
func (p *Pools) GzipReader(r io.Reader) (rcpool.Ref[Reader[*gzip.Reader]], error) {
	return p.ready().gzipReaders.get(r)
}

// FlateReader leases a decompressor for data of a flate.Writer. It is like
// GzipReader, but there is no header to read, and the error is always nil.
func (p *Pools) FlateReader(r io.Reader) (rcpool.Ref[Reader[io.ReadCloser]], error) {
	return p.ready().flateReaders.get(r)
}

// ZlibReader leases a decompressor for data of a zlib.Writer. It is like
// GzipReader, and its errors are those of zlib.NewReader.
func (p *Pools) ZlibReader(r io.Reader) (rcpool.Ref[Reader[io.ReadCloser]], error) {
	return p.ready().zlibReaders.get(r)
}

// A Reader is a decompressor of the standard library, an R, that is bound to its
// source for the duration of a lease. Its methods panic with an *rcpool.Misuse
// of kind UseAfterRelease if it is idle, which means that someone kept it beyond
// the lease. It is not safe for concurrent use.
type Reader[R io.ReadCloser] struct {
	// Stream is the decompressor, for what only an R can do, such as reading the
	// name in a gzip.Header. (The decompressors of compress/flate and
	// compress/zlib have no exported type.) Do not use it after the release.
	Stream R

	leased bool
	buffer bufio.Reader // between R and a source that has no ReadByte
	pool   *string      // name of the pool
}

// Read reads decompressed data.
func (r *Reader[R]) Read(p []byte) (int, error) {
	if !r.leased {
		return 0, stale(*r.pool, "Read")
	}
	return r.Stream.Read(p)
}

// Close closes the stream but not its source. Calling it is optional. It returns
// the error that ended the stream, unless that is io.EOF.
func (r *Reader[R]) Close() error {
	if !r.leased {
		return stale(*r.pool, "Close")
	}
	return r.Stream.Close()
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

// The shortest headers. A decompressor drops the reference to its source only
// when it has read the header of the next one.
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
		if r.buffer.Size() > 0 { // or Reset would allocate a buffer
			r.buffer.Reset(nowhere)
		}
	}
}

// must panics if a decompressor does not accept the header of a void. Then it
// cannot be reset, and the panic keeps it out of the pool.
func must(err error) {
	if err != nil {
		panic(fmt.Errorf("stdpool: reset of a decompressor: %w", err))
	}
}

func (p *readers[R]) get(from io.Reader) (rcpool.Ref[Reader[R]], error) {
	ref := p.pool.Get()
	defer rcpool.Drop(&ref)
	r := ref.Value()
	r.leased = true
	if _, ok := from.(flate.Reader); !ok { // the decompressor would allocate a buffer for each source
		r.buffer.Reset(from)
		from = &r.buffer
	}
	if err := p.reset(r.Stream, from); err != nil {
		return rcpool.Ref[Reader[R]]{}, err
	}
	return rcpool.Move(&ref), nil
}
