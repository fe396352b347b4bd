// truth: wrong-pool line 59,60 hard
package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

const (
	requestSize  = 512
	responseSize = 8192
)

var (
	requestBufs  = sync.Pool{New: func() any { return &copyBuf{b: make([]byte, requestSize)} }}
	responseBufs = sync.Pool{New: func() any { return &copyBuf{b: make([]byte, responseSize)} }}
)

type copyBuf struct {
	b []byte
}

type tunnel struct {
	up, down *copyBuf
	stats    [2]int64
}

func open() *tunnel {
	return &tunnel{
		up:   requestBufs.Get().(*copyBuf),
		down: responseBufs.Get().(*copyBuf),
	}
}

// forward sends what the client has sent to the origin.
func (t *tunnel) forward(origin io.Writer, client io.Reader) error {
	n, err := io.CopyBuffer(struct{ io.Writer }{origin}, struct{ io.Reader }{client}, t.up.b)
	t.stats[0] += n
	return err
}

// answer reads the head of the answer, which must fit, and copies the rest.
func (t *tunnel) answer(client io.Writer, origin io.Reader) error {
	n, err := io.ReadAtLeast(origin, t.down.b[:responseSize], 1)
	if err != nil {
		return fmt.Errorf("head: %w", err)
	}
	if _, err := client.Write(t.down.b[:n]); err != nil {
		return err
	}
	rest, err := io.CopyBuffer(struct{ io.Writer }{client}, struct{ io.Reader }{origin}, t.down.b)
	t.stats[1] += int64(n) + rest
	return err
}

func (t *tunnel) close() {
	responseBufs.Put(t.up)
	requestBufs.Put(t.down)
	t.up, t.down = nil, nil
}

func proxy(request, response string) (got string, err error) {
	t := open()
	defer t.close()
	var origin, client strings.Builder
	if err := t.forward(&origin, strings.NewReader(request)); err != nil {
		return "", err
	}
	if err := t.answer(&client, strings.NewReader(response)); err != nil {
		return "", err
	}
	return fmt.Sprint(t.stats), nil
}

func main() {
	for i := range 5 {
		fmt.Println(proxy(strings.Repeat("q", 100*i+1), strings.Repeat("r", 5000*i+1)))
	}
	_, err := proxy("q", "")
	fmt.Println(err)
}
