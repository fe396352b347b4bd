package grownviews

import (
	"encoding/binary"
	"io"

	"github.com/rcpool/rcpool/stdpool"
)

// The header is borrowed again.
func encodeAgain(fields []string) stdpool.ByteRef {
	b := stdpool.Bytes(4)
	header := b.Value()
	clear(header)
	for _, f := range fields {
		b.Append(byte(len(f)))
		b.WriteString(f)
	}
	header = b.Value()[:4]
	binary.BigEndian.PutUint32(header, uint32(b.Len()))
	return b
}

// The block has room for the body.
func markGrown(body []byte) stdpool.ByteRef {
	b := stdpool.Bytes(8)
	b.Grow(len(body))
	flags := b.Value()[4:8]
	b.Append(body...)
	flags[0] = 1
	return b
}

// The header is written in each turn before the block grows.
func (f *frame) addAll(bodies [][]byte) int {
	for _, body := range bodies {
		header := f.block.Value()
		f.parts++
		putLen(header, f.parts)
		f.block.Write(body)
	}
	return f.parts
}

// Only the length is used.
func readCounted(r io.Reader) (int, error) {
	b := stdpool.Bytes(2)
	defer b.Release()
	kind := b.Value()
	if _, err := io.ReadFull(r, kind); err != nil {
		return 0, err
	}
	if _, err := b.ReadFrom(r); err != nil {
		return 0, err
	}
	return len(kind) + b.Len(), nil
}

// Another block grows.
func escapeTo(in []byte) int {
	b, to := stdpool.Bytes(len(in)), stdpool.Bytes(0)
	defer b.Release()
	defer to.Release()
	out := b.Value()
	copy(out, in)
	for _, c := range out {
		to.Append('\\', c)
	}
	return to.Len()
}

// A method appends the body after the header was written.
func (f *frame) addAfter(body []byte) int {
	putLen(f.block.Value(), f.parts)
	f.put(body)
	header := f.block.Value()[:4]
	putLen(header, f.parts)
	return f.parts
}

// A method counts.
func (f *frame) counted(bodies [][]byte) int {
	header := f.block.Value()[:4]
	f.count(bodies)
	binary.BigEndian.PutUint32(header, uint32(f.parts))
	return f.parts
}

// There is room for the body.
func withRoom(body []byte) stdpool.ByteRef {
	r := newRoomy(len(body))
	header := r.bytes.Value()
	r.put(body)
	putLen(header, len(body))
	return r.bytes
}

// The other frame grows.
func (p *pair) answerOther(body []byte) int {
	header := p.out.block.Value()
	p.in.put(body)
	putLen(header, len(body))
	return p.out.parts
}
