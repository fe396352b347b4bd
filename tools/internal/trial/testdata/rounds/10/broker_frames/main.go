// truth: escape line 43 plain
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"log"
	"sync"
)

type Codec struct {
	bufs    sync.Pool
	maxBody int
}

func NewCodec(maxBody int) *Codec {
	return &Codec{
		bufs:    sync.Pool{New: func() any { return new(bytes.Buffer) }},
		maxBody: maxBody,
	}
}

type Publish struct {
	Topic string
	QoS   byte
	Body  []byte
}

// Marshal returns the frame of a message.
func (c *Codec) Marshal(p Publish) ([]byte, error) {
	if len(p.Body) > c.maxBody {
		return nil, fmt.Errorf("body of %d bytes", len(p.Body))
	}
	b := c.bufs.Get().(*bytes.Buffer)
	defer c.bufs.Put(b)
	b.Reset()
	b.WriteByte(0x30 | p.QoS<<1)
	b.Write(binary.AppendUvarint(nil, uint64(2+len(p.Topic)+len(p.Body))))
	b.Write(binary.BigEndian.AppendUint16(nil, uint16(len(p.Topic))))
	b.WriteString(p.Topic)
	b.Write(p.Body)
	return b.Bytes(), nil
}

func topicOf(frame []byte) string {
	_, n := binary.Uvarint(frame[1:])
	rest := frame[1+n:]
	size := binary.BigEndian.Uint16(rest)
	return string(rest[2 : 2+size])
}

func main() {
	c := NewCodec(64)
	_, err := c.Marshal(Publish{Body: make([]byte, 65)})
	fmt.Println(err)
	var queue [][]byte
	for i := range 20 {
		frame, err := c.Marshal(Publish{Topic: fmt.Sprintf("room/%02d", i), QoS: 1, Body: []byte("on")})
		if err != nil {
			log.Fatal(err)
		}
		queue = append(queue, frame)
	}
	for i, frame := range queue {
		if got := topicOf(frame); got != fmt.Sprintf("room/%02d", i) {
			log.Fatalf("frame %d is for %s", i, got)
		}
	}
}
