// truth: correct

// Wsframes reads and writes masked WebSocket frames. Payloads live in size
// classes of pooled memory, and remember which class they came from.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"sync"
)

type block struct {
	data  []byte
	class int // -1 for memory that is not pooled
}

const minBits, classes = 6, 8

var pools [classes]sync.Pool

func alloc(n int) *block {
	class := max(0, bits.Len(uint(max(n, 1)-1))-minBits)
	if class >= classes {
		return &block{data: make([]byte, n), class: -1}
	}
	if b, ok := pools[class].Get().(*block); ok {
		b.data = b.data[:n]
		return b
	}
	return &block{data: make([]byte, n, 1<<(class+minBits)), class: class}
}

func (b *block) free() {
	if b.class < 0 {
		return
	}
	b.data = b.data[:0]
	pools[b.class].Put(b)
}

var errMasked = errors.New("websocket: frame is not masked")

type message struct {
	op      byte
	payload *block
}

func (m *message) close() {
	if m.payload != nil {
		m.payload.free()
		m.payload = nil
	}
}

func mask(p []byte, key [4]byte) {
	for i := range p {
		p[i] ^= key[i&3]
	}
}

// readMessage returns a message that the caller closes.
func readMessage(r io.Reader) (*message, error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:2]); err != nil {
		return nil, err
	}
	if head[1]&0x80 == 0 {
		return nil, errMasked
	}
	n := int(head[1] & 0x7f)
	if n == 126 {
		if _, err := io.ReadFull(r, head[2:4]); err != nil {
			return nil, err
		}
		n = int(binary.BigEndian.Uint16(head[2:4]))
	}
	var key [4]byte
	if _, err := io.ReadFull(r, key[:]); err != nil {
		return nil, err
	}
	payload := alloc(n)
	if _, err := io.ReadFull(r, payload.data); err != nil {
		payload.free()
		return nil, fmt.Errorf("payload: %w", err)
	}
	mask(payload.data, key)
	return &message{op: head[0] & 0xf, payload: payload}, nil
}

func writeMessage(w io.Writer, op byte, text string, key [4]byte) error {
	frame := alloc(8 + len(text))
	defer frame.free()
	b := append(frame.data[:0], 0x80|op)
	if len(text) < 126 {
		b = append(b, 0x80|byte(len(text)))
	} else {
		b = binary.BigEndian.AppendUint16(append(b, 0x80|126), uint16(len(text)))
	}
	b = append(b, key[:]...)
	start := len(b)
	b = append(b, text...)
	mask(b[start:], key)
	_, err := w.Write(b)
	return err
}

func echo(in io.Reader, out io.Writer) (int, error) {
	count := 0
	for {
		m, err := readMessage(in)
		if err != nil {
			if err == io.EOF {
				err = nil
			}
			return count, err
		}
		err = writeMessage(out, m.op, string(m.payload.data), [4]byte{byte(count), 2, 3, 4})
		m.close()
		if err != nil {
			return count, err
		}
		count++
	}
}

func main() {
	var in, out bytes.Buffer
	for _, n := range []int{0, 5, 64, 65, 300, 20000} {
		writeMessage(&in, 1, string(bytes.Repeat([]byte{'x'}, n)), [4]byte{9, 8, 7, 6})
	}
	whole := bytes.Clone(in.Bytes())
	fmt.Println(echo(&in, &out))
	fmt.Println(echo(&out, io.Discard))
	fmt.Println(echo(bytes.NewReader(whole[:40]), io.Discard))
	fmt.Println(echo(bytes.NewReader([]byte{0x81, 5}), io.Discard))
}
