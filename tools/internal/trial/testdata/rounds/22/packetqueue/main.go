// truth: escape line 71 hard

// Command packetqueue reads packets and queues them for workers.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

var buffers = sync.Pool{New: func() any { b := make([]byte, 64); return &b }}

type work struct {
	conn    int
	payload []byte
	result  chan<- int
}

type server struct {
	queue   chan work
	workers sync.WaitGroup
	errs    []error
	large   int
}

func (s *server) start(n int) {
	for range n {
		s.workers.Go(func() {
			for w := range s.queue {
				sum := 0
				for _, c := range w.payload {
					sum += int(c)
				}
				w.result <- sum
			}
		})
	}
}

var errSize = errors.New("packet too large")

// read reads one packet of the connection.
func (s *server) read(conn int, r io.Reader, result chan<- int) error {
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	var head [2]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return err
	}
	n := int(binary.BigEndian.Uint16(head[:]))
	if n > 4*len(*buf) {
		return errSize
	}
	if n > len(*buf) {
		large := make([]byte, n)
		if _, err := io.ReadFull(r, large); err != nil {
			return err
		}
		s.large++
		s.queue <- work{conn, large, result}
		return nil
	}
	payload := (*buf)[:n]
	if _, err := io.ReadFull(r, payload); err != nil {
		return err
	}
	s.queue <- work{conn, payload, result}
	return nil
}

func (s *server) serve(conn int, stream string, result chan<- int) (packets int) {
	r := strings.NewReader(stream)
	for {
		err := s.read(conn, r, result)
		if err == io.EOF {
			return packets
		}
		if err != nil {
			s.errs = append(s.errs, fmt.Errorf("conn %d: %w", conn, err))
			return packets
		}
		packets++
	}
}

func packet(text string) string {
	return string(binary.BigEndian.AppendUint16(nil, uint16(len(text)))) + text
}

func main() {
	s := &server{queue: make(chan work, 16)}
	result := make(chan int, 64)
	n := s.serve(1, packet("hello")+packet("world")+packet(strings.Repeat("a", 100)), result)
	n += s.serve(2, packet("bye")+packet(strings.Repeat("b", 1000)), result)
	n += s.serve(3, packet("cut off")[:5], result)
	s.start(2)
	close(s.queue)
	s.workers.Wait()
	close(result)
	total := 0
	for sum := range result {
		total += sum
	}
	fmt.Println(n, total, s.large, s.errs)
}
