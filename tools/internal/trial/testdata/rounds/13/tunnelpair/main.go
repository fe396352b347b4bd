// truth: leak line 34 callee
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type counters struct {
	up, down int64
}

var counterPool = rcpool.Pool[counters]{Name: "tunnel.counters"}

// A tunnel copies between a client and an upstream.
type tunnel struct {
	client io.ReadWriter
	buf    stdpool.ByteRef
	count  rcpool.Ref[counters]
	open   bool
}

func dial(client io.ReadWriter, size int) (*tunnel, error) {
	if size <= 0 {
		return nil, errors.New("tunnel: no buffer")
	}
	t := &tunnel{client: client, open: true}
	t.buf = stdpool.Bytes(size)
	t.count = counterPool.Get()
	return t, nil
}

func (t *tunnel) pump(upstream io.Writer) error {
	for {
		n, err := t.client.Read(t.buf.Value())
		if n > 0 {
			t.count.Value().up += int64(n)
			if _, werr := upstream.Write(t.buf.Value()[:n]); werr != nil {
				return werr
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Close gives back what the tunnel has leased.
func (t *tunnel) Close() {
	if !t.open {
		return
	}
	t.open = false
	t.buf.Release()
}

type duplex struct {
	io.Reader
	io.Writer
}

func serve(in string, upstream io.Writer) (int64, error) {
	t, err := dial(duplex{strings.NewReader(in), io.Discard}, 16)
	if err != nil {
		return 0, err
	}
	defer t.Close()
	if err := t.pump(upstream); err != nil {
		return 0, err
	}
	return t.count.Value().up, nil
}

func main() {
	var up strings.Builder
	for _, in := range []string{"GET / HTTP/1.1\r\nHost: a\r\n\r\n", "", "PING\r\n"} {
		fmt.Println(serve(in, &up))
	}
	fmt.Println(up.Len())
}
