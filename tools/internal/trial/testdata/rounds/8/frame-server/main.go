// truth: correct
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

const maxFrame = 1 << 12

// A message is a header and a payload in one block. It owns both references.
type message struct {
	kind    byte
	payload stdpool.ByteRef
}

func (m *message) close() { m.payload.Drop() }

func readMessage(r io.Reader) (m message, err error) {
	var size [4]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return m, err
	}
	n := binary.BigEndian.Uint32(size[:])
	if n == 0 || n > maxFrame {
		return m, fmt.Errorf("frame of %d bytes", n)
	}
	frame := stdpool.Bytes(int(n))
	defer frame.Release()
	if _, err := io.ReadFull(r, frame.Value()); err != nil {
		return m, errors.Join(io.ErrUnexpectedEOF, err)
	}
	return message{frame.Value()[0], frame.Slice(1, frame.Len())}, nil
}

func writeMessage(w io.Writer, kind byte, text string) error {
	b := stdpool.Bytes(0)
	defer b.Release()
	b.Grow(5 + len(text))
	b.Append(binary.BigEndian.AppendUint32(nil, uint32(1+len(text)))...)
	b.Append(kind)
	b.WriteString(text)
	_, err := w.Write(b.Value())
	return err
}

type server struct {
	wg   sync.WaitGroup
	mu   sync.Mutex
	seen map[byte]int
}

func (s *server) handle(m message) {
	defer m.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[m.kind] += len(m.payload.Value())
}

func (s *server) serve(c net.Conn) error {
	defer c.Close()
	defer s.wg.Wait()
	for {
		m, err := readMessage(c)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		s.wg.Go(func() { s.handle(m) })
	}
}

func main() {
	for _, broken := range []bool{false, true} {
		a, b := net.Pipe()
		go func() {
			defer a.Close()
			for i := range 10 {
				writeMessage(a, byte('a'+i%3), "payload")
			}
			if broken {
				a.Write([]byte{0, 0, 0, 9, 'z', 'z'})
			}
		}()
		s := &server{seen: make(map[byte]int)}
		fmt.Println(s.serve(b), s.seen)
	}
}
