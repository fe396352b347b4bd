// truth: correct

// Command framesplit parses length-prefixed frames of key and value.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

type field struct {
	key   string
	value stdpool.ByteRef
}

// A message owns the values of its fields.
type message struct {
	fields []field
}

func (m *message) close() {
	for i := range m.fields {
		m.fields[i].value.Drop()
	}
	m.fields = nil
}

var errShort = errors.New("short frame")

// readFrame returns the next frame, which belongs to the caller.
func readFrame(r io.Reader) (stdpool.ByteRef, error) {
	var head [2]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return stdpool.ByteRef{}, err
	}
	b := stdpool.Bytes(int(binary.BigEndian.Uint16(head[:])))
	if _, err := io.ReadFull(r, b.Value()); err != nil {
		b.Release()
		return stdpool.ByteRef{}, errShort
	}
	return b, nil
}

// parse borrows the frame; the message has references of its own.
func parse(frame stdpool.ByteRef) (m *message, err error) {
	m = new(message)
	defer func() {
		if err != nil {
			m.close()
			m = nil
		}
	}()
	data := frame.Value()
	for at := 0; at < len(data); {
		klen := int(data[at])
		if at+1+klen+1 > len(data) {
			return m, errShort
		}
		key := string(data[at+1 : at+1+klen])
		at += 1 + klen
		vlen := int(data[at])
		at++
		if at+vlen > len(data) {
			return m, errShort
		}
		m.fields = append(m.fields, field{key, frame.Slice(at, at+vlen)})
		at += vlen
	}
	return m, nil
}

func frameOf(kv ...string) string {
	var body strings.Builder
	for _, s := range kv {
		body.WriteByte(byte(len(s)))
		body.WriteString(s)
	}
	return string(binary.BigEndian.AppendUint16(nil, uint16(body.Len()))) + body.String()
}

func pump(r io.Reader, out chan<- *message) error {
	defer close(out)
	for {
		frame, err := readFrame(r)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		m, err := parse(frame)
		frame.Release()
		if err != nil {
			fmt.Println("skip:", err)
			continue
		}
		out <- m
	}
}

func main() {
	input := frameOf("user", "ann", "zone", "eu") + "\x00\x03\x05ab" + frameOf("user", "bob") + "\x00\x09x"
	out := make(chan *message, 2)
	var wg sync.WaitGroup
	wg.Go(func() {
		for m := range out {
			for _, f := range m.fields {
				fmt.Printf("%s=%s ", f.key, f.value.Value())
			}
			fmt.Println()
			m.close()
		}
	})
	fmt.Println(pump(strings.NewReader(input), out))
	wg.Wait()
}
