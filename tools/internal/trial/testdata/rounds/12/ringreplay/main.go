// truth: use-after-release line 37,46 hard

package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type Chunk struct {
	Seq  int
	Data []byte
}

func (c *Chunk) Reset() { *c = Chunk{Data: c.Data[:0]} }

var chunks = rcpool.Pool[Chunk]{Name: "chunks"}

type liveStream struct {
	ring  [4]rcpool.Ref[Chunk]
	head  int
	keys  map[int]rcpool.Ref[Chunk] // by group of pictures
	bytes int
}

func (s *liveStream) publish(seq int, data string) {
	ref := chunks.Get()
	c := ref.Value()
	c.Seq = seq
	c.Data = append(c.Data, data...)
	slot := &s.ring[s.head%len(s.ring)]
	rcpool.Drop(slot)
	*slot = ref
	s.head++
	if seq%3 == 0 {
		s.keys[seq/3] = ref
	}
}

func (s *liveStream) replay(group int) (string, bool) {
	ref, ok := s.keys[group]
	if !ok {
		return "", false
	}
	c := ref.Value()
	s.bytes += len(c.Data)
	return fmt.Sprintf("%d:%s", c.Seq, c.Data), true
}

func (s *liveStream) tail(n int) []string {
	var out []string
	for i := max(0, s.head-min(n, len(s.ring))); i < s.head; i++ {
		out = append(out, string(s.ring[i%len(s.ring)].Value().Data))
	}
	return out
}

func (s *liveStream) Close() {
	for i := range s.ring {
		rcpool.Drop(&s.ring[i])
	}
	clear(s.keys)
}

func main() {
	s := &liveStream{keys: map[int]rcpool.Ref[Chunk]{}}
	defer s.Close()
	for seq := range 7 {
		s.publish(seq, fmt.Sprintf("m4s-%d", seq))
	}
	fmt.Println(s.tail(3))
	for _, group := range []int{2, 9, 1, 0} {
		text, ok := s.replay(group)
		fmt.Println(text, ok)
	}
}
