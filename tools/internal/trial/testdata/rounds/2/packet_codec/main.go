// truth: double-release line 33 plain
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
)

type packet struct {
	kind    byte
	payload []byte
}

var packets = sync.Pool{New: func() any { return &packet{payload: make([]byte, 0, 64)} }}

var (
	errShort   = errors.New("short packet")
	errVersion = errors.New("unknown version")
)

// checksum decodes one datagram and returns the sum of its payload.
func checksum(datagram []byte) (uint32, error) {
	p := packets.Get().(*packet)
	p.kind = 0
	p.payload = p.payload[:0]
	defer packets.Put(p)
	if len(datagram) < 4 {
		return 0, errShort
	}
	if datagram[0] != 1 {
		packets.Put(p)
		return 0, fmt.Errorf("%w: %d", errVersion, datagram[0])
	}
	p.kind = datagram[1]
	size := int(binary.BigEndian.Uint16(datagram[2:]))
	if len(datagram) < 4+size {
		return 0, errShort
	}
	p.payload = append(p.payload, datagram[4:4+size]...)
	sum := uint32(p.kind)
	for _, b := range p.payload {
		sum = sum<<1 ^ uint32(b)
	}
	return sum, nil
}

func main() {
	for _, datagram := range [][]byte{
		{1, 2, 0, 3, 'a', 'b', 'c'},
		{1, 2, 0},
		{9, 2, 0, 1, 'x'},
		{1, 7, 0, 9, 'z'},
	} {
		sum, err := checksum(datagram)
		fmt.Println(sum, err)
	}
	a, b := packets.Get().(*packet), packets.Get().(*packet)
	fmt.Println("two owners of one packet:", a == b)
	packets.Put(a)
	packets.Put(b)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for n := range 300 {
				_, _ = checksum([]byte{byte(1 + n%2), byte(i), 0, 2, 'h', 'i'})
			}
		})
	}
	wg.Wait()
}
