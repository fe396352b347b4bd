// truth: wrong-pool line 63 plain

// Proxyio relays requests to a backend; what it buffers differs in size by
// direction.
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

const (
	upSize   = 512
	downSize = 32 << 10
)

var (
	upBufs   = sync.Pool{New: func() any { b := make([]byte, upSize); return &b }}
	downBufs = sync.Pool{New: func() any { b := make([]byte, downSize); return &b }}
)

var errBackend = errors.New("backend closed the connection")

type Backend interface {
	Exchange(request []byte, response []byte) (int, error)
}

type echo struct{ calls int }

func (e *echo) Exchange(request, response []byte) (int, error) {
	e.calls++
	if e.calls%3 == 0 {
		return 0, errBackend
	}
	n := 0
	for range 40 {
		n += copy(response[n:], request)
	}
	return n, nil
}

type Proxy struct {
	backend Backend
	up      int
	down    int
}

func (p *Proxy) Relay(w io.Writer, r io.Reader) error {
	req := upBufs.Get().(*[]byte)
	defer upBufs.Put(req)
	n, err := io.ReadFull(r, *req)
	if err != nil && err != io.ErrUnexpectedEOF {
		return fmt.Errorf("reading the request: %w", err)
	}
	p.up += n

	res := downBufs.Get().(*[]byte)
	m, err := p.backend.Exchange((*req)[:n], *res)
	if err != nil {
		upBufs.Put(res)
		return err
	}
	defer downBufs.Put(res)
	p.down += m
	if _, err := w.Write((*res)[:m]); err != nil {
		return fmt.Errorf("writing the response: %w", err)
	}
	return nil
}

func main() {
	p := &Proxy{backend: new(echo)}
	var out strings.Builder
	for i := range 9 {
		if err := p.Relay(&out, strings.NewReader(strings.Repeat("q", 100+i))); err != nil {
			fmt.Println(i, err)
		}
	}
	fmt.Println(p.Relay(&out, strings.NewReader("")))
	fmt.Println(p.up, p.down, out.Len())

	// A request is cut at upSize.
	p.backend, p.up = new(echo), 0
	for range 2 {
		if err := p.Relay(io.Discard, strings.NewReader(strings.Repeat("q", 700))); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(p.up == 2*upSize)
}
