// truth: correct
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
)

type packet struct {
	kind    byte
	id      uint16
	topic   string
	payload []byte
	props   map[byte]string
}

func (p *packet) reset() {
	p.kind, p.id, p.topic = 0, 0, ""
	p.payload = p.payload[:0]
	clear(p.props)
}

var (
	packets = sync.Pool{New: func() any { return &packet{props: map[byte]string{}} }}
	readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 256) }}
)

var errMalformed = errors.New("malformed packet")

func putPacket(p *packet) {
	p.reset()
	packets.Put(p)
}

// readPacket returns a packet that the caller puts back.
func readPacket(r *bufio.Reader) (*packet, error) {
	kind, err := r.ReadByte()
	if err != nil {
		return nil, err
	}
	p := packets.Get().(*packet)
	p.kind = kind
	if err := p.decode(r); err != nil {
		putPacket(p)
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return p, nil
}

func (p *packet) decode(r *bufio.Reader) error {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return err
	}
	p.id = binary.BigEndian.Uint16(head[:])
	n, props := int(head[2])+int(head[3]), int(head[4])
	if n > 200 {
		return errMalformed
	}
	text, err := r.Peek(n)
	if err != nil {
		return err
	}
	p.topic = string(text[:head[2]])
	p.payload = append(p.payload, text[head[2]:]...)
	if _, err := r.Discard(n); err != nil {
		return err
	}
	for range props {
		key, err := r.ReadByte()
		if err != nil {
			return err
		}
		value, err := r.ReadString(0)
		if err != nil {
			return err
		}
		p.props[key] = value[:len(value)-1]
	}
	return nil
}

func serve(conn io.Reader, handle func(*packet) error) error {
	r := readers.Get().(*bufio.Reader)
	r.Reset(conn)
	defer func() {
		r.Reset(nil)
		readers.Put(r)
	}()
	for {
		p, err := readPacket(r)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		err = handle(p)
		putPacket(p)
		if err != nil {
			return err
		}
	}
}

func encode(id uint16, topic, payload string, props ...string) []byte {
	b := []byte{3, byte(id >> 8), byte(id), byte(len(topic)), byte(len(payload)), byte(len(props))}
	b = append(append(b, topic...), payload...)
	for i, v := range props {
		b = append(append(append(b, byte(i)), v...), 0)
	}
	return b
}

func main() {
	stream := append(encode(1, "a/b", "hello", "json"), encode(2, "c", "")...)
	last := map[string]string{}
	handle := func(p *packet) error {
		if p.topic == "stop" {
			return errors.New("stopped")
		}
		last[p.topic] = fmt.Sprintf("%d %s %d", p.id, p.payload, len(p.props))
		return nil
	}
	fmt.Println(serve(bytes.NewReader(stream), handle))
	fmt.Println(serve(bytes.NewReader(stream[:9]), handle))
	fmt.Println(serve(bytes.NewReader(encode(3, "stop", "", "x")), handle))
	fmt.Println(last)
}
