package stdpool

import (
	"bufio"
	"cmp"
	"io"

	"github.com/rcpool/rcpool"
)

// BufioReader leases a bufio.Reader from [Default]. See Pools.BufioReader.
func BufioReader(r io.Reader) rcpool.Ref[bufio.Reader] { return Default().BufioReader(r) }

// BufioWriter leases a bufio.Writer from [Default]. See Pools.BufioWriter.
func BufioWriter(w io.Writer) rcpool.Ref[bufio.Writer] { return Default().BufioWriter(w) }

// BufioReader leases a bufio.Reader that reads from r. The caller owns the
// reference. Data that is still in the buffer at the release is lost. Do not use
// a slice from Peek, ReadSlice or ReadLine after the release.
func (p *Pools) BufioReader(r io.Reader) rcpool.Ref[bufio.Reader] {
	ref := p.ready().bufioReaders.Get()
	ref.Value().Reset(r)
	return ref
}

// BufioWriter leases a bufio.Writer that writes to w. The caller owns the
// reference and must call Flush before Release, which discards data that is
// still in the buffer.
func (p *Pools) BufioWriter(w io.Writer) rcpool.Ref[bufio.Writer] {
	ref := p.ready().bufioWriters.Get()
	ref.Value().Reset(w)
	return ref
}

func (p *Pools) openBufio() {
	size := cmp.Or(p.BufioSize, defaultBufioSize)

	r := &p.bufioReaders
	r.Name = p.named("BufioReader")
	noSource := &void{pool: r.Name}
	r.New = func() *bufio.Reader { return bufio.NewReaderSize(noSource, size) }
	r.Reset = func(b *bufio.Reader) { b.Reset(noSource) }

	w := &p.bufioWriters
	w.Name = p.named("BufioWriter")
	noTarget := &void{pool: w.Name}
	w.New = func() *bufio.Writer { return bufio.NewWriterSize(noTarget, size) }
	w.Reset = func(b *bufio.Writer) { b.Reset(noTarget) }
}
