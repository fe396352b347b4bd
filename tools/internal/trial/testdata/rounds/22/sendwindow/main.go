// truth: escape line 57 callee

// Command sendwindow sends segments and repeats those that are not acknowledged.
package main

import (
	"fmt"
	"sort"

	"google.golang.org/grpc/mem"
)

type segment struct {
	seq  int
	data mem.Buffer
}

type window struct {
	unacked []segment
	max     int
}

// remember keeps the segment until it is acknowledged.
func (w *window) remember(seq int, data mem.Buffer) bool {
	if len(w.unacked) == w.max {
		return false
	}
	w.unacked = append(w.unacked, segment{seq, data})
	return true
}

func (w *window) ack(seq int) {
	kept := w.unacked[:0]
	for _, s := range w.unacked {
		if s.seq > seq {
			kept = append(kept, s)
		}
	}
	clear(w.unacked[len(kept):])
	w.unacked = kept
}

type sender struct {
	pool mem.BufferPool
	win  window
	wire func(seq int, b []byte) bool
	next int
}

func (s *sender) send(text string) error {
	b := s.pool.Get(2048)
	n := copy(*b, text)
	clear((*b)[n:])
	buf := mem.NewBuffer(b, s.pool)
	defer buf.Free()
	seq := s.next
	if !s.win.remember(seq, buf) {
		return fmt.Errorf("segment %d: window is full", seq)
	}
	s.next++
	s.wire(seq, buf.ReadOnlyData())
	return nil
}

func (s *sender) repeat() (seqs []int) {
	for _, seg := range s.win.unacked {
		if s.wire(seg.seq, seg.data.ReadOnlyData()) {
			seqs = append(seqs, seg.seq)
		}
	}
	return seqs
}

func main() {
	got := map[int]byte{}
	lossy := 0
	s := &sender{pool: mem.NewTieredBufferPool(2048), win: window{max: 3}}
	s.wire = func(seq int, b []byte) bool {
		if lossy++; lossy%2 == 0 {
			return false
		}
		got[seq] = b[0]
		return true
	}
	defer func() {
		if p := recover(); p != nil {
			fmt.Println("panic:", p)
		}
		var seqs []int
		for seq := range got {
			seqs = append(seqs, seq)
		}
		sort.Ints(seqs)
		fmt.Println(seqs)
	}()
	for _, text := range []string{"a", "b", "c", "d"} {
		if err := s.send(text); err != nil {
			fmt.Println(err)
		}
	}
	s.win.ack(0)
	fmt.Println(s.repeat())
	s.win.ack(2)
}
