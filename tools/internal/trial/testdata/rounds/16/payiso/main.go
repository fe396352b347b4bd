// truth: use-after-release line 81,85 callee

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
)

var frames = sync.Pool{New: func() any { b := make([]byte, 0, 512); return &b }}

var errShort = errors.New("short message")

type message struct {
	kind   string
	pan    []byte
	amount []byte
	stan   []byte
}

// parse splits a message of length-prefixed fields.
func parse(raw []byte) (message, error) {
	var m message
	if len(raw) < 4 {
		return m, errShort
	}
	m.kind = string(raw[:4])
	rest := raw[4:]
	for _, field := range []*[]byte{&m.pan, &m.amount, &m.stan} {
		if len(rest) == 0 || len(rest) < 1+int(rest[0]) {
			return m, errShort
		}
		n := int(rest[0])
		*field = rest[1 : 1+n]
		rest = rest[1+n:]
	}
	return m, nil
}

func readFrame(r io.Reader) (*[]byte, error) {
	var size [2]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint16(size[:]))
	b := frames.Get().(*[]byte)
	if cap(*b) < n {
		*b = make([]byte, 0, n)
	}
	*b = (*b)[:n]
	if _, err := io.ReadFull(r, *b); err != nil {
		frames.Put(b)
		return nil, err
	}
	return b, nil
}

type authorization struct {
	pan    string
	amount int
}

func receive(r io.Reader) (authorization, error) {
	frame, err := readFrame(r)
	if err != nil {
		return authorization{}, err
	}
	m, err := parse(*frame)
	frames.Put(frame)
	if err != nil {
		return authorization{}, err
	}
	if m.kind != "0100" {
		return authorization{}, fmt.Errorf("unexpected type %s", m.kind)
	}
	amount, err := strconv.Atoi(string(m.amount))
	if err != nil {
		return authorization{}, err
	}
	return authorization{pan: string(m.pan), amount: amount}, nil
}

func encode(w *bytes.Buffer, kind string, fields ...string) {
	body := []byte(kind)
	for _, f := range fields {
		body = append(body, byte(len(f)))
		body = append(body, f...)
	}
	w.Write(binary.BigEndian.AppendUint16(nil, uint16(len(body))))
	w.Write(body)
}

func main() {
	var wire bytes.Buffer
	encode(&wire, "0100", "4000123412341234", "1500", "000001")
	encode(&wire, "0200", "4000123412341234", "1500", "000002")
	encode(&wire, "0100", "4111", "x", "000003")
	encode(&wire, "01", "")
	encode(&wire, "0100", "5500", "20", "000004")
	for {
		a, err := receive(&wire)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			fmt.Println("declined:", err)
			continue
		}
		fmt.Println(a.pan[len(a.pan)-4:], a.amount)
	}
}
