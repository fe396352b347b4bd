// truth: double-release line 60 callee
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
)

type Packet struct {
	Kind byte
	Body []byte
}

func (p *Packet) Reset() { *p = Packet{Body: p.Body[:0]} }

var packets = rcpool.Pool[Packet]{Name: "packets"}

// A Writer writes packets with a length prefix.
type Writer struct {
	w       io.Writer
	header  [5]byte
	written int64
}

// Write writes the packet, which it takes over.
func (w *Writer) Write(packet rcpool.Ref[Packet]) error {
	defer packet.Release()
	p := packet.Value()
	w.header[0] = p.Kind
	binary.BigEndian.PutUint32(w.header[1:], uint32(len(p.Body)))
	n, err := w.w.Write(w.header[:])
	w.written += int64(n)
	if err != nil {
		return err
	}
	n, err = w.w.Write(p.Body)
	w.written += int64(n)
	return err
}

func encode(kind byte, parts ...string) rcpool.Ref[Packet] {
	packet := packets.Get()
	p := packet.Value()
	p.Kind = kind
	for _, part := range parts {
		p.Body = append(p.Body, part...)
		p.Body = append(p.Body, 0)
	}
	return packet
}

func login(w *Writer, user, password string) error {
	packet := encode('L', user, password)
	if err := w.Write(packet); err != nil {
		packet.Release()
		return fmt.Errorf("login of %s: %w", user, err)
	}
	return nil
}

type brokenPipe struct{ after int }

var errPipe = errors.New("broken pipe")

func (b *brokenPipe) Write(p []byte) (int, error) {
	if b.after--; b.after < 0 {
		return 0, errPipe
	}
	return len(p), nil
}

func main() {
	var good bytes.Buffer
	w := &Writer{w: &good}
	fmt.Println(login(w, "ann", "secret"), w.written)
	defer func() {
		err, _ := recover().(error)
		fmt.Println("recovered:", errors.Is(err, rcpool.DoubleRelease))
	}()
	bad := &Writer{w: &brokenPipe{after: 1}}
	fmt.Println(login(bad, "bob", "secret"))
}
