// truth: leak line 43 plain

// Command telemetrydecode decodes telemetry packets and sums them per device.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type packet struct {
	device  uint16
	samples []int16
}

func (p *packet) Reset() { p.device, p.samples = 0, p.samples[:0] }

var packets = rcpool.Pool[packet]{Name: "packets"}

var (
	errShort   = errors.New("short packet")
	errVersion = errors.New("unknown version")
	errSum     = errors.New("wrong checksum")
)

func checksum(b []byte) (sum byte) {
	for _, c := range b {
		sum += c
	}
	return sum
}

func decode(raw []byte) (rcpool.Ref[packet], error) {
	if len(raw) < 5 {
		return rcpool.Ref[packet]{}, errShort
	}
	if raw[0] != 1 {
		return rcpool.Ref[packet]{}, errVersion
	}
	p := packets.Get()
	v := p.Value()
	v.device = binary.BigEndian.Uint16(raw[1:])
	n := int(raw[3])
	body := raw[4 : len(raw)-1]
	for i := 0; i+1 < len(body) && len(v.samples) < n; i += 2 {
		v.samples = append(v.samples, int16(binary.BigEndian.Uint16(body[i:])))
	}
	if len(v.samples) < n {
		p.Release()
		return rcpool.Ref[packet]{}, errShort
	}
	if checksum(raw[:len(raw)-1]) != raw[len(raw)-1] {
		return rcpool.Ref[packet]{}, errSum
	}
	return p, nil
}

type totals map[uint16]int

func (t totals) feed(raw []byte) error {
	p, err := decode(raw)
	if err != nil {
		return err
	}
	defer p.Release()
	for _, s := range p.Value().samples {
		t[p.Value().device] += int(s)
	}
	return nil
}

func encode(device uint16, samples ...int16) []byte {
	raw := binary.BigEndian.AppendUint16([]byte{1}, device)
	raw = append(raw, byte(len(samples)))
	for _, s := range samples {
		raw = binary.BigEndian.AppendUint16(raw, uint16(s))
	}
	return append(raw, checksum(raw))
}

func main() {
	t := totals{}
	damaged := encode(7, 1, 2)
	damaged[5] ^= 4
	for _, raw := range [][]byte{encode(7, 1, 2, 3), encode(8), damaged, {1, 2}, encode(7, 10)} {
		if err := t.feed(raw); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(t)
}
