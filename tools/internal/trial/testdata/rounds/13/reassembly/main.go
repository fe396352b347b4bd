// truth: correct
package main

import (
	"encoding/binary"
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

var errTooLarge = errors.New("message too large")

// An assembler joins the frames of a message.
type assembler struct {
	pool  mem.BufferPool
	parts mem.BufferSlice
	want  int
	limit int
}

// frame takes the buffer over. It returns a message if it is complete.
func (a *assembler) frame(b mem.Buffer) (mem.BufferSlice, error) {
	if a.want == 0 {
		data := b.ReadOnlyData()
		if len(data) < 4 {
			b.Free()
			return nil, fmt.Errorf("short frame of %d bytes", len(data))
		}
		n := int(binary.BigEndian.Uint32(data))
		if n > a.limit {
			b.Free()
			return nil, fmt.Errorf("%w: %d", errTooLarge, n)
		}
		a.want = n + 4
	}
	a.parts = append(a.parts, b)
	if a.parts.Len() < a.want {
		return nil, nil
	}
	msg := a.parts
	a.parts, a.want = nil, 0
	return msg, nil
}

func (a *assembler) reset() {
	a.parts.Free()
	a.parts, a.want = nil, 0
}

type subscriber struct {
	inbox []mem.BufferSlice
	bytes int
}

func (s *subscriber) drain() {
	for _, m := range s.inbox {
		r := m.Reader()
		var hdr [4]byte
		if _, err := r.Read(hdr[:]); err == nil {
			s.bytes += r.Remaining()
		}
		r.Close()
		m.Free()
	}
	s.inbox = nil
}

// broadcast gives each subscriber references of its own.
func broadcast(msg mem.BufferSlice, subs []*subscriber) {
	for _, s := range subs {
		msg.Ref()
		s.inbox = append(s.inbox, msg)
	}
	msg.Free()
}

func frames(pool mem.BufferPool, size, announced int) (out []mem.Buffer) {
	whole := make([]byte, size+4)
	binary.BigEndian.PutUint32(whole, uint32(announced))
	for len(whole) > 0 {
		n := min(2048, len(whole))
		out = append(out, mem.Copy(whole[:n], pool))
		whole = whole[n:]
	}
	return out
}

func main() {
	pool := mem.DefaultBufferPool()
	a := &assembler{pool: pool, limit: 1 << 16}
	subs := []*subscriber{{}, {}}
	for _, m := range [][2]int{{5000, 5000}, {1500, 1 << 20}, {3000, 3000}, {1200, 9000}} {
		for _, f := range frames(pool, m[0], m[1]) {
			msg, err := a.frame(f)
			if err != nil {
				fmt.Println(err)
				continue
			}
			if msg != nil {
				broadcast(msg, subs)
			}
		}
	}
	a.reset()
	for _, s := range subs {
		s.drain()
		fmt.Println(s.bytes)
	}
}
