// truth: correct

// Command flowctl is the send side of a multiplexed transport. Streams queue
// buffers; the writer sends as much of them as their windows allow.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sort"

	"google.golang.org/grpc/mem"
)

const maxFrame = 2048

var errReset = errors.New("stream was reset")

type stream struct {
	id     uint32
	window int
	queue  []mem.Buffer // owned
	err    error
}

func (s *stream) pending() (n int) {
	for _, b := range s.queue {
		n += b.Len()
	}
	return n
}

// next returns at most n bytes from the front of the queue; the caller frees
// the buffer.
func (s *stream) next(n int) mem.Buffer {
	front := s.queue[0]
	if front.Len() > n {
		part := front.Slice(0, n)
		s.queue[0] = front.Slice(n, front.Len())
		front.Free()
		return part
	}
	s.queue[0] = nil
	s.queue = s.queue[1:]
	return front
}

func (s *stream) discard() {
	for _, b := range s.queue {
		b.Free()
	}
	s.queue = nil
}

type Writer struct {
	out     io.Writer
	pool    mem.BufferPool
	streams map[uint32]*stream
	conn    int // window of the connection
}

func NewWriter(out io.Writer, window int) *Writer {
	return &Writer{out: out, pool: mem.DefaultBufferPool(), streams: make(map[uint32]*stream), conn: window}
}

func (w *Writer) Open(id uint32, window int) {
	if _, ok := w.streams[id]; !ok {
		w.streams[id] = &stream{id: id, window: window}
	}
}

// Send takes data over, also if it fails.
func (w *Writer) Send(id uint32, data mem.BufferSlice) error {
	s, ok := w.streams[id]
	if !ok || s.err != nil {
		data.Free()
		if ok {
			return s.err
		}
		return fmt.Errorf("no stream %d", id)
	}
	s.queue = append(s.queue, data...)
	return w.flush()
}

func (w *Writer) Grant(id uint32, n int) error {
	if id == 0 {
		w.conn += n
	} else if s, ok := w.streams[id]; ok {
		s.window += n
	}
	return w.flush()
}

func (w *Writer) Reset(id uint32) {
	if s, ok := w.streams[id]; ok {
		s.err = errReset
		s.discard()
	}
}

func (w *Writer) flush() error {
	ids := make([]uint32, 0, len(w.streams))
	for id := range w.streams {
		ids = append(ids, id)
	}
	sort.Slice(ids, func(i, j int) bool { return ids[i] < ids[j] })
	for sent := true; sent; {
		sent = false
		for _, id := range ids {
			s := w.streams[id]
			n := min(s.window, w.conn, maxFrame)
			if n <= 0 || len(s.queue) == 0 {
				continue
			}
			frame := s.next(n)
			err := w.writeFrame(id, frame)
			s.window -= frame.Len()
			w.conn -= frame.Len()
			frame.Free()
			if err != nil {
				return err
			}
			sent = true
		}
	}
	return nil
}

func (w *Writer) writeFrame(id uint32, b mem.Buffer) error {
	if _, err := fmt.Fprintf(w.out, "%d:%d;", id, b.Len()); err != nil {
		return err
	}
	_, err := w.out.Write(b.ReadOnlyData())
	return err
}

// Close returns how many bytes were not sent.
func (w *Writer) Close() (unsent int) {
	for id, s := range w.streams {
		unsent += s.pending()
		s.discard()
		delete(w.streams, id)
	}
	return unsent
}

func body(c byte, n int, pool mem.BufferPool) mem.BufferSlice {
	s, err := mem.ReadAll(bytes.NewReader(bytes.Repeat([]byte{c}, n)), pool)
	if err != nil {
		panic(err) // a bytes.Reader does not fail
	}
	return s
}

func main() {
	var out bytes.Buffer
	w := NewWriter(&out, 9000)
	w.Open(1, 3000)
	w.Open(3, 5000)
	fmt.Println(w.Send(1, body('a', 4000, w.pool)), w.Send(3, body('b', 6000, w.pool)))
	fmt.Println(w.Send(5, body('c', 2000, w.pool)))
	shared := body('d', 1500, w.pool)
	shared.Ref()
	fmt.Println(w.Send(1, shared), w.Grant(1, 5000), out.Len())
	fmt.Println(w.Send(3, shared))
	w.Reset(3)
	fmt.Println(w.Send(3, body('e', 3000, w.pool)), w.Grant(0, 100))
	fmt.Println(w.Close(), out.Len())
}
