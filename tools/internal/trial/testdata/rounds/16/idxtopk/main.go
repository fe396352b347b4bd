// truth: correct

package main

import (
	"container/heap"
	"fmt"
	"slices"
	"sync"
)

type hit struct {
	doc   int
	score float64
	terms []string
}

type collector struct {
	hits  []hit
	k     int
	total int
}

func (c *collector) Len() int           { return len(c.hits) }
func (c *collector) Less(i, j int) bool { return c.hits[i].score < c.hits[j].score }
func (c *collector) Swap(i, j int)      { c.hits[i], c.hits[j] = c.hits[j], c.hits[i] }
func (c *collector) Push(x any)         { c.hits = append(c.hits, x.(hit)) }
func (c *collector) Pop() any {
	last := c.hits[len(c.hits)-1]
	c.hits = c.hits[:len(c.hits)-1]
	return last
}

func (c *collector) offer(h hit) {
	c.total++
	if len(c.hits) < c.k {
		heap.Push(c, h)
		return
	}
	if h.score > c.hits[0].score {
		c.hits[0] = h
		heap.Fix(c, 0)
	}
}

var collectors = sync.Pool{New: func() any { return new(collector) }}

func newCollector(k int) *collector {
	c := collectors.Get().(*collector)
	c.k = k
	c.total = 0
	return c
}

// finish returns the best hits first and gives the collector back.
func (c *collector) finish() ([]hit, int) {
	slices.SortFunc(c.hits, func(a, b hit) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return a.doc - b.doc
	})
	best, total := slices.Clone(c.hits), c.total
	c.discard()
	return best, total
}

func (c *collector) discard() {
	clear(c.hits[:cap(c.hits)])
	c.hits = c.hits[:0]
	collectors.Put(c)
}

type shard struct{ docs map[int][]string }

func (s *shard) search(terms []string, k int) ([]hit, int, error) {
	c := newCollector(k)
	for doc, words := range s.docs {
		if words == nil {
			c.discard()
			return nil, 0, fmt.Errorf("document %d has no words", doc)
		}
		n := 0
		for _, t := range terms {
			if slices.Contains(words, t) {
				n++
			}
		}
		if n > 0 {
			c.offer(hit{doc, float64(n) + 1/float64(doc+1), terms})
		}
	}
	best, total := c.finish()
	return best, total, nil
}

func main() {
	good, bad := &shard{docs: map[int][]string{}}, &shard{docs: map[int][]string{1: nil}}
	vocabulary := []string{"go", "pool", "cache", "index", "heap"}
	for i := range 60 {
		good.docs[i] = []string{vocabulary[i%5], vocabulary[i%3], vocabulary[i%4]}
	}
	var wg sync.WaitGroup
	lines := make([]string, 4)
	for g := range lines {
		wg.Go(func() {
			for k := range 6 {
				best, total, err := good.search(vocabulary[:g+1], k+1)
				if err != nil {
					continue
				}
				lines[g] = fmt.Sprint(total, " ", len(best))
				if _, _, err := bad.search(vocabulary, k+1); err == nil {
					panic("no error")
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(lines)
}
