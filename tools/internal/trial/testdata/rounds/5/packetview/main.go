// truth: use-after-release line 66 hard
package main

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool/stdpool"
)

// A view is a header field and where its bytes are.
type view struct {
	tag  byte
	data []byte
}

type packet struct {
	block stdpool.ByteRef
	views []view
}

var errTruncated = errors.New("truncated")

func newPacket(raw []byte) *packet {
	p := &packet{block: stdpool.Bytes(len(raw))}
	copy(p.block.Value(), raw)
	return p
}

func (p *packet) parse() error {
	data := p.block.Value()
	for len(data) > 0 {
		if len(data) < 3 {
			return errTruncated
		}
		n := int(binary.BigEndian.Uint16(data[1:]))
		if len(data) < 3+n {
			return errTruncated
		}
		p.views = append(p.views, view{data[0], data[3 : 3+n]})
		data = data[3+n:]
	}
	return nil
}

func (p *packet) find(tag byte) []byte {
	for _, v := range p.views {
		if v.tag == tag {
			return v.data
		}
	}
	return nil
}

func (p *packet) free() { p.block.Release() }

func hostOf(raw []byte) (string, error) {
	p := newPacket(raw)
	err := p.parse()
	host := p.find(1)
	p.free()
	if err != nil {
		return "", err
	}
	return string(host), nil
}

func main() {
	raw := []byte{2, 0, 1, 'x', 1, 0, 4, 'h', 'o', 's', 't'}
	if _, err := hostOf(raw[:9]); err != nil {
		fmt.Println(err)
	}
	host, err := hostOf(raw)
	fmt.Printf("%q %v\n", host, err)
	if host != "host" {
		panic("wrong host")
	}
}
