// truth: use-after-release line 53 callee
package main

import (
	"bytes"
	"compress/flate"
	"fmt"
	"hash/adler32"

	"google.golang.org/grpc/mem"
)

var pool = mem.NewTieredBufferPool(4<<10, 64<<10)

type codec struct {
	threshold int
	level     int
}

// shrink compresses large payloads; what it returns replaces the payload.
func (c *codec) shrink(payload mem.Buffer) (mem.Buffer, error) {
	if payload.Len() < c.threshold {
		return payload, nil
	}
	defer payload.Free()
	var out bytes.Buffer
	fw, err := flate.NewWriter(&out, c.level)
	if err != nil {
		return nil, err
	}
	if _, err := fw.Write(payload.ReadOnlyData()); err != nil {
		return nil, err
	}
	if err := fw.Close(); err != nil {
		return nil, err
	}
	return mem.Copy(out.Bytes(), pool), nil
}

type frame struct {
	sum  uint32
	size int
	body mem.Buffer
}

func (c *codec) frame(message []byte) (frame, error) {
	payload := mem.Copy(message, pool)
	body, err := c.shrink(payload)
	if err != nil {
		return frame{}, fmt.Errorf("frame: %w", err)
	}
	return frame{
		sum:  adler32.Checksum(payload.ReadOnlyData()),
		size: len(message),
		body: body,
	}, nil
}

func main() {
	c := &codec{threshold: 2048, level: flate.BestSpeed}
	for _, n := range []int{100, 1500, 30_000} {
		f, err := c.frame(bytes.Repeat([]byte("x"), n))
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%08x %d -> %d\n", f.sum, f.size, f.body.Len())
		f.body.Free()
	}
}
