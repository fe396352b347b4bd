// truth: correct

// Command memcodec is a gRPC codec for opaque messages with a checksum. It
// takes its buffers from grpc's pool and keeps payloads by reference.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
)

// A blob owns its payload.
type blob struct{ payload mem.BufferSlice }

func (b *blob) set(data mem.BufferSlice) {
	b.payload.Free()
	b.payload = data
}

func (b *blob) close() { b.set(nil) }

type codec struct{ pool mem.BufferPool }

var _ encoding.CodecV2 = codec{}

var (
	errShort = errors.New("codec: short message")
	errSum   = errors.New("codec: wrong checksum")
)

func (codec) Name() string { return "blob" }

func (c codec) Marshal(v any) (mem.BufferSlice, error) {
	b, ok := v.(*blob)
	if !ok {
		return nil, fmt.Errorf("codec: cannot marshal %T", v)
	}
	head := c.pool.Get(4)
	binary.BigEndian.PutUint32(*head, checksum(b.payload))
	b.payload.Ref()
	return append(mem.BufferSlice{mem.NewBuffer(head, c.pool)}, b.payload...), nil
}

// Unmarshal takes references of its own to what it keeps.
func (c codec) Unmarshal(data mem.BufferSlice, v any) error {
	b, ok := v.(*blob)
	if !ok {
		return fmt.Errorf("codec: cannot unmarshal %T", v)
	}
	r := data.Reader()
	defer r.Close()
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return errShort
	}
	body, err := mem.ReadAll(r, c.pool)
	if err != nil {
		body.Free()
		return err
	}
	if checksum(body) != binary.BigEndian.Uint32(head[:]) {
		body.Free()
		return errSum
	}
	b.set(body)
	return nil
}

func checksum(data mem.BufferSlice) (sum uint32) {
	for _, part := range data {
		sum = crc32.Update(sum, crc32.IEEETable, part.ReadOnlyData())
	}
	return sum
}

func transfer(c encoding.CodecV2, from, to *blob, damage bool) error {
	wire, err := c.Marshal(from)
	if err != nil {
		return err
	}
	defer wire.Free()
	if damage {
		return c.Unmarshal(wire[1:], to)
	}
	return c.Unmarshal(wire, to)
}

func main() {
	pool := mem.NewTieredBufferPool(64, 2048)
	c := codec{pool}
	src, dst := new(blob), new(blob)
	defer src.close()
	defer dst.close()
	var parts mem.BufferSlice
	w := mem.NewWriter(&parts, pool)
	for i := range 3 {
		fmt.Fprintf(w, "part %d %01500d;", i, i)
	}
	src.set(parts)
	fmt.Println(transfer(c, src, dst, false), dst.payload.Len())
	fmt.Println(transfer(c, src, dst, true), dst.payload.Len())
	_, err := c.Marshal(42)
	fmt.Println(err)
}
