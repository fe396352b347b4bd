// truth: use-after-release line 50 plain

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

type header struct {
	method string
	status uint16
}

var errStatus = errors.New("rpc failed")

type decoder struct {
	pool  mem.BufferPool
	stats map[string]int
}

func (d *decoder) frame(method string, status uint16, payload []byte) mem.Buffer {
	raw := make([]byte, 0, len(payload)+len(method)+3)
	raw = append(raw, byte(len(method)))
	raw = append(raw, method...)
	raw = binary.BigEndian.AppendUint16(raw, status)
	raw = append(raw, payload...)
	return mem.Copy(raw, d.pool)
}

func (d *decoder) decode(buf mem.Buffer) (h header, lines int, err error) {
	raw := buf.ReadOnlyData()
	n := int(raw[0])
	if len(raw) < n+3 {
		buf.Free()
		return h, 0, errors.New("short frame")
	}
	h.method = string(raw[1 : 1+n])
	h.status = binary.BigEndian.Uint16(raw[1+n:])
	payload := raw[3+n:]
	d.stats[h.method] += len(payload)
	buf.Free()
	if h.status != 0 {
		return h, 0, fmt.Errorf("%s: status %d: %w", h.method, h.status, errStatus)
	}
	return h, bytes.Count(payload, []byte("\n")), nil
}

func main() {
	d := &decoder{pool: mem.NewTieredBufferPool(4096), stats: map[string]int{}}
	for i := range 4 {
		payload := bytes.Repeat([]byte("line\n"), 300+i)
		buf := d.frame(fmt.Sprintf("Search%d", i%2), uint16(i/3), payload)
		h, lines, err := d.decode(buf)
		fmt.Println(h.method, lines, err)
	}
	fmt.Println(d.stats)
}
