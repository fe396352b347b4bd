package grownviews

import (
	"encoding/binary"
	"io"

	"github.com/rcpool/rcpool/stdpool"
)

// The header is written after the fields.
func encode(fields []string) stdpool.ByteRef {
	b := stdpool.Bytes(4)
	header := b.Value()
	for _, f := range fields {
		b.Append(byte(len(f)))
		b.WriteString(f)
	}
	binary.BigEndian.PutUint32(header, uint32(b.Len())) // want "use-after-release: "
	return b
}

// A part of the header is written.
func mark(body []byte) stdpool.ByteRef {
	b := stdpool.Bytes(8)
	flags := b.Value()[4:8]
	b.Append(body...)
	flags[0] = 1 // want "use-after-release: "
	return b
}

// The block is in a field.
func (f *frame) add(body []byte) int {
	header := f.block.Value()
	f.block.Write(body)
	f.parts++
	putLen(header, f.parts) // want "use-after-release: "
	return f.parts
}

// The block reads what follows.
func readBody(r io.Reader) (string, error) {
	b := stdpool.Bytes(2)
	defer b.Release()
	kind := b.Value()
	if _, err := io.ReadFull(r, kind); err != nil {
		return "", err
	}
	if _, err := b.ReadFrom(r); err != nil {
		return "", err
	}
	return string(kind), nil // want "use-after-release: "
}

// The block grows in one branch.
func escape(in []byte) int {
	b := stdpool.Bytes(len(in))
	defer b.Release()
	out := b.Value()
	copy(out, in)
	if in[0] == '"' {
		b.Append('"')
	}
	n := 0
	for _, c := range out { // want "use-after-release: "
		n += int(c)
	}
	return n
}

// A method appends the body.
func (f *frame) addBy(body []byte) int {
	header := f.block.Value()
	f.put(body)
	putLen(header, f.parts) // want "use-after-release: "
	return f.parts
}

// A method appends bodies with another one.
func (f *frame) addAllBy(bodies [][]byte) int {
	header := f.block.Value()[:4]
	f.putAll(bodies)
	binary.BigEndian.PutUint32(header, uint32(f.parts)) // want "use-after-release: "
	return f.parts
}

// A function is given the block.
func named(texts []string) stdpool.ByteRef {
	b := stdpool.Bytes(4)
	header := b.Value()
	for _, text := range texts {
		name(&b, text)
	}
	putLen(header, len(texts)) // want "use-after-release: "
	return b
}

// The frame is in another struct.
func (p *pair) answer(body []byte) int {
	header := p.out.block.Value()
	p.out.put(body)
	putLen(header, len(body)) // want "use-after-release: "
	return p.out.parts
}
