// truth: correct

// Grpcproxy forwards the raw messages of a stream to several backends without
// decoding them: a codec passes buffers through, and a tee gives each backend
// a reference.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"google.golang.org/grpc/mem"
)

type rawMessage struct{ data mem.BufferSlice }

type rawCodec struct{ pool mem.BufferPool }

// Marshal returns the buffers of the message with references for the caller.
func (rawCodec) Marshal(v any) (mem.BufferSlice, error) {
	m, ok := v.(*rawMessage)
	if !ok {
		return nil, fmt.Errorf("raw codec: %T", v)
	}
	m.data.Ref()
	return m.data, nil
}

// Unmarshal borrows data, as codecs do.
func (rawCodec) Unmarshal(data mem.BufferSlice, v any) error {
	m, ok := v.(*rawMessage)
	if !ok {
		return fmt.Errorf("raw codec: %T", v)
	}
	data.Ref()
	m.data = data
	return nil
}

func (m *rawMessage) free() {
	m.data.Free()
	m.data = nil
}

type backend struct {
	name  string
	in    chan mem.BufferSlice
	bytes int
	bad   bool
}

var errBackend = errors.New("backend unavailable")

// send takes the message over, also if it fails.
func (b *backend) send(data mem.BufferSlice) error {
	if b.bad {
		data.Free()
		return fmt.Errorf("%s: %w", b.name, errBackend)
	}
	b.in <- data
	return nil
}

func (b *backend) loop() {
	for data := range b.in {
		b.bytes += data.Len()
		data.Free()
	}
}

type proxy struct {
	codec    rawCodec
	backends []*backend
	wg       sync.WaitGroup
}

func (p *proxy) start() {
	for _, b := range p.backends {
		p.wg.Go(b.loop)
	}
}

func (p *proxy) forward(wire mem.BufferSlice) error {
	var m rawMessage
	if err := p.codec.Unmarshal(wire, &m); err != nil {
		return err
	}
	defer m.free()
	var failed error
	for _, b := range p.backends {
		out, err := p.codec.Marshal(&m)
		if err != nil {
			return err
		}
		failed = errors.Join(failed, b.send(out))
	}
	return failed
}

func (p *proxy) stop() {
	for _, b := range p.backends {
		close(b.in)
	}
	p.wg.Wait()
}

func receive(pool mem.BufferPool, r *bytes.Reader) (mem.BufferSlice, error) {
	data, err := mem.ReadAll(r, pool)
	if err != nil {
		data.Free()
		return nil, err
	}
	return data, nil
}

func main() {
	pool := mem.DefaultBufferPool()
	p := &proxy{codec: rawCodec{pool}, backends: []*backend{
		{name: "eu", in: make(chan mem.BufferSlice, 1)},
		{name: "us", in: make(chan mem.BufferSlice, 1)},
		{name: "ap", bad: true, in: make(chan mem.BufferSlice)},
	}}
	p.start()
	for i := range 5 {
		wire, err := receive(pool, bytes.NewReader(bytes.Repeat([]byte{byte(i)}, 3000*(i+1))))
		if err != nil {
			panic(err)
		}
		if err := p.forward(wire); err != nil && !errors.Is(err, errBackend) {
			fmt.Println(err)
		}
		wire.Free()
	}
	p.stop()
	fmt.Println(p.backends[0].bytes, p.backends[1].bytes)
}
