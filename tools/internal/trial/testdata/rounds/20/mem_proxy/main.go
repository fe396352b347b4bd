// truth: use-after-release line 38 plain

// A proxy for telemetry forwards payloads and counts what it has forwarded.
package main

import (
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

type proxy struct {
	pool   mem.BufferPool
	target io.Writer
	max    int
	count  map[byte]int
}

var errMax = errors.New("payload is too large")

func (p *proxy) forward(payload []byte) error {
	if len(payload) > p.max {
		return errMax
	}
	buf := mem.Copy(payload, p.pool)
	data := buf.ReadOnlyData()
	if len(data) == 0 {
		buf.Free()
		return nil
	}
	if _, err := p.target.Write(data); err != nil {
		buf.Free()
		return fmt.Errorf("forward: %w", err)
	}
	buf.Free()
	p.count[data[0]]++
	return nil
}

type flaky struct{ calls int }

func (f *flaky) Write(p []byte) (int, error) {
	if f.calls++; f.calls%4 == 0 {
		return 0, io.ErrClosedPipe
	}
	return len(p), nil
}

func main() {
	p := &proxy{pool: mem.DefaultBufferPool(), target: new(flaky), max: 8 << 10, count: map[byte]int{}}
	for i := range 8 {
		payload := make([]byte, 1500*i)
		for j := range payload {
			payload[j] = byte(i)
		}
		if err := p.forward(payload); err != nil {
			fmt.Println(i, err)
		}
	}
	fmt.Println(p.count)
}
