// truth: leak line 35 plain
package main

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type query struct {
	id    uint16
	qtype uint16
	name  []byte
}

func (q *query) Reset() {
	q.id, q.qtype = 0, 0
	q.name = q.name[:0]
}

var (
	queries  = rcpool.Pool[query]{Name: "dns.queries"}
	errShort = errors.New("dns: short packet")
	errLabel = errors.New("dns: bad label")
)

// parse reads the header and the first question of a packet.
func parse(pkt []byte) (rcpool.Ref[query], error) {
	var none rcpool.Ref[query]
	if len(pkt) < 12 {
		return none, errShort
	}
	ref := queries.Get()
	q := ref.Value()
	q.id = binary.BigEndian.Uint16(pkt)
	off := 12
	for {
		if off >= len(pkt) {
			ref.Release()
			return none, errShort
		}
		n := int(pkt[off])
		off++
		if n == 0 {
			break
		}
		if n > 63 {
			return none, errLabel
		}
		if off+n > len(pkt) {
			ref.Release()
			return none, errShort
		}
		q.name = append(q.name, pkt[off:off+n]...)
		q.name = append(q.name, '.')
		off += n
	}
	if off+2 > len(pkt) {
		ref.Release()
		return none, errShort
	}
	q.qtype = binary.BigEndian.Uint16(pkt[off:])
	return ref, nil
}

func packet(labels ...string) []byte {
	p := make([]byte, 12, 64)
	p[1] = byte(len(labels))
	for _, l := range labels {
		p = append(p, byte(len(l)))
		p = append(p, l...)
	}
	return append(p, 0, 0, 1)
}

func main() {
	bad := packet("x")
	bad[12] = 0xc0
	for _, p := range [][]byte{packet("www", "example"), bad, {1, 2}, packet("ns1", "example", "org")} {
		ref, err := parse(p)
		if err != nil {
			fmt.Println("drop:", err)
			continue
		}
		fmt.Printf("%d %s type %d\n", ref.Value().id, ref.Value().name, ref.Value().qtype)
		ref.Release()
	}
}
