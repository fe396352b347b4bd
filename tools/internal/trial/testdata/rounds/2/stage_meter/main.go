// truth: use-after-release line 46 plain
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Chunk struct {
	Seq  int
	Data [128]byte
	Used int
}

var chunks = rcpool.Pool[Chunk]{Name: "chunks"}

type meter struct {
	mu    sync.Mutex
	bytes int
	max   int
}

func (m *meter) add(n int) {
	m.mu.Lock()
	m.bytes += n
	m.max = max(m.max, n)
	m.mu.Unlock()
}

func produce(text string, out chan<- rcpool.Ref[Chunk], m *meter) {
	defer close(out)
	for seq := 0; len(text) > 0; seq++ {
		chunk := chunks.Get()
		c := chunk.Value()
		c.Seq = seq
		c.Used = copy(c.Data[:], text)
		if c.Used < 4 {
			m.add(c.Used)
			chunk.Release()
			return
		}
		text = text[c.Used:]
		out <- chunk
		m.add(c.Used)
	}
}

func consume(in <-chan rcpool.Ref[Chunk]) (crc uint32) {
	for chunk := range in {
		c := chunk.Value()
		for _, b := range c.Data[:c.Used] {
			crc = crc*31 + uint32(b)
		}
		chunk.Release()
	}
	return crc
}

func main() {
	text := ""
	for i := range 400 {
		text += fmt.Sprintf("%d bottles of beer on the wall\n", i)
	}
	m := &meter{}
	out := make(chan rcpool.Ref[Chunk])
	go produce(text, out, m)
	fmt.Println(consume(out) != 0)
	m.mu.Lock()
	fmt.Println(m.max, m.bytes <= len(text))
	m.mu.Unlock()
}
