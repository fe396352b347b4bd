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
