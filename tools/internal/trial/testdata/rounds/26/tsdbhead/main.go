// truth: correct

// Command tsdbhead holds series in chunks that queries read while writers cut new ones.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

const perChunk = 4

type Chunk struct {
	n    int
	ts   [perChunk]int64
	vals [perChunk]float64
}

var chunkPool = rcpool.Pool[Chunk]{Name: "chunks"}

type Series struct {
	mu     sync.RWMutex
	chunks []rcpool.Ref[Chunk]
}

func (s *Series) Append(ts int64, v float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := len(s.chunks) - 1
	if last < 0 || s.chunks[last].Value().n == perChunk {
		s.chunks = append(s.chunks, chunkPool.Get())
		last++
	}
	c := s.chunks[last].Value()
	c.ts[c.n], c.vals[c.n] = ts, v
	c.n++
}

// Truncate gives up the full chunks that end before mint.
func (s *Series) Truncate(mint int64) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	drop := 0
	for _, ref := range s.chunks {
		c := ref.Value()
		if c.n < perChunk || c.ts[c.n-1] >= mint {
			break
		}
		ref.Release()
		drop++
	}
	kept := copy(s.chunks, s.chunks[drop:])
	clear(s.chunks[kept:])
	s.chunks = s.chunks[:kept]
	return drop
}

type view struct {
	ref rcpool.Ref[Chunk]
	n   int
}

// An Iterator owns references to the chunks that it visits.
type Iterator struct {
	views []view
	at, i int
}

func (s *Series) Iterator() *Iterator {
	s.mu.RLock()
	defer s.mu.RUnlock()
	it := &Iterator{i: -1}
	for _, ref := range s.chunks {
		it.views = append(it.views, view{ref: ref.Retain(), n: ref.Value().n})
	}
	return it
}

func (it *Iterator) Next() bool {
	for it.at < len(it.views) {
		it.i++
		if it.i < it.views[it.at].n {
			return true
		}
		it.at, it.i = it.at+1, -1
	}
	return false
}

func (it *Iterator) At() (int64, float64) {
	c := it.views[it.at].ref.Value()
	return c.ts[it.i], c.vals[it.i]
}

func (it *Iterator) Close() {
	for i := range it.views {
		rcpool.Drop(&it.views[i].ref)
	}
	it.views = nil
}

func sum(s *Series, limit int) (total float64) {
	it := s.Iterator()
	defer it.Close()
	for n := 0; it.Next(); n++ {
		if n == limit {
			return total
		}
		_, v := it.At()
		total += v
	}
	return total
}

func main() {
	var s Series
	for i := range 14 {
		s.Append(int64(i*10), float64(i))
	}
	it := s.Iterator()
	fmt.Println("dropped", s.Truncate(90))
	n := 0
	for it.Next() {
		n++
	}
	it.Close()
	fmt.Println("old view", n, "sum", sum(&s, 100), "first", sum(&s, 2))
	s.mu.Lock()
	for _, ref := range s.chunks {
		ref.Release()
	}
	s.chunks = nil
	s.mu.Unlock()
	fmt.Println(chunkPool.Stats().InUse)
}
