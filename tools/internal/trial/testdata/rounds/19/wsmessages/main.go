// truth: reset line 19,37 callee
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

type message struct {
	opcode     byte
	compressed bool
	binary     bool
	fragments  []string
	size       int
}

func (m *message) reset() {
	m.opcode = 0
	m.binary = false
	clear(m.fragments)
	m.fragments = m.fragments[:0]
	m.size = 0
}

var messages = sync.Pool{New: func() any { return new(message) }}

func acquire(opcode byte) *message {
	m := messages.Get().(*message)
	m.opcode = opcode
	return m
}

func release(m *message) {
	m.reset()
	messages.Put(m)
}

var errTooBig = errors.New("message too big")

const (
	finBit  = 0x80
	rsv1Bit = 0x40
)

// add appends a frame, and reports whether it was the last one.
func (m *message) add(head byte, payload string) (bool, error) {
	if head&rsv1Bit != 0 {
		m.compressed = true
	}
	if head&0x0f == 2 {
		m.binary = true
	}
	m.size += len(payload)
	if m.size > 64 {
		return false, errTooBig
	}
	m.fragments = append(m.fragments, payload)
	return head&finBit != 0, nil
}

func (m *message) text() string {
	s := strings.Join(m.fragments, "")
	if m.compressed {
		s = strings.ReplaceAll(s, "~", "   ") // a toy of a codec
	}
	return s
}

type frame struct {
	head    byte
	payload string
}

func read(frames []frame, deliver func(string, bool)) error {
	for len(frames) > 0 {
		m := acquire(frames[0].head & 0x0f)
		for {
			f := frames[0]
			frames = frames[1:]
			last, err := m.add(f.head, f.payload)
			if err != nil {
				release(m)
				return err
			}
			if last || len(frames) == 0 {
				break
			}
		}
		deliver(m.text(), m.binary)
		release(m)
	}
	return nil
}

func main() {
	deliver := func(s string, binary bool) { fmt.Printf("%q %v\n", s, binary) }
	fmt.Println(read([]frame{
		{0x01 | rsv1Bit, "voice~"}, {finBit, "chat"},
		{0x01 | finBit, "~/config"},
		{0x02 | finBit, "\x00\x01"},
	}, deliver))
	fmt.Println(read([]frame{{0x01, strings.Repeat("x", 100)}}, deliver))
}
