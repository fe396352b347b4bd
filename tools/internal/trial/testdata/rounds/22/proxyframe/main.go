// truth: double-release line 51 plain

// Command proxyframe forwards frames, and stores large ones for later.
package main

import (
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

type link struct {
	pool   mem.BufferPool
	stored []mem.Buffer
	sent   int
	limit  int
}

var (
	errClosed = errors.New("link is down")
	errBig    = errors.New("frame is larger than the limit")
)

func (l *link) transmit(data []byte) error {
	if len(data) > 0 && data[0] == 0xff {
		return errClosed
	}
	l.sent += len(data)
	return nil
}

func (l *link) frame(first byte, n int) mem.Buffer {
	b := l.pool.Get(n)
	(*b)[0] = first
	return mem.NewBuffer(b, l.pool)
}

func (l *link) forward(first byte, n int) error {
	f := l.frame(first, n)
	defer f.Free()
	if f.Len() > 2*l.limit {
		return fmt.Errorf("%d bytes: %w", f.Len(), errBig)
	}
	if f.Len() > l.limit {
		f.Ref()
		l.stored = append(l.stored, f)
		return nil
	}
	if err := l.transmit(f.ReadOnlyData()); err != nil {
		f.Free()
		return fmt.Errorf("transmit: %w", err)
	}
	return nil
}

func (l *link) drain() (n int) {
	for i, f := range l.stored {
		n += f.Len()
		f.Free()
		l.stored[i] = nil
	}
	l.stored = l.stored[:0]
	return n
}

func main() {
	l := &link{pool: mem.NewTieredBufferPool(2048, 16384), limit: 2000}
	defer func() {
		fmt.Println(l.sent, l.drain(), recover())
	}()
	for _, f := range []struct {
		first byte
		n     int
	}{{1, 1500}, {2, 3000}, {3, 9000}, {0xff, 1800}, {4, 1200}} {
		if err := l.forward(f.first, f.n); err != nil {
			fmt.Println(err)
		}
	}
}
