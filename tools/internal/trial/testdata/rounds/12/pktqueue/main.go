// truth: leak line 80 callee

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type Sample struct {
	refs atomic.Int32
	pts  int64
	nal  []byte
	pool *samplePool
}

type samplePool struct {
	mu   sync.Mutex
	free []*Sample
	out  int
}

func NewSample(pool *samplePool, pts int64, nal string) *Sample {
	pool.mu.Lock()
	defer pool.mu.Unlock()
	pool.out++
	s := &Sample{pool: pool}
	if n := len(pool.free); n > 0 {
		s = pool.free[n-1]
		pool.free = pool.free[:n-1]
	}
	s.refs.Store(1)
	s.pts = pts
	s.nal = append(s.nal[:0], nal...)
	return s
}

func (s *Sample) Retain() { s.refs.Add(1) }

func (s *Sample) Release() {
	if s.refs.Add(-1) == 0 {
		s.pool.mu.Lock()
		s.pool.out--
		s.pool.free = append(s.pool.free, s)
		s.pool.mu.Unlock()
	}
}

type track struct {
	mu   sync.Mutex
	head []*Sample
	max  int
}

func (t *track) push(s *Sample) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.head) == t.max {
		return false
	}
	s.Retain()
	t.head = append(t.head, s)
	return true
}

func (t *track) drain() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range t.head {
		n += len(s.nal)
		s.Release()
	}
	t.head = nil
	return n
}

func demux(pool *samplePool, t *track, pts []int64) (dropped int) {
	for _, at := range pts {
		s := NewSample(pool, at, fmt.Sprintf("slice@%d", at))
		if !t.push(s) {
			s.Release()
			dropped++
		}
	}
	return dropped
}

func main() {
	pool := &samplePool{}
	video := &track{max: 4}
	for batch := range 3 {
		dropped := demux(pool, video, []int64{10, 20, 30, 40, int64(50 + batch)})
		fmt.Println(dropped, video.drain())
	}
	fmt.Println(pool.out, len(pool.free))
}
