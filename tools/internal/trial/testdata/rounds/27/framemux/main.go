// truth: correct

// Framemux splits a byte stream into length-prefixed frames and hands the
// payloads to per-channel consumers without copying them.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

const header = 3 // channel, length

var errFrame = errors.New("frame: too long")

type consumer struct {
	in  chan stdpool.ByteRef
	sum int
}

func (c *consumer) loop() {
	for payload := range c.in {
		c.sum += len(payload.Value())
		payload.Release()
	}
}

type mux struct {
	consumers map[byte]*consumer
	wg        sync.WaitGroup
	unrouted  int
}

func newMux(channels ...byte) *mux {
	m := &mux{consumers: map[byte]*consumer{}}
	for _, ch := range channels {
		c := &consumer{in: make(chan stdpool.ByteRef, 2)}
		m.consumers[ch] = c
		m.wg.Go(c.loop)
	}
	return m
}

// dispatch cuts all whole frames off block and reports how many bytes they took.
func (m *mux) dispatch(block *stdpool.ByteRef) (int, error) {
	data := block.Value()
	at := 0
	for len(data)-at >= header {
		n := int(binary.BigEndian.Uint16(data[at+1:]))
		if n > 512 {
			return at, errFrame
		}
		if len(data)-at-header < n {
			break
		}
		if c, ok := m.consumers[data[at]]; ok {
			c.in <- block.Slice(at+header, at+header+n)
		} else {
			m.unrouted++
		}
		at += header + n
	}
	return at, nil
}

func (m *mux) serve(r io.Reader) error {
	rest := stdpool.Bytes(0)
	defer func() { rest.Release() }()
	chunk := make([]byte, 64)
	for {
		n, err := r.Read(chunk)
		if n > 0 {
			rest.Append(chunk[:n]...)
			used, bad := m.dispatch(&rest)
			if bad != nil {
				return bad
			}
			tail := rest.Slice(used, rest.Len())
			rest.Release()
			rest = tail
		}
		if err == io.EOF {
			if rest.Len() > 0 {
				return io.ErrUnexpectedEOF
			}
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (m *mux) close() {
	for _, c := range m.consumers {
		close(c.in)
	}
	m.wg.Wait()
}

func frame(w *bytes.Buffer, channel byte, payload string) {
	w.WriteByte(channel)
	w.Write(binary.BigEndian.AppendUint16(nil, uint16(len(payload))))
	w.WriteString(payload)
}

func main() {
	var stream bytes.Buffer
	for i := range 30 {
		frame(&stream, byte(i%3), fmt.Sprintf("payload number %d", i))
	}
	whole := stream.Bytes()

	m := newMux(0, 1)
	fmt.Println(m.serve(bytes.NewReader(whole)))
	fmt.Println(m.serve(bytes.NewReader(whole[:50])))
	fmt.Println(m.serve(bytes.NewReader([]byte{0, 0xff, 0xff, 1})))
	m.close()
	fmt.Println(m.consumers[0].sum, m.consumers[1].sum, m.unrouted)
}
