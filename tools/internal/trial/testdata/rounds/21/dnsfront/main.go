// truth: double-release line 70 plain
package main

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

const (
	typeA   = 1
	typeTXT = 16
	typeANY = 255
)

type query struct {
	ID    uint16
	Type  uint16
	Name  string
	Label []byte
}

func (q *query) Reset() { *q = query{Label: q.Label[:0]} }

var queries rcpool.Pool[query]

var errShort = errors.New("short packet")

func parse(pkt []byte, q *query) error {
	if len(pkt) < 5 {
		return errShort
	}
	q.ID = binary.BigEndian.Uint16(pkt)
	q.Type = binary.BigEndian.Uint16(pkt[2:])
	q.Label = append(q.Label, pkt[4:]...)
	q.Name = string(q.Label)
	return nil
}

type frontend struct {
	zone    map[string]string
	refused int
}

func (f *frontend) serve(pkt []byte) (string, error) {
	ref := queries.Get()
	q := ref.Value()
	if err := parse(pkt, q); err != nil {
		ref.Release()
		return "", err
	}
	var reply string
	switch q.Type {
	case typeANY:
		f.refused++
		reply = fmt.Sprintf("%d REFUSED", q.ID)
		ref.Release()
	case typeA, typeTXT:
		addr, ok := f.zone[q.Name]
		if !ok {
			reply = fmt.Sprintf("%d NXDOMAIN", q.ID)
			break
		}
		reply = fmt.Sprintf("%d %s", q.ID, addr)
	default:
		reply = fmt.Sprintf("%d NOTIMP", q.ID)
	}
	ref.Release()
	return reply, nil
}

func packet(id, typ uint16, name string) []byte {
	pkt := binary.BigEndian.AppendUint16(nil, id)
	pkt = binary.BigEndian.AppendUint16(pkt, typ)
	return append(pkt, name...)
}

func main() {
	f := &frontend{zone: map[string]string{"db.local": "10.0.0.7", "web.local": "10.0.0.9"}}
	for _, pkt := range [][]byte{
		packet(1, typeA, "db.local"),
		{1, 2},
		packet(2, typeTXT, "nowhere"),
		packet(3, 99, "web.local"),
		packet(4, typeANY, "web.local"),
	} {
		reply, err := f.serve(pkt)
		fmt.Println(reply, err)
	}
	fmt.Println("refused", f.refused)
}
