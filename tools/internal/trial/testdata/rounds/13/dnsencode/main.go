// truth: correct
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// An encoder builds DNS messages with compressed names.
type encoder struct {
	buf     []byte
	offsets map[string]int
	answers uint16
}

var encoders = sync.Pool{New: func() any {
	return &encoder{buf: make([]byte, 0, 512), offsets: make(map[string]int)}
}}

func getEncoder() *encoder {
	e := encoders.Get().(*encoder)
	e.buf = append(e.buf[:0], make([]byte, 12)...)
	e.answers = 0
	return e
}

func (e *encoder) free() {
	if cap(e.buf) > 4096 {
		return
	}
	clear(e.offsets)
	encoders.Put(e)
}

var errLabel = errors.New("dns: label too long")

func (e *encoder) name(n string) error {
	for n != "" {
		if off, ok := e.offsets[n]; ok {
			e.buf = binary.BigEndian.AppendUint16(e.buf, 0xc000|uint16(off))
			return nil
		}
		e.offsets[n] = len(e.buf)
		label, rest, _ := strings.Cut(n, ".")
		if len(label) > 63 {
			return fmt.Errorf("%w: %.8q", errLabel, label)
		}
		e.buf = append(e.buf, byte(len(label)))
		e.buf = append(e.buf, label...)
		n = rest
	}
	e.buf = append(e.buf, 0)
	return nil
}

func (e *encoder) a(n string, ip [4]byte, ttl uint32) error {
	if err := e.name(n); err != nil {
		return err
	}
	e.buf = append(e.buf, 0, 1, 0, 1)
	e.buf = binary.BigEndian.AppendUint32(e.buf, ttl)
	e.buf = append(e.buf, 0, 4)
	e.buf = append(e.buf, ip[:]...)
	e.answers++
	return nil
}

func encode(id uint16, names []string) ([]byte, error) {
	e := getEncoder()
	defer e.free()
	for i, n := range names {
		if err := e.a(n, [4]byte{192, 0, 2, byte(i)}, 60); err != nil {
			return nil, err
		}
	}
	binary.BigEndian.PutUint16(e.buf, id)
	binary.BigEndian.PutUint16(e.buf[6:], e.answers)
	return bytes.Clone(e.buf), nil
}

func main() {
	for i, names := range [][]string{
		{"www.example.org", "mail.example.org", "example.org"},
		{"ok.example", strings.Repeat("x", 70) + ".example"},
		{"www.example.org"},
	} {
		msg, err := encode(uint16(i), names)
		fmt.Println(len(msg), err)
	}
}
