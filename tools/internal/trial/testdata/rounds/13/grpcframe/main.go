// truth: use-after-release line 50 plain
package main

import (
	"encoding/binary"
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

const headerLen = 5

var errFrame = errors.New("frame: bad length")

type stats struct {
	frames, bytes int
	lastFlag      byte
}

type proxy struct {
	pool  mem.BufferPool
	stats stats
}

func (p *proxy) encode(flag byte, payload []byte) mem.Buffer {
	data := p.pool.Get(headerLen + len(payload))
	(*data)[0] = flag
	binary.BigEndian.PutUint32((*data)[1:], uint32(len(payload)))
	copy((*data)[headerLen:], payload)
	return mem.NewBuffer(data, p.pool)
}

// forward copies the payload of a frame to the upstream and counts it.
func (p *proxy) forward(frame mem.Buffer, upstream func([]byte)) error {
	raw := frame.ReadOnlyData()
	if len(raw) < headerLen {
		frame.Free()
		return errFrame
	}
	n := int(binary.BigEndian.Uint32(raw[1:]))
	if n != len(raw)-headerLen {
		frame.Free()
		return fmt.Errorf("%w: %d", errFrame, n)
	}
	upstream(raw[headerLen:])
	frame.Free()
	p.stats.frames++
	p.stats.bytes += n
	p.stats.lastFlag = raw[0]
	return nil
}

func main() {
	p := &proxy{pool: mem.DefaultBufferPool()}
	sum := 0
	sink := func(b []byte) {
		for _, c := range b {
			sum += int(c)
		}
	}
	for i := range 4 {
		payload := make([]byte, 2000+i)
		payload[i] = byte(i)
		if err := p.forward(p.encode(byte(i), payload), sink); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(p.stats.frames, p.stats.bytes, sum)
}
