// truth: use-after-release line 40 callee

// Command wire-proxy forwards messages to a backend and remembers which of them
// were sent.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"round/wire-proxy/wire"
)

type proxy struct {
	backend io.Writer
	sent    map[uint32]bool
	failed  []uint32
}

func (p *proxy) forward(in io.Reader) error {
	for {
		m, err := wire.Read(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("cannot read: %w", err)
		}
		if p.sent[m.Value().ID] {
			m.Release()
			continue
		}
		id := m.Value().ID
		if err := wire.Send(p.backend, m); err != nil {
			p.failed = append(p.failed, id)
			return fmt.Errorf("cannot forward: %w", err)
		}
		p.sent[m.Value().ID] = true
	}
}

func request(id uint32, text string) []byte {
	var b bytes.Buffer
	m := wire.Messages.Get()
	m.Value().ID = id
	m.Value().Text = append(m.Value().Text, text...)
	if err := wire.Send(&b, m); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func main() {
	var in, backend bytes.Buffer
	for i := range uint32(5) {
		in.Write(request(i%3, fmt.Sprint("hello ", i)))
	}
	p := &proxy{backend: &backend, sent: map[uint32]bool{}}
	if err := p.forward(&in); err != nil {
		fmt.Println(err)
	}
	fmt.Println(len(p.sent), "sent,", backend.Len(), "bytes")
}
