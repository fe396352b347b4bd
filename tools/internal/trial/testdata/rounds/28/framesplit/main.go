// truth: correct

// Command framesplit cuts a byte stream into length-prefixed frames. Frames
// share the block that they arrived in, and workers release them when done.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool/stdpool"
)

const (
	chunk    = 256
	maxFrame = 200
)

var errTooLong = errors.New("frame too long")

type splitter struct {
	conn io.Reader
	out  chan<- stdpool.ByteRef
	rest stdpool.ByteRef // what is left of the last chunk, or zero
}

// run reads until the end of the stream and closes out.
func (s *splitter) run() (err error) {
	defer close(s.out)
	defer s.rest.Drop()
	for {
		block, err := s.fill()
		if err != nil {
			if errors.Is(err, io.EOF) && s.rest.IsZero() {
				return nil
			}
			return err
		}
		used, err := s.cut(block)
		if err == nil && used < block.Len() {
			s.rest = block.Slice(used, block.Len())
		}
		block.Release()
		if err != nil {
			return err
		}
	}
}

// fill returns the rest of the last chunk and what was read after it.
func (s *splitter) fill() (stdpool.ByteRef, error) {
	have := s.rest.Len()
	block := stdpool.Bytes(have + chunk)
	if have > 0 {
		copy(block.Value(), s.rest.Value())
	}
	n, err := s.conn.Read(block.Value()[have:])
	if n == 0 && err != nil {
		block.Release()
		return stdpool.ByteRef{}, err
	}
	s.rest.Drop()
	block.Truncate(have + n)
	return block, nil
}

// cut sends the whole frames of block, which it borrows.
func (s *splitter) cut(block stdpool.ByteRef) (used int, err error) {
	p := block.Value()
	for len(p)-used >= 2 {
		size := int(binary.BigEndian.Uint16(p[used:]))
		if size > maxFrame {
			return used, errTooLong
		}
		if len(p)-used-2 < size {
			break
		}
		s.out <- block.Slice(used+2, used+2+size)
		used += 2 + size
	}
	return used, nil
}

func worker(frames <-chan stdpool.ByteRef, sum *atomic.Int64) {
	for frame := range frames {
		for _, b := range frame.Value() {
			sum.Add(int64(b))
		}
		frame.Release()
	}
}

func serve(conn net.Conn) (int64, error) {
	defer conn.Close()
	frames := make(chan stdpool.ByteRef, 4)
	var sum atomic.Int64
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { worker(frames, &sum) })
	}
	s := &splitter{conn: conn, out: frames}
	err := s.run()
	wg.Wait()
	return sum.Load(), err
}

func send(conn net.Conn, sizes ...int) {
	defer conn.Close()
	for _, n := range sizes {
		msg := binary.BigEndian.AppendUint16(nil, uint16(n))
		for i := range min(n, maxFrame) {
			msg = append(msg, byte(i))
		}
		if _, err := conn.Write(msg); err != nil {
			return
		}
	}
}

func main() {
	for _, sizes := range [][]int{{10, 150, 0, 190, 90}, {5, 400, 5}, {1, 2, 3}} {
		client, server := net.Pipe()
		go send(client, sizes...)
		sum, err := serve(server)
		fmt.Println(sum, err)
	}
}
