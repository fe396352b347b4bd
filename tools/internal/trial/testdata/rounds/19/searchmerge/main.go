// truth: correct
package main

import (
	"container/heap"
	"fmt"

	"github.com/rcpool/rcpool"
)

type hit struct {
	doc   int
	score float64
}

type hitList struct {
	shard int
	hits  []hit
}

func (h *hitList) Reset() { h.shard, h.hits = 0, h.hits[:0] }

var lists = rcpool.Pool[hitList]{Name: "hit lists", Keep: func(h *hitList) bool { return cap(h.hits) <= 1024 }}

// A cursor owns the list that it walks.
type cursor struct {
	list rcpool.Ref[hitList]
	pos  int
}

func (c cursor) top() hit { return c.list.Value().hits[c.pos] }

type cursors []cursor

func (c cursors) Len() int           { return len(c) }
func (c cursors) Less(i, j int) bool { return c[i].top().score > c[j].top().score }
func (c cursors) Swap(i, j int)      { c[i], c[j] = c[j], c[i] }
func (c *cursors) Push(x any)        { *c = append(*c, x.(cursor)) }
func (c *cursors) Pop() any {
	old := *c
	last := old[len(old)-1]
	old[len(old)-1] = cursor{}
	*c = old[:len(old)-1]
	return last
}

// merge takes the lists over and returns the k best hits.
func merge(k int, in []rcpool.Ref[hitList]) []hit {
	var h cursors
	for _, l := range in {
		if len(l.Value().hits) == 0 {
			l.Release()
			continue
		}
		h = append(h, cursor{list: l})
	}
	heap.Init(&h)
	var best []hit
	for len(h) > 0 && len(best) < k {
		c := &h[0]
		best = append(best, c.top())
		c.pos++
		if c.pos == len(c.list.Value().hits) {
			done := heap.Pop(&h).(cursor)
			done.list.Release()
			continue
		}
		heap.Fix(&h, 0)
	}
	for _, c := range h {
		c.list.Release()
	}
	return best
}

func search(shard, n int) (rcpool.Ref[hitList], error) {
	if shard == 3 {
		return rcpool.Ref[hitList]{}, fmt.Errorf("shard %d: timeout", shard)
	}
	l := lists.Get()
	v := l.Value()
	v.shard = shard
	for i := range n {
		v.hits = append(v.hits, hit{shard*100 + i, 10 / float64(1+i*(shard+1))})
	}
	return l, nil
}

func query(k, shards int) ([]hit, int) {
	type part struct {
		list rcpool.Ref[hitList]
		err  error
	}
	parts := make(chan part, shards)
	for s := range shards {
		go func() {
			l, err := search(s, s*2)
			parts <- part{l, err}
		}()
	}
	var in []rcpool.Ref[hitList]
	failed := 0
	for range shards {
		p := <-parts
		if p.err != nil {
			failed++
			continue
		}
		in = append(in, p.list)
	}
	return merge(k, in), failed
}

func main() {
	for _, k := range []int{3, 100} {
		best, failed := query(k, 5)
		fmt.Println(len(best), failed)
	}
}
