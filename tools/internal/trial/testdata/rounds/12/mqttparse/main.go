// truth: correct

package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool/stdpool"
)

var errShort = errors.New("short packet")

type publishPacket struct {
	topic   stdpool.ByteRef
	payload stdpool.ByteRef
}

func (p *publishPacket) Close() {
	p.topic.Drop()
	p.payload.Drop()
}

// parse borrows the block; the packet has references of its own.
func parse(block *stdpool.ByteRef) (*publishPacket, error) {
	b := block.Value()
	if len(b) < 2 {
		return nil, errShort
	}
	n := int(b[0])<<8 | int(b[1])
	if len(b) < 2+n {
		return nil, fmt.Errorf("topic of %d bytes: %w", n, errShort)
	}
	pkt := &publishPacket{topic: block.Slice(2, 2+n)}
	if len(b) == 2+n {
		pkt.Close()
		return nil, errors.New("no payload")
	}
	pkt.payload = block.Slice(2+n, len(b))
	return pkt, nil
}

func encode(topic, payload string) stdpool.ByteRef {
	b := stdpool.Bytes(0)
	b.Append(byte(len(topic)>>8), byte(len(topic)))
	b.WriteString(topic)
	b.WriteString(payload)
	return b
}

type retained struct {
	last map[string]stdpool.ByteRef
}

func (r *retained) set(pkt *publishPacket) {
	topic := string(pkt.topic.Value())
	if old, ok := r.last[topic]; ok {
		old.Release()
	}
	r.last[topic] = pkt.payload.Move()
}

func (r *retained) Close() {
	for topic, b := range r.last {
		b.Release()
		delete(r.last, topic)
	}
}

func handle(r *retained, block stdpool.ByteRef) error {
	defer block.Release()
	pkt, err := parse(&block)
	if err != nil {
		return err
	}
	defer pkt.Close()
	r.set(pkt)
	return nil
}

func main() {
	r := &retained{last: map[string]stdpool.ByteRef{}}
	defer r.Close()
	failed := 0
	for i := range 12 {
		payload := fmt.Sprintf("%d C", 20+i)
		if i%5 == 4 {
			payload = ""
		}
		if err := handle(r, encode(fmt.Sprintf("home/%d", i%3), payload)); err != nil {
			failed++
		}
	}
	short := stdpool.Bytes(1)
	if err := handle(r, short); errors.Is(err, errShort) {
		failed++
	}
	last := r.last["home/1"]
	fmt.Printf("%s %d %d\n", last.Value(), len(r.last), failed)
}
