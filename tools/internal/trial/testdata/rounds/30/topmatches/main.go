// truth: leak line 55 hard

// Command topmatches is the ranking step of a search service: shards send
// candidates, the best k of all shards are answered.
package main

import (
	"container/heap"
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type match struct {
	doc     int
	score   float64
	snippet []byte
}

func (m *match) Reset() { m.doc, m.score, m.snippet = 0, 0, m.snippet[:0] }

var matches = rcpool.Pool[match]{Name: "search.matches"}

// worstFirst implements heap.Interface.
type worstFirst []rcpool.Ref[match]

func (w worstFirst) Len() int           { return len(w) }
func (w worstFirst) Less(i, j int) bool { return w[i].Value().score < w[j].Value().score }
func (w worstFirst) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }
func (w *worstFirst) Push(x any)        { *w = append(*w, x.(rcpool.Ref[match])) }
func (w *worstFirst) Pop() any {
	n := len(*w) - 1
	last := (*w)[n]
	(*w)[n] = rcpool.Ref[match]{}
	*w = (*w)[:n]
	return last
}

// A collector owns the best matches so far.
type collector struct {
	k    int
	best worstFirst
}

// offer takes ref over.
func (c *collector) offer(ref rcpool.Ref[match]) {
	if len(c.best) == c.k {
		if ref.Value().score <= c.best[0].Value().score {
			ref.Release()
			return
		}
		heap.Pop(&c.best)
	}
	heap.Push(&c.best, ref)
}

// results returns lines of text and releases the matches.
func (c *collector) results() []string {
	ranked := c.best
	c.best = nil
	sort.Sort(sort.Reverse(ranked))
	lines := make([]string, 0, len(ranked))
	for _, ref := range ranked {
		m := ref.Value()
		lines = append(lines, fmt.Sprintf("%d %.1f %s", m.doc, m.score, m.snippet))
		ref.Release()
	}
	return lines
}

type shard struct {
	base int
	docs []string
}

func (s shard) search(word string, out chan<- rcpool.Ref[match]) {
	for i, doc := range s.docs {
		n := strings.Count(doc, word)
		if n == 0 {
			continue
		}
		ref := matches.Get()
		m := ref.Value()
		m.doc, m.score = s.base+i, float64(10*n)/float64(len(doc))
		m.snippet = append(m.snippet, doc[:min(12, len(doc))]...)
		out <- ref
	}
}

func search(word string, k int, shards ...shard) []string {
	found := make(chan rcpool.Ref[match], 4)
	var wg sync.WaitGroup
	for _, s := range shards {
		wg.Go(func() { s.search(word, found) })
	}
	go func() {
		wg.Wait()
		close(found)
	}()
	c := &collector{k: k}
	for ref := range found {
		c.offer(ref)
	}
	return c.results()
}

func main() {
	a := shard{0, []string{"the pool of the hotel", "a pool", "a lake", "pool pool pool"}}
	b := shard{100, []string{"no match", "carpool and pool", "rock pool by the sea", "spool"}}
	for _, line := range search("pool", 3, a, b) {
		fmt.Println(line)
	}
}
