// truth: leak line 63 plain

// Command mqtt-decoder decodes packets from a stream and hands them to a session
// over a channel. Pings are answered by the decoder itself.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
)

const (
	kindPublish = 3
	kindPing    = 12
)

type packet struct {
	kind    byte
	topic   string
	payload []byte
}

var packets = rcpool.Pool[packet]{
	Name: "packets",
	Reset: func(p *packet) {
		p.kind, p.topic, p.payload = 0, "", p.payload[:0]
	},
}

var errKind = errors.New("unknown kind of packet")

func (p *packet) readFrom(r *bytes.Reader) error {
	head, err := r.ReadByte()
	if err != nil {
		return err
	}
	p.kind = head >> 4
	size, err := r.ReadByte()
	if err != nil {
		return io.ErrUnexpectedEOF
	}
	for range size {
		c, err := r.ReadByte()
		if err != nil {
			return io.ErrUnexpectedEOF
		}
		p.payload = append(p.payload, c)
	}
	if p.kind != kindPublish && p.kind != kindPing {
		return errKind
	}
	return nil
}

func decode(data []byte, out chan<- rcpool.Ref[packet], pong func()) error {
	defer close(out)
	r := bytes.NewReader(data)
	for {
		p := packets.Get()
		err := p.Value().readFrom(r)
		if err == io.EOF {
			p.Release()
			return nil
		}
		if err != nil {
			p.Release()
			return err
		}
		if p.Value().kind == kindPing {
			pong()
			continue
		}
		topic, rest, _ := bytes.Cut(p.Value().payload, []byte{0})
		p.Value().topic = string(topic)
		p.Value().payload = append(p.Value().payload[:0], rest...)
		out <- p
	}
}

func main() {
	var stream []byte
	for i := range 20 {
		stream = append(stream, kindPublish<<4, 4, 't', byte('0'+i%3), 0, 'x')
		if i%4 == 0 {
			stream = append(stream, kindPing<<4, 0)
		}
	}
	for _, data := range [][]byte{stream, stream[:len(stream)-1], {9 << 4, 0}} {
		out := make(chan rcpool.Ref[packet])
		done := make(chan map[string]int)
		go func() {
			topics := map[string]int{}
			for p := range out {
				topics[p.Value().topic] += len(p.Value().payload)
				p.Release()
			}
			done <- topics
		}()
		pongs := 0
		err := decode(data, out, func() { pongs++ })
		fmt.Println(<-done, pongs, "pongs", err)
	}
	fmt.Println("in use:", packets.Stats().InUse)
}
