// truth: wrong-pool line 54 plain
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

const (
	mtu   = 16
	jumbo = 64
)

type datagram struct {
	buf []byte
	n   int
}

type transport struct {
	small, large sync.Pool
	sent         int
}

func newTransport() *transport {
	t := &transport{}
	t.small.New = func() any { return &datagram{buf: make([]byte, mtu)} }
	t.large.New = func() any { return &datagram{buf: make([]byte, jumbo)} }
	return t
}

func (t *transport) sendSmall(r io.Reader) error {
	d := t.small.Get().(*datagram)
	defer t.small.Put(d)
	n, err := io.ReadFull(r, d.buf[:mtu])
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	d.n = n
	t.sent += d.n
	return nil
}

func (t *transport) sendLarge(r io.Reader, size int) error {
	if size > jumbo {
		return fmt.Errorf("%d bytes do not fit", size)
	}
	d := t.large.Get().(*datagram)
	n, err := io.ReadFull(r, d.buf[:size])
	d.n = n
	if err != nil {
		t.small.Put(d)
		return fmt.Errorf("after %d bytes: %w", d.n, err)
	}
	t.sent += d.n
	t.large.Put(d)
	return nil
}

func (t *transport) widest(tries int) (w int) {
	var taken []*datagram
	for range tries {
		d := t.small.Get().(*datagram)
		w = max(w, len(d.buf))
		taken = append(taken, d)
	}
	for _, d := range taken {
		t.small.Put(d)
	}
	return w
}

func main() {
	t := newTransport()
	fmt.Println(t.sendSmall(strings.NewReader("ping")))
	fmt.Println(t.sendLarge(strings.NewReader(strings.Repeat("x", 40)), 40))
	fmt.Println(t.sendLarge(strings.NewReader("cut off"), 40))
	fmt.Println(t.sent)
	if w := t.widest(8); w != mtu {
		panic(fmt.Sprint("small datagrams have ", w, " bytes"))
	}
}
