// truth: use-after-release line 70 plain

package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/rcpool/rcpool/stdpool"
)

var (
	startCode = []byte{0, 0, 1}
	errEmpty  = errors.New("no unit")
)

type unit struct {
	kind byte
	size int
	crc  uint32
}

type scanner struct {
	carry []byte
	units []unit
}

// unescape copies a unit without its emulation bytes.
func unescape(dst *stdpool.ByteRef, src []byte) {
	zeros := 0
	for _, b := range src {
		if zeros >= 2 && b == 3 {
			zeros = 0
			continue
		}
		if b == 0 {
			zeros++
		} else {
			zeros = 0
		}
		dst.Append(b)
	}
}

func (s *scanner) feed(raw []byte) error {
	raw = append(s.carry, raw...)
	last := bytes.LastIndex(raw, startCode)
	if last < 0 {
		return errEmpty
	}
	s.carry = append([]byte(nil), raw[last:]...)
	for part := range bytes.SplitSeq(raw[:last], startCode) {
		if len(part) == 0 {
			continue
		}
		rbsp := stdpool.Bytes(0)
		unescape(&rbsp, part)
		payload := rbsp.Value()
		if len(payload) < 2 {
			rbsp.Release()
			return fmt.Errorf("unit of %d bytes", len(part))
		}
		kind := payload[0] & 0x1f
		rbsp.Release()
		s.units = append(s.units, unit{
			kind: kind,
			size: len(part),
			crc:  crc32.ChecksumIEEE(payload[1:]),
		})
	}
	return nil
}

func main() {
	s := &scanner{}
	var stream []byte
	for i := range 6 {
		stream = append(stream, startCode...)
		stream = append(stream, byte(0x60+i))
		for j := range 10 * (i + 1) {
			stream = append(stream, byte(j%4))
		}
		stream = append(stream, 0xff)
	}
	for len(stream) > 0 {
		n := min(64, len(stream))
		if err := s.feed(stream[:n]); err != nil {
			fmt.Println(err)
		}
		stream = stream[n:]
	}
	for _, u := range s.units {
		fmt.Printf("%d %d %08x\n", u.kind, u.size, u.crc)
	}
}
