// truth: use-after-release line 43 callee
package main

import (
	"errors"
	"fmt"
	"hash/crc32"

	"google.golang.org/grpc/mem"
)

var errWindow = errors.New("window is full")

type stream struct {
	window int
	sent   int
}

// send gives the chunk to the transport, which frees it.
func (s *stream) send(chunk mem.Buffer) error {
	defer chunk.Free()
	if chunk.Len() > s.window {
		return errWindow
	}
	s.window -= chunk.Len()
	s.sent += chunk.Len()
	return nil
}

type ledger struct {
	acks map[int]uint32
}

// replicate sends a block in chunks and notes the checksum of each.
func (l *ledger) replicate(s *stream, block []byte, size int) error {
	pool := mem.DefaultBufferPool()
	for i := 0; len(block) > 0; i++ {
		n := min(size, len(block))
		chunk := mem.Copy(block[:n], pool)
		if err := s.send(chunk); err != nil {
			return fmt.Errorf("chunk %d: %w", i, err)
		}
		l.acks[i] = crc32.ChecksumIEEE(chunk.ReadOnlyData())
		block = block[n:]
	}
	return nil
}

func main() {
	l := &ledger{acks: map[int]uint32{}}
	block := make([]byte, 10000)
	fmt.Println(l.replicate(&stream{window: 100}, block, 4000))
	s := &stream{window: 1 << 16}
	fmt.Println(l.replicate(s, block, 4000), s.sent, len(l.acks))
}
