// truth: double-release line 91 callee

// Command mqttpub encodes publish packets into pooled scratch buffers.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

const maxRemaining = 200

var (
	errTopic = errors.New("invalid topic")
	errSize  = errors.New("packet too large")
)

type scratch struct {
	head [5]byte
	body []byte
}

var scratches = sync.Pool{New: func() any { return &scratch{body: make([]byte, 0, 256)} }}

func (s *scratch) free() {
	s.body = s.body[:0]
	scratches.Put(s)
}

type message struct {
	topic   string
	payload string
	qos     byte
	id      uint16
}

func (s *scratch) encode(m *message) error {
	if m.topic == "" || strings.ContainsAny(m.topic, "#+") {
		s.free()
		return fmt.Errorf("%w %q", errTopic, m.topic)
	}
	s.body = binary.BigEndian.AppendUint16(s.body, uint16(len(m.topic)))
	s.body = append(s.body, m.topic...)
	if m.qos > 0 {
		s.body = binary.BigEndian.AppendUint16(s.body, m.id)
	}
	s.body = append(s.body, m.payload...)
	if len(s.body) > maxRemaining {
		s.free()
		return errSize
	}
	return nil
}

// header returns the fixed header, which is part of the scratch.
func (s *scratch) header(qos byte) []byte {
	s.head[0] = 0x30 | qos<<1
	n := 1
	for rest := len(s.body); ; {
		b := byte(rest % 128)
		rest /= 128
		if rest > 0 {
			b |= 128
		}
		s.head[n] = b
		n++
		if rest == 0 {
			return s.head[:n]
		}
	}
}

type publisher struct {
	w    io.Writer
	next uint16
	sent int
}

func (p *publisher) publish(topic, payload string, qos byte) error {
	m := message{topic: topic, payload: payload, qos: qos}
	if qos > 0 {
		p.next++
		m.id = p.next
	}
	s := scratches.Get().(*scratch)
	defer s.free()
	if err := s.encode(&m); err != nil {
		return err
	}
	if _, err := p.w.Write(s.header(qos)); err != nil {
		return err
	}
	if _, err := p.w.Write(s.body); err != nil {
		return err
	}
	p.sent++
	return nil
}

func main() {
	var out strings.Builder
	p := &publisher{w: &out}
	fmt.Println(p.publish("bids/br", "hello", 0))
	fmt.Println(p.publish("bids/de", strings.Repeat("x", 150), 1))
	fmt.Println(p.publish("bids/#", "bad", 0))
	fmt.Println(p.publish("bids/nl", strings.Repeat("y", 500), 1))
	fmt.Println(p.sent, out.Len())
}
