// truth: double-release line 51 plain

// Command framecodec decodes length-prefixed messages from gRPC buffers.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

var errTruncated = errors.New("truncated message")

type message struct {
	kind byte
	body string
}

type decoder struct {
	pool  mem.BufferPool
	limit int
	stats struct{ ok, bad int }
}

func (d *decoder) decode(wire []byte) (message, error) {
	buf := mem.Copy(wire, d.pool)
	data := buf.ReadOnlyData()
	if len(data) < 5 {
		buf.Free()
		d.stats.bad++
		return message{}, errTruncated
	}
	n := int(binary.BigEndian.Uint32(data[1:]))
	m := message{kind: data[0]}
	var err error
	if n > d.limit {
		err = fmt.Errorf("message of %d bytes", n)
	} else if len(data) < 5+n {
		buf.Free()
		err = errTruncated
	} else {
		m.body = string(data[5 : 5+n])
	}
	if err != nil {
		d.stats.bad++
	} else {
		d.stats.ok++
	}
	buf.Free()
	return m, err
}

func encode(kind byte, body string, claim int) []byte {
	p := make([]byte, 5, 5+len(body))
	p[0] = kind
	binary.BigEndian.PutUint32(p[1:], uint32(claim))
	return append(p, body...)
}

func main() {
	d := &decoder{pool: mem.NewTieredBufferPool(256, 4096), limit: 4096}
	pad := string(make([]byte, 2000))
	for _, wire := range [][]byte{
		encode(1, "hello"+pad, 2005),
		encode(2, "x", 9000),
		encode(3, "short"+pad, 2500),
		{1, 2},
	} {
		m, err := d.decode(wire)
		fmt.Println(m.kind, len(m.body), err)
	}
	fmt.Println(d.stats)
}
