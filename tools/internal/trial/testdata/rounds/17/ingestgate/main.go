// truth: double-release line 65 plain
package main

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type packet struct {
	kind    byte
	topic   string
	payload []byte
}

func (p *packet) Reset() {
	p.kind, p.topic = 0, ""
	p.payload = p.payload[:0]
}

var packets = rcpool.Pool[packet]{Name: "packets"}

var errShort = errors.New("short packet")

func (p *packet) decode(frame []byte) error {
	if len(frame) < 4 {
		return errShort
	}
	p.kind = frame[0] >> 4
	n := int(binary.BigEndian.Uint16(frame[1:]))
	if len(frame) < 3+n {
		return errShort
	}
	p.topic = string(frame[3 : 3+n])
	p.payload = append(p.payload, frame[3+n:]...)
	return nil
}

type gate struct {
	strict   bool
	rejected int
	bytes    map[string]int
}

func (g *gate) deliver(p *packet) {
	g.bytes[p.topic] += len(p.payload)
}

func (g *gate) ingest(frames [][]byte) (int, error) {
	accepted := 0
	for i, frame := range frames {
		pkt := packets.Get()
		if err := pkt.Value().decode(frame); err != nil {
			g.rejected++
			pkt.Release()
			if g.strict {
				return accepted, fmt.Errorf("frame %d: %w", i, err)
			}
		} else {
			g.deliver(pkt.Value())
			accepted++
		}
		pkt.Release()
	}
	return accepted, nil
}

func frame(topic, payload string) []byte {
	b := []byte{0x30, 0, 0}
	binary.BigEndian.PutUint16(b[1:], uint16(len(topic)))
	return append(append(b, topic...), payload...)
}

func main() {
	g := &gate{strict: true, bytes: map[string]int{}}
	n, err := g.ingest([][]byte{frame("a/temp", "21.5"), {0x30}})
	fmt.Println(n, err, g.bytes)
	g.strict = false
	n, err = g.ingest([][]byte{frame("a/hum", "40"), {0x30, 0}, frame("a/temp", "22")})
	fmt.Println(n, err, g.bytes, g.rejected)
}
